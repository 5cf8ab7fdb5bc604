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
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(new URL(url, location.href).href)}`,
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
