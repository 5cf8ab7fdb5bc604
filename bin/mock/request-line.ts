// Formats an answered request as one line, for the log of the mock and for `lab requests list`.
import { escapeConsoleLine } from '../../src/suite/formats/escape.ts';

type RequestFacts = {
  id: string;
  method: string;
  /** path and query, redacted */
  url: string;
  operation: string | null;
  status: number;
  ms: number;
  rule: string | null;
  code: string | null;
  fields: readonly string[];
  fault: string | null;
  generated: string | null;
  varied: readonly string[];
  answered: { by: string; because: string } | null;
};

/** Applies the colour of an SGR code to a text, or returns the text unchanged where colours are off. */
type Paint = (code: number, text: string) => string;

/**
 * Formats a request: method, URL, status, operation, the cause of an error reply and the duration in ms. A refused or
 * disturbed request ends with the command that explains it.
 */
export function requestLine(request: RequestFacts, paint: Paint = (_, text) => text): string {
  const { id, method, url, operation, status, ms, rule, code, fields, fault, generated, varied, answered } =
    request;
  const colour = status < 400 ? 32 : status < 500 ? 33 : 31;
  const reason = code === rule ? code : `${code} (${rule})`;
  const cause = [fault ?? reason, fault === null && fields.length > 0 ? fields.join(', ') : null];
  const because = cause.filter((one) => one !== null).join(': ');
  const explain = rule === null && fault === null && varied.length === 0 ? id : `lab explain ${id}`;
  return [
    escapeConsoleLine(`${method.padEnd(6)} ${url}`),
    paint(colour, String(status)),
    ...(operation === null ? [] : [operation]),
    ...(generated === null ? [] : [paint(2, '(generated: this operation has no handler)')]),
    ...(varied.length === 0 ? [] : [paint(2, `(varied: ${variedText(varied)})`)]),
    ...(answered === null
      ? []
      : [paint(2, answered.by === 'upstream' ? '(upstream)' : `(mock: ${answered.because})`)]),
    ...(because === '' ? [] : [paint(colour, escapeConsoleLine(because))]),
    paint(2, `${Math.round(ms * 100) / 100} ms  ${escapeConsoleLine(explain)}`),
  ].join('  ');
}

const MAX_NAMED = 3;

// Names the first choices of a variation and counts the others.
function variedText(varied: readonly string[]): string {
  const more = varied.length > MAX_NAMED ? ` and ${varied.length - MAX_NAMED} more` : '';
  return `${varied.slice(0, MAX_NAMED).join(', ')}${more}`;
}
