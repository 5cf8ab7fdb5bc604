// An exchange as one curl line that can be run again; secrets stand as shell variables.
import type { Exchange } from './exchange.ts';
import { MARK, type Secrets, variable } from './secrets.ts';
import { credentialNames } from './target.ts';

const BY_CURL = new Set(['user-agent', 'accept-encoding', 'content-length', 'host', 'connection']);

/** `curl -i -X POST 'https://…' -H 'Content-Type: application/json' -H "Authorization: Bearer $TENANT_A_TOKEN" --data-raw '…'` */
export function curl(exchange: Exchange, secrets: Secrets): string {
  const { method, url, headers, body } = exchange.request;
  const mark = (name: string | undefined): string => `${MARK}${name ?? 'SECRET'}${MARK}`;
  const parts = ['curl -i', ...(method === 'GET' ? [] : [`-X ${method}`]), quote(secrets.text(url, mark))];
  for (const [name, value] of Object.entries(headers)) {
    if (BY_CURL.has(name)) continue;
    parts.push(`-H ${quote(`${name}: ${header(name, value)}`)}`);
  }
  if (body !== null) parts.push(`--data-raw ${quote(secrets.text(body, mark))}`);
  return parts.join(' ');

  function header(name: string, value: string): string {
    if (name !== 'authorization') return secrets.text(value, mark);
    const scheme = /^(\w+)\s/.exec(value)?.[1];
    const named = credentialNames.some((one) => one === exchange.caller);
    const secret = mark(`${variable(exchange.caller)}${named ? '_TOKEN' : ''}`);
    return scheme ? `${scheme} ${secret}` : secret;
  }
}

/** Single-quoted for a POSIX shell; marks become double-quoted variables. */
function quote(text: string): string {
  return text
    .split(MARK)
    .map((part, at) =>
      at % 2 === 1 ? `"$${part}"` : part === '' ? '' : `'${part.replaceAll("'", `'\\''`)}'`,
    )
    .join('');
}
