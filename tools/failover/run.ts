// One run of the workload against one or several base URLs: opens the worlds, runs the clients, reads the worlds, and
// judges the history.
import { randomOf } from '../attack/model.ts';
import type { Operation } from '../histories/history.ts';
import type { Porcupine } from '../histories/porcupine.ts';
import { type Account, openAccounts } from './accounts.ts';
import { type Judgement, judge, readWorlds } from './audit.ts';
import { type Gap, startProbes } from './availability.ts';
import { type Client, createClient } from './client.ts';
import { runWorkload, type Workload } from './workload.ts';

export type RunOptions = {
  baseUrls: readonly string[];
  /** the names of the worlds to create */
  worlds: readonly string[];
  clients: number;
  /** operations a second, about */
  rate: number;
  /** how long the clients run */
  seconds: number;
  /** how many operations the history has at most, about; default: no limit */
  operations?: number;
  /** how many operations the history has at least, on a slow machine after more seconds; default: 0 */
  atLeast?: number;
  seed: number;
  /** opens a connection for each request */
  freshConnections?: boolean;
  porcupine: Porcupine | null;
  /** Disturbs the servers from the start of the clients until `endMs`, and then leaves them working. */
  disturb?: (endMs: number) => Promise<void>;
  /** Compares what is left when the clients have ended. Returns what is wrong. */
  afterwards?: (client: Client, accounts: readonly Account[]) => Promise<string[]>;
};

export type RunResult = Judgement & {
  operations: Operation[];
  workload: Workload;
  /** the longest times without a reply, the longest first */
  gaps: Gap[];
};

/** Runs the workload and judges it. Every contradiction is a line of `problems`. */
export async function runHistory(options: RunOptions): Promise<RunResult> {
  const { baseUrls, worlds, clients, rate, seconds, seed, porcupine } = options;
  const random = randomOf(seed);
  const client = createClient(baseUrls, { random, freshConnections: options.freshConnections ?? false });
  try {
    const { accounts, operations } = await openAccounts(client, worlds);
    const endMs = performance.now() + seconds * 1000;
    const probes = startProbes(client, accounts);
    const disturbed = options.disturb?.(endMs);
    const { operations: most, atLeast = 0 } = options;
    const limits = { atLeast, ...(most !== undefined && { operations: most }) };
    const workload = await runWorkload(client, { accounts, clients, rate, endMs, random, ...limits });
    await disturbed;
    const gaps = await probes.stop();
    operations.push(...workload.operations);
    const { reads, problems } = await readWorlds(client, accounts, operations, workload.unresolved);
    operations.push(...reads);
    const judgement = judge(operations, porcupine);
    const unexpected = [...new Set(workload.unexpected)].slice(0, 20);
    const later = (await options.afterwards?.(client, accounts)) ?? [];
    return {
      ...judgement,
      problems: [...unexpected, ...problems, ...judgement.problems, ...later],
      operations,
      workload,
      gaps,
    };
  } finally {
    await client.close();
  }
}
