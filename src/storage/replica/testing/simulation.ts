// Test helper: a simulation of replicas, their network, the database and clients in one process. The scheduler decides
// the order of all messages; a plan says which processes crash or stop, and which links fail, and when.
import type { Scheduler } from 'fast-check';
import { type MemoryWorldStore, memoryWorldStore } from '../../testing/memory-world-store.ts';
import { Unserved } from '../owned-world.ts';
import { CUT, SimulatedNetwork, UNRELIABLE } from './simulated-network.ts';
import {
  LEASE_MS,
  type Mutation,
  type Replica,
  type ReplicaContext,
  startReplica,
  type WalletCall,
} from './simulated-replica.ts';
import { VirtualTime } from './virtual-time.ts';
import { type Findings, judgeHistory, type WalletOperation } from './wallet-history.ts';
import { walletBase } from './wallet-world.ts';

const URLS = ['r1', 'r2', 'r3'];
const CLIENTS = 4;
/** How often a client repeats a call that was not answered. */
const MAX_TRIES = 30;
/** How long a client waits for a reply, in ms. */
const PATIENCE_MS = 8000;
/** The number of messages and moments after which a simulation is given up. */
const MAX_STEPS = 20_000;

/** What happens to a replica; a `hand over` puts its worlds down, a `leap` moves the time while nothing else happens. */
export const FAULTS = [
  'crash',
  'stop',
  'shut down',
  'hand over',
  'bad link to database',
  'bad links to replicas',
  'isolate',
  'leap',
] as const;

/** A fault that happens once. */
export type PlannedFault = {
  readonly kind: (typeof FAULTS)[number];
  /** the index of the replica */
  readonly replica: number;
  /** when it begins */
  readonly atMs: number;
  /** how long the process is away, the link fails, or the leap is */
  readonly forMs: number;
};

export type Plan = {
  /** determines what the scheduler does not choose: the steps of time, the calls of the clients, lost messages */
  readonly seed: number;
  /** the number of calls of each client */
  readonly calls: number;
  /** how much time passes between two messages: 1, or less for more calls within a lease */
  readonly pace: number;
  /** the worlds that the clients call */
  readonly worlds: readonly string[];
  /** the share of the calls that are top-ups */
  readonly topUps: number;
  /** the share of the top-ups that have an idempotency key */
  readonly keyed: number;
  readonly faults: readonly PlannedFault[];
};

/** What a simulation did, and what it found. */
export type SimulationResult = Findings & {
  readonly history: readonly WalletOperation[];
  /** the number of calls that were not answered, repeats included */
  readonly unanswered: number;
  readonly timeMs: number;
  readonly steps: number;
};

