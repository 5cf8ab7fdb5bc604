// Chooses the requests that the script of a finding sends: those of its check, and everything that created what they
// use.
import type { Result } from '../../model/result.ts';
import type { History, Sent, ShownValue } from './history.ts';

/** Where a request finds a value: a place in an earlier reply, or the place beside another value of it. */
export type Source = { sent: Sent; place: ShownValue; near?: string };

/** A request of a script. */
export type Step = {
  sent: Sent;
  /** how often it is sent: more than once for a burst */
  times: number;
  /** the text of the reply that the run waited for with repeated reads */
  awaited?: string;
  /** seconds that the run waited before it */
  pause: number;
  /** whether the finding rests on its reply */
  decisive: boolean;
};

/** The most reads that are kept although nothing depends on them. */
const MAX_READS = 6;
/** The longest pause of a script, in seconds. */
const MAX_PAUSE = 70;

/** Finds out which replies give the values of later requests. */
export class Sources {
  readonly #history: History;
  readonly #known = new Map<string, Source | undefined>();

  constructor(history: History) {
    this.#history = history;
  }

  /** Returns the source of a text of a request; undefined for a text that no reply of the run brought about. */
  of(value: string): Source | undefined {
    if (!this.#known.has(value)) {
      this.#known.set(value, undefined);
      this.#known.set(value, this.#find(value));
    }
    return this.#known.get(value);
  }

