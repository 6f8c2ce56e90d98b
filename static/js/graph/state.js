// What is shown and what is selected. All of it stands in the address, as the server reads it.
import { readInstant } from './time.js';

const SETS = ['kind', 'authority', 'edge'], WORDS = ['tag', 'q', 'lineage', 'node'];

export const readState = form => {
  const asked = new URL(location).searchParams, state = { view: asked.get('view') === 'list' ? 'list' : 'picture' };
  for (const name of SETS) state[name] = chosen(form, name);
  for (const name of WORDS) state[name] = (asked.get(name) ?? '').trim();
  state.asOf = readInstant(asked.get('as_of'));
  state.knownAt = readInstant(asked.get('known_at'));
  return state;
};

// Null stands for all of them.
export const chosen = (form, name) => {
  const boxes = [...form.querySelectorAll(`[name=${name}]`)], on = boxes.filter(box => box.checked);
  return on.length === boxes.length || !on.length ? null : new Set(on.map(box => box.value));
};

export const instantOf = instant => instant.replace(/\.(\d*?)0*Z$/, (_, digits) => (digits ? `.${digits}Z` : 'Z'));

export const queryOf = (state, ...names) => {
  const query = new URLSearchParams(), wanted = name => !names.length || names.includes(name);
  for (const name of SETS) if (wanted(name)) for (const value of state[name] ?? []) query.append(name, value);
  for (const name of WORDS) if (wanted(name) && state[name]) query.set(name, state[name]);
  if (wanted('view') && state.view === 'list') query.set('view', 'list');
  if (state.asOf) query.set('as_of', instantOf(state.asOf));
  if (state.knownAt) query.set('known_at', instantOf(state.knownAt));
  return query.toString();
};

export const writeState = state => {
  const query = queryOf(state), url = location.pathname + (query && `?${query}`);
  if (url !== location.pathname + location.search) history.replaceState(history.state, '', url);
};
