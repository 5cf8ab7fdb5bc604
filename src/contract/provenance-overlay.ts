// The marks of provenance in the document: writes the document without them, and them alone as an OpenAPI Overlay.
import { isObject } from './is-object.ts';
import type { OpenApiDocument } from './openapi.ts';

// The extensions that say where a part of the document comes from, how its examples are sent, and what the project
// itself reads: the names of refusals, its figures, both tables of limits.
const PROVENANCE = new Set([
  'x-stated',
  'x-stated-keywords',
  'x-stated-on',
  'x-requirements',
  'x-provenance',
  'x-example-path',
  'x-example-persona',
  'x-example-status',
  'x-error-codes',
  'x-idempotency',
  'x-policies',
  'x-rate-limits',
]);

/** The members whose values are data of the API, and so contain no marks. */
const DATA = new Set(['examples', 'example', 'default', 'enum', 'const', 'value']);

/** An action of an OpenAPI Overlay: what to merge into the node that a JSONPath (RFC 9535) selects. */
type OverlayAction = { target: string; update: Record<string, unknown> };

/** An OpenAPI Overlay 1.0 document. */
type Overlay = {
  overlay: '1.0.0';
  info: { title: string; version: string };
  actions: OverlayAction[];
};

/** Copies a document, or a part of it, without the marks of provenance. */
export const withoutProvenance = <A extends object>(part: A): A => stripped(part) as A;

function stripped(value: unknown, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => stripped(element));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const kind = kindOf(name, member, parent);
      return kind === 'mark' ? [] : [[name, kind === 'data' ? member : stripped(member, name)]];
    }),
  );
}

// Tells what a member is: a mark, data without marks, or a part of the document. In `properties` every name is that of
// a member of the API. `examples` by name are parts: each is an object with marks, whose `value` is data.
function kindOf(name: string, member: unknown, parent: string): 'mark' | 'data' | 'part' {
  if (parent === 'properties') return 'part';
  if (PROVENANCE.has(name)) return 'mark';
  return DATA.has(name) && !(name === 'examples' && isObject(member)) ? 'data' : 'part';
}

/** Builds the Overlay that turns `withoutProvenance(document)` into `document`. */
export function provenanceOverlay(document: OpenApiDocument): Overlay {
  const actions: OverlayAction[] = [];
  collect(document, [], actions);
  const { title, version } = document.info;
  return {
    overlay: '1.0.0',
    info: {
      title: `Provenance of the ${title}: what its specification states, and what was chosen`,
      version,
    },
    actions,
  };
}

// Adds an action for a node and returns nothing, or returns the marks for the action of a node further out. A
// component, an operation and an element of a list have actions of their own.
function collect(node: unknown, path: (string | number)[], actions: OverlayAction[]): object | undefined {
  if (Array.isArray(node)) {
    node.forEach((element, index) => void collect(element, [...path, index], actions));
    return undefined;
  }
  if (!isObject(node)) return undefined;
  const own = isTarget(path);
  const at = actions.length;
  const update: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(node)) {
    const kind = kindOf(name, member, String(path.at(-1) ?? ''));
    if (kind === 'mark') update[name] = member;
    else if (kind === 'part') {
      const inner = collect(member, [...path, name], actions);
      if (inner) update[name] = inner;
    }
  }
  if (Object.keys(update).length === 0) return undefined;
  if (!own) return update;
  // The actions of a list inside the node follow the action of the node.
  actions.splice(at, 0, { target: jsonPath(path), update });
  return undefined;
}

function isTarget(path: readonly (string | number)[]): boolean {
  const [section = ''] = path;
  if (path.length <= 1 || typeof path.at(-1) === 'number') return true;
  return path.length === 3 && ['components', 'paths', 'webhooks'].includes(String(section));
}

// Writes a normalized path (RFC 9535, section 2.7).
const jsonPath = (path: readonly (string | number)[]): string =>
  `$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `['${step.replace(/['\\]/g, '\\$&')}']`)).join('')}`;
