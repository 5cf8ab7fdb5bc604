// Keeps the requests of a run with their replies, complete and with secrets, finds the replies that give the values of later
// requests, and chooses the requests that the script of a finding sends.
import { percentDecoded } from '../../../contract/json/pointer.ts';
import { UUID } from '../../../contract/uuid.ts';
import { isSecretMember } from '../../../redaction/secret-names.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';

/** A string of a reply that a later request may need: the n-th member of a name, and the k-th string after it. */
type ShownValue = { value: string; name: string; nth: number; k: number; at: number };

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

/** A request of a script. */
export type Step = {
  sent: Sent;
  /** the same requests before it, which this step stands for */
  earlier: readonly Sent[];
  /** how often it is sent: more than once for a burst */
  times: number;
  /** the text of the reply that the run waited for with repeated reads */
  awaited?: string | undefined;
  /** seconds that the run waited before it */
  pause: number;
  /** whether the finding rests on its reply */
  decisive: boolean;
};

const MAX_READS = 6;
const MAX_PAUSE = 70;

/** Returns the requests that reproduce a result, in the order of sending; empty when the run has not kept them. */
export function selectSteps(result: Result, history: History): Step[] {
  const proof = new Set(result.exchanges.map(({ id }) => id));
  const isDecisive = ({ exchange }: Sent): boolean => proof.has(exchange.id);
  let last = history.entries.findLastIndex(isDecisive);
  // Replies of requests that are sent together arrive in any order.
  while (history.entries[last]?.exchange.concurrent && history.entries[last + 1]?.exchange.concurrent)
    last += 1;
  const sent = history.entries.slice(0, last + 1);
  const ofCheck = sent.filter(({ exchange: { purpose } }) => purpose === 'check');
  const reads = ofCheck.filter(({ exchange }) => exchange.request.method === 'GET').length;
  const bursts = new Set(
    sent.filter((one) => one.exchange.burst && isDecisive(one)).map((one) => one.exchange.by),
  );
  const isSent = ({ exchange: { purpose, request, status, burst, by } }: Sent): boolean => {
    if (burst && bursts.has(by)) return true;
    if (request.method === 'GET') return purpose === 'check' && reads <= MAX_READS;
    return purpose === 'check' || (purpose === 'fixture' && status < 400);
  };
  const wanted = new Set(sent.filter((one) => isDecisive(one) || isSent(one)));
  // What gives a value is sent before what needs it; so is what gives the value beside which it stands.
  for (const one of wanted)
    for (const token of one.tokens) {
      const source = history.sourceOf(token);
      const beside = source?.near === undefined ? undefined : history.sourceOf(source.near);
      for (const found of [source, beside]) if (found && found.sent.n < one.n) wanted.add(found.sent);
      if (source === undefined && token === credentialOf(one)) {
        // An altered credential is made from the genuine one, which the run has sent before.
        const genuine = sent.find((other) => other.n < one.n && isAltered(token, credentialOf(other)));
        if (genuine && history.sourceOf(credentialOf(genuine))) wanted.add(genuine);
      }
    }
  // A resource is read until it has the state in which the run used it.
  const isWait = (one: Sent): boolean => {
    const { request, purpose, status, text } = one.exchange;
    const id = request.path.split('/').at(-1) ?? '';
    const source = history.sourceOf(id);
    const state = stateIn(text);
    return (
      (purpose === 'check' || purpose === 'fixture') &&
      request.method === 'GET' &&
      status === 200 &&
      source !== undefined &&
      wanted.has(source.sent) &&
      state !== undefined &&
      !source.sent.exchange.text.includes(state)
    );
  };
  return groupRepeated(
    sent.filter((one) => wanted.has(one) || isWait(one)),
    isDecisive,
  );
}

const credentialOf = ({ exchange }: Sent): string =>
  credentialIn(exchange.request.headers.authorization ?? '');

/** Returns whether a credential differs from a genuine one only in letter case, its last character or appended text. */
const isAltered = (credential: string, genuine: string): boolean =>
  genuine.length >= 16 &&
  credential !== genuine &&
  credential.toLowerCase().startsWith(genuine.toLowerCase().slice(0, -1));

function groupRepeated(all: readonly Sent[], isDecisive: (sent: Sent) => boolean): Step[] {
  const steps: Step[] = [];
  for (const sent of all) {
    const { exchange } = sent;
    const before = steps.at(-1);
    const gap = before ? exchange.startedAt - before.sent.exchange.startedAt - before.sent.exchange.ms : 0;
    const decisive = isDecisive(sent);
    const isRead = exchange.request.method === 'GET';
    const state = isRead && !decisive && exchange.status === 200 ? stateIn(exchange.text) : undefined;
    if (before && !before.decisive && !exchange.concurrent && isSame(exchange, before.sent.exchange)) {
      const awaited = isRead ? (stateIn(exchange.text) ?? before.awaited) : undefined;
      steps[steps.length - 1] = {
        ...{ ...before, sent, decisive, awaited, earlier: [...before.earlier, before.sent] },
        times: awaited === undefined ? before.times + 1 : 1,
      };
    } else {
      const isPause = gap >= 900 && before !== undefined && before.sent.exchange.purpose !== 'login';
      const pause = isPause ? Math.min(MAX_PAUSE, Math.ceil(gap / 1000)) : 0;
      steps.push({ sent, earlier: [], times: 1, pause, decisive, awaited: state });
    }
  }
  return steps;
}

/** Returns the state that a reply shows, unless it is a list: `"status":"active"`. */
const stateIn = (text: string): string | undefined =>
  /^\s*(?:\[|\{\s*"\w+"\s*:\s*\[)/.test(text)
    ? undefined
    : /"(?:status|state)"\s*:\s*"[\w-]+"/.exec(text)?.[0];

const isSame = ({ request: a }: Exchange, { request: b }: Exchange): boolean =>
  a.method === b.method &&
  a.path === b.path &&
  a.body === b.body &&
  ['authorization', 'idempotency-key'].every((name) => a.headers[name] === b.headers[name]);
