// Tells which worlds a call concerns, before any of them handles the call.
import { isObject } from '../contract/is-object.ts';
import { parsedJson } from '../contract/json/parsed-json.ts';
import { percentDecoded } from '../contract/json/pointer.ts';
import { type Call, splitWorldPath } from '../server/http/call.ts';
import { preferredWorld } from '../server/http/prefer-header.ts';

/** The worlds that a call concerns, by name; null for the main world. */
export type CallTarget =
  | {
      /** the call reads or changes one world */
      readonly kind: 'world';
      readonly name: string | null;
      /** another world that the call reads or changes too */
      readonly other?: string;
    }
  /** the call creates a world: a copy of `from`, or a seeded world (`from` is undefined) */
  | { readonly kind: 'create'; readonly name: string | undefined; readonly from: string | null | undefined }
  | { readonly kind: 'delete'; readonly name: string }
  /** the call concerns no world: pages, files, the list of worlds, `/ready`, `/health` without a world */
  | { readonly kind: 'none' };

const NONE: CallTarget = { kind: 'none' };

const CONTROL_BASE = '/_mock/v1';

/** Tells which worlds a call concerns. */
export function callTarget(call: Call): CallTarget {
  if (call.method === 'OPTIONS') return NONE;
  const split = splitWorldPath(call.path);
  const path = split?.path ?? call.path;
  const inPath = split?.world ?? call.world;
  if (path.startsWith(`${CONTROL_BASE}/`))
    return controlTarget(call, path.slice(CONTROL_BASE.length), inPath);
  if (path === '/_mock' || path.startsWith('/_mock/')) return NONE;
  return { kind: 'world', name: inPath ?? preferredWorld(call) ?? call.headers['x-mock-world'] ?? null };
}

// `path`: the path below `/_mock/v1`, with a leading slash.
function controlTarget(call: Call, path: string, inPath: string | undefined): CallTarget {
  const { method, headers, query } = call;
  const [, first, second, third] = path.split('/');
  if (first === 'worlds') return worldsTarget(call, second);
  const inQuery = query === '' ? null : new URLSearchParams(query).get('world');
  const name = inPath ?? inQuery ?? preferredWorld(call) ?? headers['x-mock-world'];
  if (first === 'ready' || (first === 'health' && name === undefined)) return NONE;
  if (method === 'POST' && first === 'requests' && third === 'repeat') {
    const other = repeatWorld(parseObject(call.body));
    if (other !== undefined) return { kind: 'world', name: name ?? null, other };
  }
  return { kind: 'world', name: name ?? null };
}

/** Returns the world that a request is sent to again: the one that is named, or the one in its new path; undefined for neither. */
export function repeatWorld({ world, url }: Record<string, unknown>): string | undefined {
  if (typeof world === 'string') return world;
  return typeof url === 'string' ? splitWorldPath(url)?.world : undefined;
}

function worldsTarget({ method, body }: Call, name: string | undefined): CallTarget {
  if (method === 'DELETE' && name) return { kind: 'delete', name: percentDecoded(name) };
  if (method === 'POST' && name) return { kind: 'create', name: percentDecoded(name), from: undefined };
  if (method !== 'POST') return NONE;
  const { name: requested, from, ...options } = parseObject(body);
  const isSeeded = SEED_OPTIONS.some((option) => option in options);
  return {
    kind: 'create',
    name: typeof requested === 'string' ? requested : undefined,
    from: isSeeded ? undefined : typeof from === 'string' ? from : null,
  };
}

/** The options of a new world that is seeded instead of copied. */
const SEED_OPTIONS = ['world', 'seed', 'clock', 'lifecycle'];

// Parses a body that should be an object; an empty object when it is none: the control API then refuses the call.
function parseObject(body: Uint8Array | null): Record<string, unknown> {
  const value = parsedJson(new TextDecoder().decode(body ?? undefined));
  return isObject(value) ? value : {};
}
