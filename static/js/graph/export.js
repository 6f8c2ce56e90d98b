// What is shown, taken along: the picture as SVG, its memories, links and proposals as JSON.
import { draw } from './draw.js';
import { instantOf } from './state.js';
import { SvgPen } from './svg.js';

const save = (name, type, text) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const asSvg = (colours, scene, camera, lanes, title) => {
  const pen = new SvgPen();
  draw(pen, colours, scene, camera, { lanes });
  return pen.document(camera.width, camera.height, title);
};

const NODE = ['id', 'number', 'kind', 'title', 'authority', 'valid_from', 'valid_until', 'recorded_at', 'lineage', 'version', 'tags'];
const EDGE = ['id', 'type', 'source', 'target'];
const MARK = ['id', 'number', 'operation', 'status', 'kind', 'created_at', 'decided_at', 'applied_at', 'by', 'targets', 'reviews', 'cites'];
const only = (one, names) => Object.fromEntries(names.map(name => [name, one[name] ?? null]));

export const asJson = scene => JSON.stringify({
  as_of: scene.asOf && instantOf(scene.asOf),
  known_at: scene.knownAt && instantOf(scene.knownAt),
  nodes: scene.shownNodes.map(node => ({ ...only(node, NODE), authority: node.state })),
  edges: scene.shownEdges.map(edge => only(edge, EDGE)),
  proposals: scene.shownProposals.map(mark => ({ ...only(mark, MARK), status: mark.state })),
  evidence: scene.shownEvidence.map(sheet => ({ id: sheet.id, number: sheet.number, confirmed_at: instantOf(sheet.recorded) })),
}, null, 1);

export const saveSvg = (name, ...picture) => save(`${name}-graph.svg`, 'image/svg+xml', asSvg(...picture, `${name}: memories along time`));
export const saveJson = (name, scene) => save(`${name}-graph.json`, 'application/json', asJson(scene));
