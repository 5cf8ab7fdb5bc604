// What the log keeps of a call that was passed on, and of its reply: the first 64 KiB of JSON without secrets. Credentials
// of the upstream are not stored.
import { percentDecoded } from '../../contract/json/pointer.ts';
import { addForms, type Forms, replaceSecrets } from '../../redaction/known-secrets.ts';
import { type Hide, redactBody, redactHeaders, redactText } from '../../redaction/redact.ts';
import { isSecretHeader, isSecretMember } from '../../redaction/secret-names.ts';
import type { Call, Reply } from '../http/call.ts';
import { READ_AHEAD, type UpstreamReply } from './forward.ts';

const JSON_MEDIA = /json/i;

/** Returns a call as the log keeps it, and the secrets in it, which its reply may repeat. */
export function keptCall(call: Call): { call: Call; secrets: Forms } {
  const { headers, body } = call;
  const secrets: Forms = new Map();
  const hide: Hide = (found) => {
    for (const one of new Set([found, percentDecoded(found.replaceAll('+', ' '))])) addForms(secrets, one);
    return '***';
  };
  for (const [name, value = ''] of Object.entries(headers)) {
    if (!isSecretHeader(name)) continue;
    for (const [one] of value.matchAll(/[^\s=;]{8,}/g)) hide(one, name);
    const basic = /^basic (.+)$/i.exec(value)?.[1] ?? '';
    hide(Buffer.from(basic, 'base64').toString().replace(/^.*?:/, ''), name);
  }
  const query = redactText(`?${call.query}`, hide).slice(1);
  const text = new TextDecoder().decode(body ?? undefined);
  const isJson = JSON_MEDIA.test(headers['content-type'] ?? '');
  const kept = isJson ? keptJson(text, text.length, hide) : '';
  if (!isJson) learnForm(text, hide);
  return {
    call: {
      ...{ ...call, headers: redactHeaders(headers), query },
      body: body && (kept === '' ? new Uint8Array(body.length) : Buffer.from(kept)),
    },
    secrets,
  };
}

export function keptReply({ sent, text, isWhole }: UpstreamReply, secrets: Forms): Reply {
  const clean = (one: string): string => replaceSecrets(one, secrets, () => '***');
  const { status, headers, body } = sent;
  const cookies = sent.cookies?.length ? { 'Set-Cookie': '***' } : {};
  const shown = Object.entries(redactHeaders(headers)).map(([name, value]) => [name, clean(value)]);
  const json = JSON_MEDIA.test(headers['Content-Type'] ?? '')
    ? keptJson(text, isWhole ? text.length : null)
    : '';
  return {
    status,
    headers: { ...Object.fromEntries(shown), ...cookies },
    // Another body is shown by its size, where that is known.
    body: json === '' ? new Uint8Array(isWhole ? body.length : 0) : clean(json),
  };
}

// Returns JSON without its secrets, cut after 64 KiB; an empty text for what is no JSON. `length`: of the whole text;
// null when more follows
function keptJson(text: string, length: number | null, hide?: Hide): string {
  if (length !== null && length <= READ_AHEAD) {
    const shown = redactBody(text, 'json', hide);
    return typeof shown === 'object' && shown !== null ? JSON.stringify(shown) : '';
  }
  if (hide) redactText(text, hide);
  return JSON.stringify({ [`the first ${READ_AHEAD} characters`]: redactText(text.slice(0, READ_AHEAD)) });
}

/** Learns the secrets of a form: of its parameters, or of the parts of a multipart body (RFC 7578). */
function learnForm(text: string, hide: Hide): void {
  redactText(text.slice(0, READ_AHEAD), hide);
  for (const part of text.split(/\r?\n--/)) {
    const [, name = ''] = /\bname="?([^"\r\n;]*)/i.exec(part.slice(0, 1000)) ?? [];
    if (isSecretMember(name)) hide(part.slice(part.search(/\n\r?\n/)).trim(), name);
  }
}
