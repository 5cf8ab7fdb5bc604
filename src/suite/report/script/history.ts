// Keeps the requests of a run with their replies, complete and with secrets, and finds the replies that give the values
// of later requests.
import { percentDecoded } from '../../../contract/json/pointer.ts';
import { UUID } from '../../../contract/uuid.ts';
import { isSecretMember } from '../../../redaction/secret-names.ts';
import type { Exchange } from '../../model/exchange.ts';

/** A string of a reply that a later request may need: the n-th member of a name, and the k-th string after it. */
export type ShownValue = { value: string; name: string; nth: number; k: number; at: number };

/** One request of the run and what it got. */
export type Sent = {
  exchange: Exchange;
  /** place in the order of sending */
  n: number;
  /** the texts of the request that may be values of earlier replies */
  tokens: readonly string[];
  /** the ids, tokens and codes of the reply */
  shown: readonly ShownValue[];
};

/** Where a request finds a value: a place in an earlier reply, or the place beside another value of it. */
export type Source = { sent: Sent; place: ShownValue; near?: string };

/** The requests of one run. */
export class History {
  readonly entries: Sent[] = [];
  /** value → the reply that shows it first; undefined when a request contained it before */
  readonly #sources = new Map<string, Source | undefined>();

  add(exchange: Exchange): void {
    const tokens = tokensOf(exchange.request);
    const shown = shownValues(exchange.text);
    const sent = { exchange, n: this.entries.length, tokens, shown };
    this.entries.push(sent);
    for (const token of tokens) if (!this.#sources.has(token)) this.#sources.set(token, undefined);
    for (const place of shown) {
      if (this.#sources.has(place.value)) continue;
      // The place in a list may hold another row tomorrow, but not beside a value that the run created.
      const near = exchange.request.method === 'GET' ? this.#createdBeside(sent, place) : undefined;
      this.#sources.set(place.value, { sent, place, ...(near === undefined ? {} : { near }) });
    }
  }

  /** Returns the source of a text of a request; undefined for a text that no reply of the run brought about. */
  sourceOf(value: string): Source | undefined {
    return this.#sources.get(value);
  }

  /** Returns a value that stands in the same object as another and that an earlier reply to a write showed. */
  #createdBeside({ exchange: { text }, shown }: Sent, place: ShownValue): string | undefined {
    const { from, to } = enclosingObject(text, place.at);
    return shown.find(({ value, at }) => {
      const source = value === place.value || at < from || at > to ? undefined : this.#sources.get(value);
      return source !== undefined && source.sent.exchange.request.method !== 'GET';
    })?.value;
  }
}

/** Returns the innermost object of a JSON text around a position. */
function enclosingObject(text: string, at: number): { from: number; to: number } {
  const edge = (step: 1 | -1, opens: string, closes: string): number => {
    let here = at;
    for (let depth = 0; here >= 0 && here < text.length && depth >= 0; here += step)
      if (text[here] === opens) depth += 1;
      else if (text[here] === closes) depth -= 1;
    return here;
  };
  return { from: edge(-1, '}', '{'), to: edge(1, '{', '}') };
}

/** Returns the credential of an `Authorization` header without its scheme; empty when there is only a scheme. */
export const credentialIn = (authorization: string): string =>
  authorization.replace(/^(?:(?:bearer|basic|digest)\s*$|\w+\s+)/i, '');

function tokensOf({ path, headers, body }: Exchange['request']): string[] {
  const { authorization, ...others } = headers;
  return [
    ...path
      .split(/[/?&=]/)
      .filter(Boolean)
      .map(percentDecoded),
    ...(authorization === undefined ? [] : [credentialIn(authorization)]),
    ...Object.values(others),
    ...strings(body ?? '').map(({ value }) => value),
  ];
}

/** Lists the strings of a JSON text that are values, with the last member name before each. */
function strings(text: string): ShownValue[] {
  const counts = new Map<string, number>();
  const found: ShownValue[] = [];
  let name = '';
  let k = 0;
  for (const { 1: value = '', 2: colon, index: at } of text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)) {
    if (colon !== undefined) {
      name = value;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      k = 0;
    } else {
      k += 1;
      found.push({ value: value.replaceAll('\\/', '/'), name, nth: counts.get(name) ?? 0, k, at });
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
          !/[\s\\]|^\d{4}-\d\d-\d\d/.test(value) &&
          (UUID.test(value) ||
            isSecretMember(name) ||
            ID_NAME.test(name) ||
            (value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value))),
      )
    : [];
