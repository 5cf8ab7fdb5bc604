// A request as a curl command.
import type { Schema } from '../../api/client.ts';

/** Headers that curl sends itself, or that belong to the client that sent the request. */
const LEFT_OUT =
  /^(?:host|connection|content-length|transfer-encoding|user-agent|accept|accept-(?:encoding|language)|origin|referer|sec-.*|cache-control|pragma|dnt|authorization)$/i;

/**
 * Builds the curl command that sends a request again. Its credential is that of the request's persona; values that the log
 * hides are `***`.
 */
export function curlCommand(
  { method, url, persona, request: { headers, body } }: Schema<'RequestDetail'>,
  personas: Readonly<Record<string, Schema<'Persona'>>>,
): string {
  const caller = persona === null ? undefined : personas[persona];
  const credential = caller?.token ?? caller?.apiKey ?? '***';
  const sent = Object.entries(headers).filter(([name]) => !LEFT_OUT.test(name));
  if (headers.authorization !== undefined) sent.push(['authorization', `Bearer ${credential}`]);
  return [
    // The URL is a path of this mock, also when it begins with two slashes. Without `--globoff` curl takes brackets and
    // braces for ranges, and sends one request for each of their values.
    `curl${/[[\]{}]/.test(url) ? ' --globoff' : ''}${method === 'GET' ? '' : ` -X ${wordOf(method)}`} ${quoted(location.origin + url)}`,
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes a method, which may contain any character of an HTTP token, as a word of the shell. */
const wordOf = (method: string): string => (/^[A-Z]+$/.test(method) ? method : quoted(method));
