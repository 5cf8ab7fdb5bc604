// A run with faults: replicas that share worlds are disturbed while clients work, and what the clients saw is judged.
import { pause, randomOf } from '../attack/model.ts';
import type { Porcupine } from '../histories/porcupine.ts';
import type { Account } from './accounts.ts';
import type { Gap } from './availability.ts';
import type { Client } from './client.ts';
import { type Cluster, type StateKind, startCluster } from './cluster.ts';
import { disturb, type Fault, type FaultKind, faultsOf } from './nemesis.ts';
import { type RunResult, runHistory } from './run.ts';

/** How long the lease of a world lasts, in ms: `src/storage/postgres`. */
const LEASE_MS = 5000;
/** How long a take-over may take after the lease has run out by default, in ms. */
const CLAIM_MS = 3000;
/** The time in which the values that are stored each second are stored, in ms. */
const CHECKPOINTS_MS = 8000;
/** How long an export may take while a world is taken over, in ms. */
const PATIENCE_MS = 30_000;

export type FailoverOptions = {
  state: StateKind;
  replicas: number;
  worlds: number;
  clients: number;
  rate: number;
  seconds: number;
  /** how many operations the history has at least, on a slow machine after more seconds; default: 0 */
  atLeast?: number;
  seed: number;
  porcupine: Porcupine | null;
  /** how long a take-over may take after the lease has run out, in ms; default: 3000 */
  claimMs?: number;
  /** default: all that the replicas can have; none for mocks in memory */
  faults?: readonly FaultKind[];
};

export type FailoverResult = RunResult & {
  faults: Fault[];
  /** the longest gap in which there was at most one fault, in ms */
  longestGapMs: number;
  /** resident memory of each replica at the end, in MB */
  rssMb: (number | null)[];
};

/** Runs replicas, clients and faults. Every contradiction is a line of `problems`. */
export async function runFailover(options: FailoverOptions): Promise<FailoverResult> {
  const { state, replicas, seed, claimMs = CLAIM_MS } = options;
  const cluster = await startCluster({ state, replicas });
  try {
    const [first] = cluster.replicas;
    const kinds = options.faults ?? (state === 'memory' || !first ? [] : faultsOf(first));
    const faults: Fault[] = [];
    const worlds = Array.from({ length: options.worlds }, (_, index) => `failover-${index + 1}`);
    const result = await runHistory({
      ...options,
      baseUrls: cluster.baseUrls,
      worlds,
      disturb: async (endMs) => {
        faults.push(...(await disturb(cluster.replicas, { endMs, kinds, random: randomOf(seed + 1) })));
      },
      afterwards: async (client, accounts) => [
        ...(kinds.includes('kill') ? await compareExports(client, cluster, accounts) : []),
        ...cluster.complaints(),
      ],
    });
    const judged = result.gaps.map((gap) => ({ ...gap, faults: faultsDuring(gap, faults).length }));
    // One process alone serves nothing while it is down; replicas take over when the lease has run out.
    const allowedMs = (gap: Gap): number => {
      const during = faultsDuring(gap, faults);
      const down = during.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
      return replicas === 1 ? down + claimMs : Math.max(1, during.length) * (LEASE_MS + claimMs);
    };
    const tooLong = judged.filter((gap) => gap.ms > allowedMs(gap));
    const problems = tooLong.map(
      ({ world, ms, faults }) =>
        `${world} was not served for ${(ms / 1000).toFixed(1)} s, in which there were ${faults} faults.`,
    );
    return {
      ...result,
      problems: [...result.problems, ...problems],
      faults,
      longestGapMs: Math.max(0, ...judged.filter(({ faults }) => faults <= 1).map(({ ms }) => ms)),
      rssMb: cluster.replicas.map((replica) => replica.rssMb()),
    };
  } finally {
    await cluster.close();
  }
}

/** The faults of which a part was in a gap, or shortly before it. */
const faultsDuring = ({ fromMs, ms }: Gap, faults: readonly Fault[]): Fault[] =>
  faults.filter((fault) => fault.fromMs <= fromMs + ms && fault.toMs >= fromMs - 500);

/**
 * Freezes the clocks of the worlds and exports them, then kills each replica in turn and exports the worlds again through
 * the others. Returns the exports whose bytes differ.
 */
async function compareExports(
  client: Client,
  { replicas }: Cluster,
  accounts: readonly Account[],
): Promise<string[]> {
  const worlds = [...new Set(accounts.map(({ world }) => world))];
  const problems: string[] = [];
  const call = async (world: string, method: 'GET' | 'POST', path: string): Promise<string> => {
    const reply = await client.sendUntilKnown({ method, path: `/w/${world}/_mock/v1/${path}` }, PATIENCE_MS);
    if (reply?.status !== 200)
      problems.push(`${method} ${path} of ${world} is answered with ${reply?.status ?? 'no status'}.`);
    return reply?.text ?? '';
  };
  const before = new Map<string, string>();
  for (const world of worlds) await call(world, 'POST', 'clock/freeze');
  // Usage and rate limits are stored each second only.
  await pause(CHECKPOINTS_MS);
  for (const world of worlds) before.set(world, await call(world, 'GET', 'export'));
  for (const replica of replicas) {
    await replica.kill();
    if (replicas.length === 1) await replica.start();
    for (const world of worlds) {
      const after = await call(world, 'GET', 'export');
      if (after !== before.get(world))
        problems.push(
          `${world}: ${differenceOf(before.get(world) ?? '', after)} after the end of ${replica.name}.`,
        );
    }
    if (replicas.length > 1) await replica.start();
  }
  return problems;
}

/** Says where two exports differ first. */
function differenceOf(before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60));
  return `the export differs at byte ${at}: ${around(before)} became ${around(after)}`;
}
