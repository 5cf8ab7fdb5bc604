// Reads the worlds after a run, and judges the run: its history, the sums of the wallets, and the lists of orders.
import { checkHistory, explainResult, type Operation } from '../histories/history.ts';
import type { Porcupine } from '../histories/porcupine.ts';
import { type Account, type Members, membersOf, nowUs } from './accounts.ts';
import type { Client } from './client.ts';
import { orderKey, readWallet } from './operations.ts';

const PATIENCE_MS = 30_000;
const PER_PAGE = 100;

/** The operations of the process that reads the worlds before and after a run. */
const AUDITOR = 0;

/**
 * Reads every wallet and the list of all orders, when no write is under way.
 * @param unresolved how many writes have an unknown outcome, so that as many orders may exist that no client knows
 * @returns the reads as operations of the history, and what contradicts the operations of the run
 */
export async function readWorlds(
  client: Client,
  accounts: readonly Account[],
  operations: readonly Operation[],
  unresolved: number,
): Promise<{ reads: Operation[]; problems: string[] }> {
  const reads: Operation[] = [];
  const problems: string[] = [];
  const unplaced: string[] = [];
  const created = new Set(operations.filter(({ operation }) => operation === 'create').map(({ key }) => key));
  for (const account of accounts) {
    const { request, read } = readWallet(account);
    const callUs = nowUs();
    const reply = await client.sendUntilKnown(request, PATIENCE_MS);
    if (reply === null) problems.push(`The wallet ${account.wallet} cannot be read after the run.`);
    for (const part of read(reply))
      reads.push({ process: AUDITOR, ...part, callUs, returnUs: nowUs() } as Operation);

    const listed = await listOrders(client, account);
    for (const { id = '', status, callUs, returnUs } of listed) {
      const key = orderKey(account, id);
      if (!created.delete(key)) {
        unplaced.push(key);
        continue;
      }
      const output = { status: status as 'pending' };
      reads.push({
        process: AUDITOR,
        operation: 'read',
        key,
        input: {},
        callUs,
        returnUs,
        outcome: 'ok',
        output,
      });
    }
  }
  if (unplaced.length > unresolved)
    problems.push(
      `${unplaced.length} orders exist that no client has placed: ${unplaced.slice(0, 5).join(', ')}.`,
    );
  for (const key of created) problems.push(`The order ${key} was confirmed, and no list contains it.`);
  return { reads, problems };
}

type ListedOrder = Members & { callUs: number; returnUs: number };

/** Lists the orders of an account's customer without the first, which only told the price, and those before it. */
async function listOrders(client: Client, account: Account): Promise<ListedOrder[]> {
  const found: ListedOrder[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const callUs = nowUs();
    const path = `/w/${account.world}/v1/orders?sort=created_at&per_page=${PER_PAGE}&page=${page}`;
    const reply = await client.sendUntilKnown({ path, apiKey: account.apiKey }, PATIENCE_MS);
    const { data, meta } = reply ? membersOf(reply) : {};
    if (!data)
      throw new Error(`The orders of ${account.world} cannot be listed: ${reply?.text.slice(0, 300)}`);
    last = meta?.last_page ?? 1;
    found.push(...data.map((order) => ({ ...order, callUs, returnUs: nowUs() })));
  }
  return found.slice(account.ordersBefore);
}

export type Judgement = {
  /** what is wrong, in lines; empty when nothing is */
  problems: string[];
  /** how many wallets and orders were checked */
  keys: number;
  /** operations whose outcome stayed unknown */
  unknown: number;
  checkMs: { ours: number; porcupine: number | null };
};

/**
 * Judges the history of a run, in which the reads after the run come last.
 * @param porcupine the second checker; null where Go is not installed
 */
export function judge(operations: readonly Operation[], porcupine: Porcupine | null): Judgement {
  const began = performance.now();
  const results = checkHistory(operations);
  const ours = performance.now() - began;
  const problems = [...results].flatMap(([key, result]) =>
    result.verdict === 'linearizable' ? [] : [explainResult(key, result)],
  );
  problems.push(...wrongSums(operations));
  const second = performance.now();
  for (const [key, verdict] of porcupine?.check(operations) ?? []) {
    const own = results.get(key)?.verdict;
    if (verdict !== own) problems.push(`${key} is ${verdict} for porcupine, and ${own} for our checker.`);
  }
  return {
    problems,
    keys: results.size,
    unknown: operations.filter(({ outcome }) => outcome === 'unknown').length,
    checkMs: { ours, porcupine: porcupine ? performance.now() - second : null },
  };
}

/** Lists the wallets whose last balance is not the first plus what was confirmed. */
function wrongSums(operations: readonly Operation[]): string[] {
  const wallets = Map.groupBy(
    operations.filter(({ key }) => key.endsWith('/wallet')),
    ({ key }) => key,
  );
  return [...wallets].flatMap(([key, some]) => {
    // A change of unknown outcome may be part of the balance or not.
    if (some.some(({ outcome }) => outcome === 'unknown')) return [];
    let expected = 0;
    let last: Operation | undefined;
    for (const one of some) {
      const { amount = 0 } = one.input as { amount?: number };
      if (one.operation === 'open') expected += balanceOf(one);
      if (one.outcome === 'ok' && one.operation === 'topUp') expected += amount;
      if (one.outcome === 'ok' && one.operation === 'spend') expected -= amount;
      if (one.operation === 'read' && one.callUs >= (last?.callUs ?? 0)) last = one;
    }
    const balance = last === undefined ? expected : balanceOf(last);
    return balance === expected
      ? []
      : [`${key} has ${balance}; what was confirmed makes ${expected}, so ${balance - expected} too much.`];
  });
}

const balanceOf = ({ output }: Operation): number => (output as { balance?: number } | null)?.balance ?? 0;