/** Runs a simulation until all clients are done. */
export async function simulate(
  scheduler: Scheduler,
  plan: Plan,
  mutation: Mutation = {},
): Promise<SimulationResult> {
  const random = randomNumbers(plan.seed);
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least));
  const time = new VirtualTime();
  const network = new SimulatedNetwork(scheduler, random);
  const claims: { name: string; epoch: number; id: string }[] = [];
  const memory = memoryWorldStore(LEASE_MS, () => time.now());
  const database: MemoryWorldStore = {
    ...memory,
    async claim(name, owner) {
      const claim = await memory.claim(name, owner);
      if (claim?.kind === 'claimed') claims.push({ name, epoch: claim.epoch, id: owner.id });
      return claim;
    },
  };
  const replicas = new Map<string, Replica>();
  const history: WalletOperation[] = [];
  const problems: string[] = [];
  const context: ReplicaContext = {
    ...{ network, database, mutation },
    isClaimedLater: (name, epoch, id) =>
      claims.some((later) => later.name === name && later.epoch > epoch && later.id !== id),
    find: (url) => replicas.get(url),
  };
  let unanswered = 0;
  let starts = 0;
  let events = 0;
  let crashes = 0;

  const start = (url: string): void => {
    // The margin of a lease allows clocks that are a tenth slower than that of the database.
    const rate = 0.91 + random() * 0.18;
    const owner = { id: `${url}.${++starts}`, url };
    replicas.set(
      url,
      startReplica(context, owner, (process) => time.clock(rate, () => !process.isRunning)),
    );
  };

  const happen = async ({ kind, replica: index, atMs, forMs }: PlannedFault): Promise<void> => {
    await time.sleep(atMs);
    const url = URLS[index % URLS.length] ?? '';
    const replica = replicas.get(url);
    if (!replica || replica.process.isCrashed) return;
    const { process, ownership } = replica;
    const toDatabase = `${process.name} database`;
    const toReplicas = [...replicas.values()].flatMap((other) => [
      `${process.name} ${other.process.name}`,
      `${other.process.name} ${process.name}`,
    ]);
    const links = [
      ...(kind === 'bad links to replicas' ? [] : [toDatabase]),
      ...(kind === 'bad link to database' ? [] : toReplicas),
    ];
    const fault = kind === 'isolate' ? CUT : (UNRELIABLE[between(0, UNRELIABLE.length)] ?? CUT);
    if (kind === 'leap') return time.advance(forMs);
    if (kind === 'hand over') {
      for (const name of plan.worlds) void ownership.putDown(name);
      return;
    }
    if (kind === 'stop') process.stop();
    else if (kind === 'crash') {
      crashes += 1;
      process.crash();
    } else if (kind === 'shut down') await Promise.race([ownership.close(), time.sleep(1500)]);
    else for (const link of links) network.faulty.set(link, fault);
    if (kind === 'shut down') process.crash();
    await time.sleep(forMs);
    if (kind === 'stop') process.goOn();
    else if (process.isCrashed) start(url);
    else for (const link of links) network.faulty.delete(link);
  };

  /** Tells whether a world must be served: without other faults than crashes, only the lease of a dead owner prevents it. */
  const isServable = (name: string): boolean => {
    if (plan.faults.some(({ kind }) => kind !== 'crash')) return false;
    const entry = database.entries.get(name);
    if (!entry?.owner || entry.leaseUntil <= time.now()) return true;
    const owner = replicas.get(entry.owner.url ?? '');
    return owner?.process.name === entry.owner.id && owner.process.isRunning;
  };

  /** Sends a call to a replica. Returns null when it did not reach the replica. */
  const send = async (call: WalletCall): Promise<{ balance: number } | 'unknown' | null> => {
    const replica = replicas.get(URLS[between(0, URLS.length)] ?? '');
    await network.transfer('a client calls');
    if (!replica || replica.process.isCrashed) return null;
    const exchange = async (): Promise<{ balance: number } | 'unknown'> => {
      await replica.process.turn();
      const [mustServe, before] = [isServable(call.name), crashes];
      const reply = await replica.answer(call, false);
      if (reply instanceof Unserved) {
        if (mustServe && crashes === before)
          problems.push(
            `${replica.process.name} did not serve ${call.name}, whose owner lives or has no lease.`,
          );
        return 'unknown';
      }
      if (reply.isFenced)
        problems.push(`${replica.process.name} answered for ${call.name} after another process claimed it.`);
      return reply;
    };
    const gone = Promise.race([replica.process.crashed, time.sleep(PATIENCE_MS)]);
    const outcome = await Promise.race([exchange(), gone.then((): 'unknown' => 'unknown')]);
    await network.transfer('a client gets a reply');
    return outcome;
  };

  const runClient = async (client: number): Promise<void> => {
    for (let number = 0; number < plan.calls; number++) {
      await time.sleep(between(0, 400) * plan.pace);
      const key = plan.worlds[between(0, plan.worlds.length)] ?? '';
      const id = `${client}-${number}`;
      const isKeyed = random() < plan.keyed;
      const topUp = random() < plan.topUps ? { id, key: isKeyed ? id : null, amount: between(1, 100) } : null;
      const operation = { process: client, operation: topUp ? 'topUp' : 'read', key } as const;
      const input = { id, ...(topUp && { amount: topUp.amount }) };
      let callUs = ++events;
      let reply: { balance: number } | null = null;
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        // An unanswered read says nothing, so that it is another read when it is repeated.
        if (topUp === null) callUs = ++events;
        const outcome = await send({ name: key, topUp, isSlow: random() < 0.2 });
        reply = typeof outcome === 'object' ? outcome : null;
        if (reply !== null) break;
        unanswered += 1;
        if (outcome === 'unknown' && topUp && !isKeyed) break;
        await time.sleep(between(50, 900) * plan.pace);
      }
      if (reply !== null)
        history.push({
          ...operation,
          input,
          callUs,
          returnUs: ++events,
          outcome: 'ok',
          output: reply.balance,
        });
      else if (topUp)
        history.push({ ...operation, input, callUs, returnUs: null, outcome: 'unknown', output: null });
    }
  };

  await prepare(database, plan.worlds);
  for (const url of URLS) start(url);
  for (const fault of plan.faults) void happen(fault);
  let isDone = false;
  void Promise.all(Array.from({ length: CLIENTS }, (_, client) => runClient(client))).then(() => {
    isDone = true;
  });
  void (async () => {
    while (!isDone) {
      await scheduler.schedule(Promise.resolve(), 'time passes');
      time.advance(stepOfTime(random) * plan.pace);
    }
  })();
  let steps = 0;
  while (!isDone && steps++ < MAX_STEPS) {
    await scheduler.waitOne();
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!isDone) problems.push(`The clients were not done after ${MAX_STEPS} steps.`);
  const found = judgeHistory(history, database);
  return {
    ...found,
    problems: [...problems, ...found.problems],
    history,
    unanswered,
    timeMs: time.now(),
    steps,
  };
}

/** Creates the worlds, which nobody owns at first. */
async function prepare(database: MemoryWorldStore, worlds: readonly string[]): Promise<void> {
  for (const name of worlds) {
    await database.create(name, { id: 'setup', url: null }, walletBase([]));
    await database.release(name, 1);
  }
}

/** Most steps are short beside a message of a network; a few are long beside a renewal. */
function stepOfTime(random: () => number): number {
  const kind = random();
  return kind < 0.7 ? 1 + random() * 40 : kind < 0.97 ? random() * 300 : random() * 1500;
}

/** Creates a generator of numbers from 0 to below 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
