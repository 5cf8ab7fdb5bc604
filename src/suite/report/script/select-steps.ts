// Chooses the requests that the script of a finding sends: those of its check, and what creates the values they use.
import type { Exchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import { credentialIn, type History, type Sent } from './history.ts';

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
/** The longest pause of a script, in seconds. */
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

/** Joins requests that follow each other and are the same: reads until a state is reached, and bursts. */
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
