// Test helper: finds out whether a simulation lost a top-up, made one twice, or showed a wallet in two ways.
import {
  checkLinearizability,
  type HistoryOperation,
  operationsByKey,
  type SequentialModel,
} from '../../testing/linearizability.ts';
import type { MemoryWorldStore } from '../../testing/memory-world-store.ts';
import { storedWallet } from './wallet-world.ts';

/** An operation on the wallet of a world; the reply is the balance after it. */
export type WalletOperation = HistoryOperation<{ id: string; amount?: number }, number> & {
  readonly operation: 'topUp' | 'read';
};

const walletModel: SequentialModel<number, WalletOperation> = {
  initial: 0,
  step(balance, { input: { amount = 0 }, outcome, output }) {
    const after = balance + amount;
    return outcome !== 'ok' || output === after ? after : null;
  },
};

/** What is wrong with the end of a simulation, as sentences. */
export type Findings = {
  readonly problems: string[];
  /** the worlds whose history is too long to decide whether it is linearizable */
  readonly undecided: string[];
};

/** How many configurations the checker looks at; a history without a problem needs a few hundred. */
const MAX_CONFIGURATIONS = 300_000;

/** Finds out what is wrong with the end of a simulation. */
export function judgeHistory(history: readonly WalletOperation[], database: MemoryWorldStore): Findings {
  const problems: string[] = [];
  const undecided: string[] = [];
  for (const [name, operations] of operationsByKey(history)) {
    const counts = new Map<string, number>();
    for (const { id } of storedWallet(database.entries.get(name) ?? { base: '[]', records: [] }))
      counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const { operation, outcome, input } of operations) {
      const count = counts.get(input.id) ?? 0;
      if (operation === 'topUp' && outcome === 'ok' && count === 0)
        problems.push(`The acknowledged top-up ${input.id} of ${name} is lost.`);
      if (count > 1) problems.push(`The top-up ${input.id} of ${name} was made ${count} times.`);
    }
    // With many calls of unknown outcome the search is long, and the problems found so far are enough.
    if (problems.length > 0) continue;
    const maxConfigurations = MAX_CONFIGURATIONS;
    const { verdict, order, blocked } = checkLinearizability(walletModel, operations, { maxConfigurations });
    if (verdict === 'undecided') undecided.push(`The history of ${name} is too long to be decided.`);
    if (verdict === 'not linearizable')
      problems.push(
        `The history of ${name} is not linearizable: after ${order.length} operations, none of ${JSON.stringify(blocked)} fits.`,
      );
  }
  return { problems, undecided };
}
