// Pieces of the page that the server renders: the list and the inspector, fetched as the picture changes.
import { queryOf } from './state.js';

const SOON = 220;
const HEADERS = { 'HX-Request': 'true', Accept: 'text/html' };

// The last one asked for is the one that is shown.
const fetcher = () => {
  let latest;
  return async url => {
    latest?.abort();
    latest = new AbortController();
    try {
      const answer = await fetch(url, { headers: HEADERS, cache: 'no-store', signal: latest.signal });
      const there = answer.headers.get('HX-Redirect');
      if (there) location.assign(there);
      return answer.ok && !there ? await answer.text() : null;
    } catch (error) {
      if (error.name === 'AbortError') return null;
      throw error;
    }
  };
};

const fill = (id, html) => {
  const region = document.getElementById(id);
  if (!region || html === null) return;
  const page = new DOMParser().parseFromString(html, 'text/html');
  region.replaceChildren(...[...page.body.childNodes].map(node => document.importNode(node, true)));
  window.htmx?.process(region);
};

export const piecesOf = root => {
  const inspect = fetcher(), list = fetcher();
  return {
    inspector: async state => fill('inspector', await inspect(`${root.dataset.inspector}?${queryOf(state, 'node', 'lineage')}`)),
    list: async state => fill('list', await list(`${location.pathname}?${queryOf(state)}`)),
  };
};

export const later = (then, pause = SOON) => {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => then(...given), pause);
  };
};
