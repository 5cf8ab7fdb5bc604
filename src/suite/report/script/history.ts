// Keeps the requests of a run with their replies, complete and with secrets, so that the script of a finding can send
// them again.
import { UUID } from '../../../contract/uuid.ts';
import { isSecretMember } from '../../../redaction/secret-names.ts';
import type { Exchange } from '../../model/exchange.ts';

/** A string of a reply that a later request may need: the n-th member of a name, and the k-th string after it. */
export type ShownValue = { value: string; name: string; nth: number; k: number; at: number };

/** One request of the run and what it got. */
export type Sent = Pick<
  Exchange,
  'id' | 'operation' | 'purpose' | 'by' | 'caller' | 'status' | 'text' | 'startedAt' | 'ms' | 'concurrent'
> & {
  /** place in the order of sending */
  n: number;
  /** id of the check for which it was sent */
  checkId: string;
  /** what is deliberately invalid in the request */
  fault: string | null;
  request: Pick<Exchange['request'], 'method' | 'path' | 'headers' | 'body'>;
  /** the texts of the request that may be values of earlier replies */
  tokens: readonly string[];
  /** the ids, tokens and codes of the reply */
  shown: readonly ShownValue[];
};

/** The most characters that a run keeps, and those of one text. */
const MAX_KEPT = 30_000_000;
const MAX_TEXT = 100_000;

/** The requests of one run. What connects them is computed when the first script is written, not during the run. */
export class History {
  readonly #kept: Omit<Sent, 'tokens' | 'shown'>[] = [];
  readonly #entries: Sent[] = [];
  readonly #shownFirst = new Map<string, { sent: Sent; place: ShownValue }>();
  readonly #sentFirst = new Map<string, number>();
  #room = MAX_KEPT;

  /** Records an exchange. @param checkId id of the check for which it was sent */
  add(exchange: Exchange, checkId: string): void {
    const { id, operation, purpose, by, caller, status, startedAt, ms, concurrent, request } = exchange;
    const isShort = exchange.bytes.length <= MAX_TEXT;
    this.#room -= (isShort ? exchange.bytes.length : 0) + (request.body?.length ?? 0);
    if (this.#room < 0) return;
    const { method, path, headers, body } = request;
    this.#kept.push({
      ...{ id, operation, purpose, by, caller, status, startedAt, ms, concurrent, checkId },
      n: this.#kept.length,
      text: isShort ? exchange.text : '',
      fault: exchange.deliberateFault,
      request: { method, path, headers, body },
    });
  }

  get entries(): readonly Sent[] {
    for (const kept of this.#kept.slice(this.#entries.length)) {
      const sent: Sent = { ...kept, tokens: tokensOf(kept.request), shown: shownValues(kept.text) };
      this.#entries.push(sent);
      for (const token of sent.tokens) if (!this.#sentFirst.has(token)) this.#sentFirst.set(token, sent.n);
      for (const place of sent.shown)
        if (!this.#shownFirst.has(place.value)) this.#shownFirst.set(place.value, { sent, place });
    }
    return this.#entries;
  }

  /** value → the reply that shows it first, and the place in it */
  get shownFirst(): ReadonlyMap<string, { sent: Sent; place: ShownValue }> {
    return this.entries && this.#shownFirst;
  }

  /** value → place of the first request that contains it */
  get sentFirst(): ReadonlyMap<string, number> {
    return this.entries && this.#sentFirst;
  }
}

/** Returns the credential of an `Authorization` header without its scheme. */
export const credentialIn = (authorization: string): string => authorization.replace(/^\w+\s+/, '');

function tokensOf({ path, headers, body }: Pick<Sent['request'], 'path' | 'headers' | 'body'>): string[] {
  const { authorization, ...others } = headers;
  return [
    ...path
      .split(/[/?&=]/)
      .filter((part) => part !== '')
      .map(decoded),
    ...(authorization === undefined ? [] : [credentialIn(authorization)]),
    ...Object.values(others),
    ...(body === null || body.length > MAX_TEXT ? [] : strings(body).map(({ value }) => value)),
  ];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Lists the strings of a JSON text that are values, with the last member name before each. */
function strings(text: string): ShownValue[] {
  const counts = new Map<string, number>();
  const found: ShownValue[] = [];
  let name = '';
  let k = 0;
  for (const match of text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)) {
    const [, value = '', colon] = match;
    if (colon !== undefined) {
      name = value;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      k = 0;
    } else {
      k += 1;
      found.push({
        value: value.replaceAll('\\/', '/'),
        name,
        nth: counts.get(name) ?? 0,
        k,
        at: match.index,
      });
    }
  }
  return found;
}

const ID_NAME = /(?:^|_|[a-z](?=[A-Z]))(?:ids?|uuid|token|key|secret|code|number|challenge)$/i;

/** Lists the ids, tokens and codes of a reply: the values that a client cannot know before. */
const shownValues = (text: string): ShownValue[] =>
  /^\s*[[{]/.test(text)
    ? strings(text).filter(
        ({ value, name }) =>
          value.length >= 4 &&
          !/[\s\\]/.test(value) &&
          !/^\d{4}-\d\d-\d\d/.test(value) &&
          (UUID.test(value) ||
            isSecretMember(name) ||
            ID_NAME.test(name) ||
            (value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value))),
      )
    : [];
