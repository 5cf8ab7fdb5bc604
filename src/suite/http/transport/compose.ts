// Composes the request of a call: path, query, headers and body.
import { type Operation, operation } from '../../../contract/operations.ts';
import { parameterText } from '../../../contract/parameter-text.ts';
import type { SendOptions } from '../../model/context.ts';
import type { SentRequest } from '../../model/exchange.ts';
import { MAX_ID_LENGTH } from '../../model/limits.ts';
import { inconclusive } from '../../model/outcome.ts';

/** The destination of a call: an operation, or a method and a path that need not belong to any operation. */
export type Destination = Operation['id'] | { method: string; path: string };

/** Names a destination in messages: the operation, or method and path. */
export const describeDestination = (to: Destination): string =>
  typeof to === 'string' ? to : `${to.method} ${to.path}`;

const ACCEPT = 'application/json, */*;q=0.5';

/** A request with its body as it is sent: text, or bytes for a raw body. */
export type ComposedRequest = SentRequest & { wireBody: string | Uint8Array | null };

/**
 * Composes a request.
 * @param common the headers of every request: `User-Agent`, which names the suite and the run, and those of the target file
 * @throws Error when a path parameter is missing, which is a mistake in the check
 * @throws CheckEnded (inconclusive) when an id, which mostly comes from the target, cannot be part of a path
 */
export function compose(
  baseUrl: string,
  to: Destination,
  options: SendOptions,
  authorization: string | null,
  common: Readonly<Record<string, string>>,
): ComposedRequest {
  const { method, path: template } = typeof to === 'string' ? operation(to) : to;
  const params = options.params ?? {};
  const path = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined)
      throw new Error(`${method} ${template} was called without its parameter {${name}}.`);
    return pathSegment(value, `{${name}} of ${method} ${template}`);
  });
  const { query: forms = [], credentials: [place] = [] } = typeof to === 'string' ? operation(to) : {};
  const key =
    typeof place === 'object' && authorization?.startsWith('Bearer ') ? authorization.slice(7) : null;
  const values = {
    ...options.query,
    ...(key !== null && typeof place === 'object' && place.in === 'query' && { [place.name]: key }),
  };
  const query = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const form = forms.find((one) => one.name === name);
      return form && (typeof value === 'object' || form.type === 'json')
        ? parameterText(form, value)
        : `${new URLSearchParams([[name, String(value)]])}`;
    })
    .join('&');
  const pathAndQuery = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const wireBody = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
  const headers: Record<string, string> = {
    accept: ACCEPT,
    'accept-encoding': 'gzip, br',
    ...common,
  };
  if (authorization !== null) headers.authorization = authorization;
  if (key !== null && typeof place === 'object') {
    if (place.in === 'header') headers[place.name.toLowerCase()] = key;
    if (place.in === 'cookie') headers.cookie = `${place.name}=${key}`;
  }
  if (wireBody !== null) headers['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) delete headers[name.toLowerCase()];
    else headers[name.toLowerCase()] = value;
  }
  return {
    method,
    path: pathAndQuery,
    url: `${baseUrl}${pathAndQuery}`,
    headers,
    body: wireBody instanceof Uint8Array ? new TextDecoder().decode(wireBody) : wireBody,
    json: options.body,
    params,
    wireBody,
  };
}

/**
 * Encodes an id as one path segment. The ids `.` and `..` are refused, because URL parsers resolve them even as
 * `%2E%2E` (WHATWG URL, 4.4). An empty id is refused, because its path would be that of the collection.
 */
function pathSegment(id: string, parameter: string): string {
  const why = /^\.{0,2}$/.test(id)
    ? 'leads to another path'
    : id.length > MAX_ID_LENGTH
      ? `is longer than ${MAX_ID_LENGTH} characters`
      : id.isWellFormed()
        ? null
        : 'is not valid Unicode';
  if (why === null) return encodeURIComponent(id);
  throw inconclusive(`the id ${JSON.stringify(id.slice(0, 40))} for ${parameter} ${why}`, {
    cause: 'unreadable',
  });
}
