// The workload of a run: concurrent clients top up wallets, place, pay and cancel orders, and read them. Each operation
// goes into the history.
import { pause } from '../attack/model.ts';
import type { Operation } from '../histories/history.ts';
import { type Account, nowUs } from './accounts.ts';
import { type Client, isKnown } from './client.ts';
import {
  type Action,
  cancelOrder,
  payOrder,
  placeOrder,
  readOrder,
  readWallet,
  topUp,
} from './operations.ts';

export type WorkloadOptions = {
  accounts: readonly Account[];
  /** how many clients run at the same time */
  clients: number;
  /** about how many operations a second all clients send together */
  rate: number;
  /** when the clients stop, by `performance.now()` */
  endMs: number;
  /** how many operations the history has at most, about; default: no limit */
  operations?: number;
  /** how many operations the history has at least: the clients go on after `endMs` until it has them; default: 0 */
  atLeast?: number;
  random: () => number;
};

export type Workload = {
  readonly operations: Operation[];
  /** replies that no correct server gives, as text */
  readonly unexpected: string[];
  /** how many operations had a first reply of unknown outcome */
  unknownReplies: number;
  /** how many writes have an outcome that stayed unknown */
  unresolved: number;
  /** how many writes were given up by their client, and repeated later with the same key */
  resumed: number;
};

/** The share of the writes whose connection the client cuts just after it has sent them. */
const CUT_SHARE = 0.04;
/** The share of the writes of unknown outcome that a client gives up, and repeats only later. */
const GIVEN_UP_SHARE = 0.3;
/** How long a request of unknown outcome is repeated before its outcome stays unknown, in ms. */
const PATIENCE_MS = 30_000;
/** How many of the last orders of an account the clients use. */
const ORDERS_USED = 12;
const TOP_UP_MAX = 300;

/** An operation of a client that was called and may have an outcome that nobody knows yet. */
type Pending = { process: number; action: Action; callUs: number; resumeMs: number };

/** Runs the clients until `endMs`, or until there are enough operations, and then finishes the writes that were given up. */
export async function runWorkload(client: Client, options: WorkloadOptions): Promise<Workload> {
  const { accounts, clients, rate, endMs, random } = options;
  const { operations = Number.POSITIVE_INFINITY, atLeast = 0 } = options;
  const workload: Workload = { operations: [], unexpected: [], unknownReplies: 0, unresolved: 0, resumed: 0 };
  const givenUp: Pending[] = [];
  let keys = 0;
  const number = (below: number): number => Math.floor(random() * below);
  const pick = <A>(list: readonly A[]): A | undefined => list[number(list.length)];

  /** Chooses an operation: two thirds are about wallets. */
  const draw = (account: Account): Action => {
    const key = `run-${keys++}`;
    const order = pick(account.orders);
    const place = (payment: 'wallet' | 'bank_transfer'): Action =>
      placeOrder(account, payment, key, (placed) => {
        account.orders.push(placed);
        if (account.orders.length > ORDERS_USED) account.orders.shift();
      });
    const kind = random();
    if (kind < 0.3) return topUp(account, 1 + number(TOP_UP_MAX), key);
    if (kind < 0.6) return readWallet(account);
    if (kind < 0.68) return place('wallet');
    if (kind < 0.78 || order === undefined) return place('bank_transfer');
    if (kind < 0.86) return payOrder(account, order, key);
    return kind < 0.9 ? cancelOrder(account, order) : readOrder(account, order);
  };

  const record = ({ process, callUs }: Pending, parts: ReturnType<Action['read']>): void => {
    const returnUs = nowUs();
    for (const part of parts) {
      const times = { callUs, returnUs: part.outcome === 'unknown' ? null : returnUs };
      workload.operations.push({ process, ...part, ...times } as Operation);
    }
  };

  /** Repeats an operation until its outcome is known. */
  const finish = async (pending: Pending): Promise<void> => {
    const { action } = pending;
    const reply = await client.sendUntilKnown(action.request, PATIENCE_MS);
    const parts = action.read(reply);
    if (reply === null) workload.unresolved += 1;
    // A refusal may be due to the first try, which then had the effect.
    const ambiguous = !action.repeatable && parts.some(({ outcome }) => outcome === 'failed');
    record(pending, ambiguous ? action.read(null) : parts);
  };

  const run = async (process: number, action: Action): Promise<void> => {
    const pending = { process, action, callUs: nowUs(), resumeMs: 0 };
    const isRead = action.request.method === undefined;
    const cut = !isRead && random() < CUT_SHARE;
    const reply = await client.send({ ...action.request, ...(cut && { cutAfterMs: number(4) }) });
    if (isKnown(reply)) return record(pending, action.read(reply));
    workload.unknownReplies += 1;
    // A read that is repeated is another read.
    if (isRead) return;
    if (random() >= GIVEN_UP_SHARE) return finish(pending);
    givenUp.push({ ...pending, resumeMs: performance.now() + 500 + number(10_000) });
  };

  const guarded = async (what: Action, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      const { method = 'GET', path } = what.request;
      workload.unexpected.push(
        `${method} ${path}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };

  const resume = async (): Promise<void> => {
    const next = givenUp.shift();
    if (!next) return;
    workload.resumed += 1;
    await guarded(next.action, () => finish(next));
  };

  const runClient = async (process: number): Promise<void> => {
    const count = (): number => workload.operations.length;
    while ((performance.now() < endMs || count() < atLeast) && count() < operations) {
      if ((givenUp[0]?.resumeMs ?? Number.POSITIVE_INFINITY) < performance.now()) await resume();
      const account = pick(accounts);
      if (!account) return;
      const action = draw(account);
      await guarded(action, () => run(process, action));
      await pause(random() * 2000 * (clients / rate));
    }
    while (givenUp.length > 0) await resume();
  };

  await Promise.all(Array.from({ length: clients }, (_, index) => runClient(index + 1)));
  return workload;
}
