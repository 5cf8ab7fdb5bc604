// Finds what only the platform can see of a client: repeats without a key, early repeats, storms of refreshes.
import type { SentRequest } from './platform.ts';

/** What a client did that no test of it can see. */
export type Observation = {
  kind: keyof typeof KINDS;
  operation: string;
  /** what happened, in a sentence */
  message: string;
  /** the requests that show it, the oldest first */
  requests: readonly SentRequest[];
};

/** Kind of observation → what a client should do, and the sentence of the specification that it rests on. */
export const KINDS = {
  'repeat-takes-effect-twice': {
    title: 'a repeated request took effect twice',
    advice: 'Send one `Idempotency-Key` with a request and with each repeat of it.',
    sentence:
      'Money-moving POST requests accept an `Idempotency-Key` request header so that replays collapse into one operation.',
  },
  'write-sent-twice': {
    title: 'a write was sent twice at once, as by a double click',
    advice: 'Send nothing again while a request runs, or send one `Idempotency-Key` with both.',
    sentence:
      'Money-moving POST requests accept an `Idempotency-Key` request header so that replays collapse into one operation; of other requests no sentence says that a repeat has no effect.',
  },
  'repeat-before-retry-after': {
    title: 'a request was repeated before `Retry-After` had passed',
    advice: 'Wait as many seconds as `Retry-After` says.',
    sentence: 'On breach: 429 with `Retry-After` in seconds; clients wait, then retry.',
  },
  'polling-over-the-limit': {
    title: 'a request was sent again and again although the limit refused it',
    advice: 'Send it less often once it is refused.',
    sentence:
      'Limits are per minute. On breach: 429 with `Retry-After` in seconds; clients wait, then retry.',
  },
  'refresh-storm': {
    title: 'one token was refreshed several times at once',
    advice: 'Let all requests that wait for a new token share one refresh.',
    sentence: 'Set B: Auth endpoints: 10 a minute (429 on breach).',
  },
} as const;

/**
 * How soon after one another two requests arrive that a client has sent without waiting for the reply to the first, in ms.
 */
const AT_ONCE_MS = 25;
/** How long after a failed request its repeat is looked for, in ms. */
const REPEAT_MS = 60_000;
/** How much earlier than it was told to a client may send a request, in ms: clocks and networks are not exact. */
const TOLERANCE_MS = 100;
/** How long after `Retry-After` a client may send the request that it was told to repeat, in ms. */
const AFTER_DUE_MS = 2000;
const MANY_REFUSALS = 4;

const isFailed = ({ status, isClosed }: SentRequest): boolean => isClosed || status >= 500;
const isWrite = ({ method }: SentRequest): boolean => method !== 'GET' && method !== 'HEAD';

/** Finds what only the platform can see in the requests of a run, the oldest first. */
export function observe(requests: readonly SentRequest[]): Observation[] {
  const same = Map.groupBy(
    requests.filter(({ operation }) => operation !== null),
    ({ caller, method, url, body }) => `${caller}\n${method} ${url}\n${body}`,
  );
  const found: Observation[] = [];
  for (const group of same.values()) {
    for (const [at, second] of group.entries()) {
      const first = group[at - 1];
      const seen = first && (first.operation === 'refreshSession' ? stormOf : pairOf)(first, second, group);
      if (seen) found.push({ ...seen, operation: second.operation ?? '', requests: [first, second] });
    }
    const polled = refusedInARow(group);
    if (polled) found.push(polled);
  }
  return found;
}

type Seen = Pick<Observation, 'kind' | 'message'>;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function pairOf(first: SentRequest, second: SentRequest, group: readonly SentRequest[]): Seen | undefined {
  const { status, retryAfter } = first;
  const waited = second.arrived - first.replied;
  const due = first.replied + (retryAfter ?? 0) * 1000;
  const isEarly = status === 429 && waited > 0 && second.arrived + TOLERANCE_MS < due;
  // Where the same request comes in time, another part of the client has sent the early one.
  const isInTime = ({ arrived }: SentRequest): boolean =>
    arrived + TOLERANCE_MS >= due && arrived < due + AFTER_DUE_MS;
  if (isEarly && !group.some(isInTime))
    return {
      kind: 'repeat-before-retry-after',
      message: `${status} said \`Retry-After: ${retryAfter}\`, and the same request came after ${seconds(waited)}.`,
    };
  if (!isWrite(first) || !first.hasEffect || !second.hasEffect) return undefined;
  if (isFailed(first) && first.takesKey && waited < REPEAT_MS)
    return {
      kind: 'repeat-takes-effect-twice',
      message: `The reply to the first one was lost after it had taken effect; the repeat had ${second.key === null ? 'no `Idempotency-Key`' : 'another `Idempotency-Key`'}, so it took effect too.`,
    };
  const isAnother = first.key !== null && second.key !== null && first.key !== second.key;
  const isAtOnce = second.arrived - first.arrived < AT_ONCE_MS;
  if (!isFailed(first) && first.method === 'POST' && !first.url.includes('/auth/') && isAtOnce && !isAnother)
    return {
      kind: 'write-sent-twice',
      message: `The second one came ${seconds(second.arrived - first.arrived)} after the first, and both took effect.`,
    };
  return undefined;
}

const stormOf = (first: SentRequest, second: SentRequest): Seen | undefined =>
  second.arrived - first.arrived < AT_ONCE_MS
    ? {
        kind: 'refresh-storm',
        message: `Two refreshes of one token came within ${seconds(second.arrived - first.arrived)}.`,
      }
    : undefined;

/** Finds refusals in a row of which each came before the time that the one before it had named. */
function refusedInARow(group: readonly SentRequest[]): Observation | undefined {
  let row: SentRequest[] = [];
  for (const one of group) {
    const last = row.at(-1);
    const due = last && last.replied + (last.retryAfter ?? 0) * 1000;
    // What was sent before the refusal arrived, or after the wait, is not sent in spite of it.
    if (
      one.status === 429 &&
      last &&
      due &&
      !(one.arrived > last.replied && one.arrived + TOLERANCE_MS < due)
    )
      continue;
    row = one.status === 429 ? [...row, one] : [];
    if (row.length < MANY_REFUSALS) continue;
    const message = `${row.length} requests in a row were answered 429, and the client went on.`;
    return { kind: 'polling-over-the-limit', operation: one.operation ?? '', message, requests: row };
  }
  return undefined;
}
