// The reply that tells a caller what this server is, and the addresses of what it serves.
import { packageIdentity } from '../contract/package.ts';
import { type Call, jsonReply, type Reply } from './http/call.ts';

/** Paths of this server by what they serve, such as `{ console: '/' }`. */
export type EntryPoints = Record<string, string>;

/** Tells whether a call asks what this server is: GET or HEAD of `/`, `/v1` or `/v1/`. */
export const isEntryPoint = ({ method, path }: Call): boolean =>
  path.length <= 4 &&
  (method === 'GET' || method === 'HEAD') &&
  (path === '/' || path === '/v1' || path === '/v1/');

export function entryPointReply(call: Call, entryPoints: EntryPoints): Reply {
  const { host } = call.headers;
  const origin = host === undefined ? '' : `${call.secure ? 'https' : 'http'}://${host}`;
  const url = (path: string): string => `${origin}${call.base ?? ''}${path}`;
  const { name, version } = packageIdentity();
  return jsonReply(
    200,
    JSON.stringify({
      name: `${name} mock`,
      version,
      description: "A mock of the hosting platform's API. Send requests to baseUrl; document describes them.",
      baseUrl: url('/v1'),
      document: url('/v1/openapi.json'),
      ...Object.fromEntries(Object.entries(entryPoints).map(([what, path]) => [what, url(path)])),
    }),
  );
}