  #find(value: string): Source | undefined {
    const first = this.#history.shownFirst.get(value);
    if (first === undefined || (this.#history.sentFirst.get(value) ?? Infinity) <= first.sent.n) return;
    const { sent, place } = first;
    if (sent.request.method !== 'GET') return first;
    // What a read shows was there before the run, unless the read is of something that the run created.
    if (
      sent.tokens.some((token) => !token.includes('.') && this.of(token) !== undefined && this.#isId(token))
    )
      return first;
    const { from, to } = enclosingObject(sent.text, place.at);
    const beside = sent.shown.find(
      (other) =>
        other.value !== value && other.at > from && other.at < to && this.of(other.value) !== undefined,
    );
    if (beside === undefined) return undefined;
    return { sent, place, near: beside.value };
  }

  /** Returns whether a text is part of a path or query and not the credential of the caller. */
  #isId(token: string): boolean {
    const source = this.of(token);
    return source !== undefined && source.sent.purpose !== 'login';
  }
}

/** Returns the innermost object of a JSON text around a position. */
function enclosingObject(text: string, at: number): { from: number; to: number } {
  let depth = 0;
  let from = at;
  while (from > 0 && depth >= 0) {
    from -= 1;
    if (text[from] === '}') depth += 1;
    else if (text[from] === '{') depth -= 1;
  }
  let to = at;
  for (depth = 0; to < text.length && depth >= 0; to += 1) {
    if (text[to] === '{') depth += 1;
    else if (text[to] === '}') depth -= 1;
  }
  return { from, to };
}

/** Returns the requests that reproduce a result, in the order of sending; empty when the run has not kept them. */
export function selectSteps(result: Result, history: History, sources: Sources): Step[] {
  const proof = new Set(result.exchanges.map(({ id }) => id));
  const decisive = history.entries.filter(({ id }) => proof.has(id));
  if (decisive.length === 0 || decisive.length < proof.size) return [];
  const paths = new Set(decisive.map(({ request }) => request.path));
  const last = Math.max(...decisive.map(({ n }) => n));
  const checks = new Set(result.kind === 'check' ? [result.id] : result.replay);
  const isPart = ({ n, checkId, purpose, request }: Sent): boolean =>
    n <= last &&
    checks.has(checkId) &&
    purpose === 'check' &&
    (result.kind === 'check' || request.method !== 'GET' || paths.has(request.path));
  const core = history.entries.filter(isPart);
  const wanted = new Set<Sent>([...core, ...decisive]);
  // A request that is invalid on purpose stands beside the valid one that the platform accepted.
  const controls = decisive.flatMap((sent) =>
    sent.fault === null || sent.request.body === null
      ? []
      : history.entries.filter((one) => isControl(one, sent)).slice(-1),
  );
  for (const one of controls) wanted.add(one);
  const needed = new Set<Sent>(controls);
  const groups = new Set<string>();
  const queue = [...wanted];
  for (let sent = queue.pop(); sent !== undefined; sent = queue.pop()) {
    const add = (one: Sent): void => {
      if (!wanted.has(one)) queue.push(one);
      wanted.add(one);
    };
    for (const token of sent.tokens) {
      const source = sources.of(token);
      if (source === undefined || source.sent.n >= sent.n) continue;
      needed.add(source.sent);
      add(source.sent);
      if (source.near !== undefined) {
        const beside = sources.of(source.near);
        if (beside) {
          needed.add(beside.sent);
          add(beside.sent);
        }
      }
    }
    for (const one of changesOf(sent, history, sources)) if (one.n <= last) add(one);
    if (sent.purpose !== 'subject') continue;
    // A fixture that gives a value may have sent more than the request whose reply shows it.
    const group = `${sent.by} ${sent.checkId}`;
    if (groups.has(group)) continue;
    groups.add(group);
    for (const one of history.entries)
      if (one.by === sent.by && one.checkId === sent.checkId && one.purpose === 'subject' && one.n <= last)
        add(one);
  }
  const ordered = [...wanted].sort((a, b) => a.n - b.n);
  const reads = core.filter(({ request }) => request.method === 'GET').length;
  return groupRepeated(ordered, proof).filter(
    ({ sent, decisive, awaited }) =>
      decisive ||
      needed.has(sent) ||
      awaited !== undefined ||
      (sent.request.method === 'GET'
        ? reads <= MAX_READS && core.includes(sent)
        : core.includes(sent) || sent.status < 400),
  );
}

/** Returns whether a request is valid and accepted, and of the operation and caller of an invalid one after it. */
const isControl = (one: Sent, invalid: Sent): boolean =>
  one.n < invalid.n &&
  one.operation === invalid.operation &&
  one.caller === invalid.caller &&
  one.fault === null &&
  one.status >= 200 &&
  one.status < 300;

/**
 * Returns what happened before a request to the resources that it names, as far as the run created them: the writes to
 * them, and the reads that show a state that they were not created in.
 */
function changesOf(sent: Sent, { entries }: History, sources: Sources): Sent[] {
  const ids = sent.request.path.split(/[/?&=]/).filter((part) => sources.of(part) !== undefined);
  return entries.filter(({ n, purpose, request, status, text }) => {
    if (n >= sent.n || status >= 300 || (purpose !== 'check' && purpose !== 'subject')) return false;
    const id = ids.find((one) => request.path.includes(one));
    if (id === undefined) return false;
    if (request.method !== 'GET') return true;
    const state = stateIn(text);
    return request.path.endsWith(id) && state !== undefined && !sources.of(id)?.sent.text.includes(state);
  });
}

const STATE = /"(?:status|state)"\s*:\s*"[\w-]+"/;

/** Joins requests that follow each other and are the same: reads until a state is reached, and bursts. */
function groupRepeated(sent: readonly Sent[], proof: ReadonlySet<string>): Step[] {
  const steps: Step[] = [];
  for (const [at, one] of sent.entries()) {
    const before = sent[at - 1];
    const gap = before === undefined ? 0 : one.startedAt - before.startedAt - before.ms;
    const last = steps.at(-1);
    const decisive = proof.has(one.id);
    const isRead = one.request.method === 'GET';
    if (last && before && isSame(one, before) && !one.concurrent && !last.decisive) {
      if (!isRead || gap < 50) {
        if (last.times < 3 && isRead) steps.push({ sent: one, times: 1, pause: 0, decisive });
        else steps[steps.length - 1] = { ...last, sent: one, times: last.times + 1, decisive };
        continue;
      }
      const awaited = awaitedText(one, before);
      if (awaited !== undefined) {
        steps[steps.length - 1] = { ...last, sent: one, awaited, decisive };
        continue;
      }
    }
    const isWait = before !== undefined && before.checkId === one.checkId && gap >= 900;
    steps.push({
      sent: one,
      times: 1,
      pause: isWait && before.purpose !== 'login' ? Math.min(MAX_PAUSE, Math.ceil(gap / 1000)) : 0,
      decisive,
      ...(isRead && !decisive && one.status === 200 ? awaitedState(one) : {}),
    });
  }
  return steps;
}

/** Returns the state that a read of one resource shows, for which a script waits; nothing for a list. */
function awaitedState({ text }: Sent): { awaited?: string } {
  const state = stateIn(text);
  return state === undefined ? {} : { awaited: state };
}

/** Returns the state that a reply shows, unless it is a list: `"status":"active"`. */
const stateIn = (text: string): string | undefined =>
  /^\s*(?:\[|\{\s*"\w+"\s*:\s*\[)/.test(text) ? undefined : STATE.exec(text)?.[0];

/** Returns a text of the last of several reads that those before lack. */
function awaitedText(last: Sent, before: Sent): string | undefined {
  const state = STATE.exec(last.text)?.[0];
  return state !== undefined && (!before.text.includes(state) || state === STATE.exec(before.text)?.[0])
    ? state
    : undefined;
}

const isSame = (a: Sent, b: Sent): boolean =>
  a.request.method === b.request.method &&
  a.request.path === b.request.path &&
  a.request.body === b.request.body &&
  a.request.headers.authorization === b.request.headers.authorization &&
  a.request.headers['idempotency-key'] === b.request.headers['idempotency-key'];
