// Handles one call of the control API: finds its route, its world and its parameters, and parses its body.
import { type Call, jsonReply, type Reply } from '../server/http/call.ts';
import { isModest, MAX_DEPTH } from '../server/http/json.ts';
import { preferredWorld } from '../server/http/prefer-header.ts';
import type { ControlApi } from './control-api.ts';
import { ControlError, invalidInput } from './control-error.ts';
import { CustomReply, type HealthReply, type Route, routes } from './routes.ts';

type Compiled = { method: string; pattern: RegExp; names: string[]; run: Route };

const compiled: readonly Compiled[] = Object.entries(routes).map(([key, run]) => {
  const [method = '', path = ''] = key.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, found = '']) => found);
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`);
  return { method, pattern, names, run };
});

/**
 * Handles a call of the control API.
 * @param path the call's path below `/_mock/v1`, with a leading slash
 * @param health builds the reply of `/health` and `/reset`
 * @returns undefined when no route has this method and path
 * @throws ControlError when the call is refused
 */
export async function handleControlCall(
  call: Call,
  path: string,
  control: ControlApi,
  health: HealthReply,
): Promise<Reply | undefined> {
  for (const { method, pattern, names, run } of compiled) {
    const found = method === call.method ? pattern.exec(path) : null;
    if (!found) continue;
    const params = Object.fromEntries(names.map((name, at) => [name, decodeSegment(found[at + 1] ?? '')]));
    const query = new URLSearchParams(call.query);
    const named = call.world ?? query.get('world') ?? preferredWorld(call) ?? call.headers['x-mock-world'];
    const world = named === undefined ? control.worlds.get(control.name) : control.worlds.get(named);
    const value = await run({
      health,
      control,
      world,
      params,
      query,
      onAbort: call.onAbort,
      body: parseBody(call),
    });
    return value instanceof CustomReply ? value.reply : jsonReply(200, JSON.stringify(value));
  }
  return undefined;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parseBody({ body, headers }: Call): unknown {
  if (body === null || body.length === 0) return undefined;
  // For every other content type, a browser lets a form or script of another origin send the body without a preflight
  // request.
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) {
    throw invalidInput({ '': ['must be JSON, sent with Content-Type: application/json.'] });
  }
  if (!isModest(body, MAX_VALUES))
    throw malformed(`nests deeper than ${MAX_DEPTH} levels, or has more than ${MAX_VALUES} values.`);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw malformed('is no JSON in UTF-8.');
  }
}

/** The maximum number of JSON values in one body, about twice as many as in an export of the `large` world. */
const MAX_VALUES = 5_000_000;

const malformed = (sentence: string): ControlError =>
  new ControlError(422, 'MALFORMED_JSON', `The body ${sentence}`, { '': [sentence] });
