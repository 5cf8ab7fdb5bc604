// For tests: runs long random sequences of API calls and checks the invariants after each call.

import { openOutbox } from '../../src/control/webhook-delivery/outbox.ts';
import { createApp } from '../../src/server/app.ts';
import type { Call } from '../../src/server/http/call.ts';
import type { DeliveryOutcome } from '../../src/server/outbox-queue.ts';
import type { Commit } from '../../src/state/journal.ts';
import { hostingMock } from '../index.ts';
import { invariantsOfCommit } from '../invariants/invariants.ts';
import type { Actor } from './sequence-move.ts';
import { nextMove } from './sequence-moves.ts';
import { setWalletBalance } from './test-mock.ts';
import { eventProblems } from './webhook-mock.ts';

/** The options of a random sequence. */
export type SequenceOptions = {
  seed: number;
  steps: number;
  /** number of calls after which the invariants of the whole world are checked; 1000 by default */
  fullCheckEvery?: number;
};

/** The result of a random sequence. */
export type SequenceReport = {
  seed: number;
  steps: number;
  /** number of replies by call name and status, such as `order 201` */
  answers: Record<string, number>;
  /** the first violation, with a description of the call before it; null when there is none */
  broken: string | null;
};

/** Creates a generator of random numbers in [0, 1) from a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** The outcomes of webhook deliveries in a random sequence; most are successes. */
const DELIVERY_OUTCOMES: readonly DeliveryOutcome[] = [
  ...Array.from({ length: 5 }, () => ({ status: 200, ms: 3, retryAfter: null })),
  { status: 503, ms: 3, retryAfter: 600 },
  { status: 301, ms: 3, retryAfter: null },
  { status: 410, ms: 3, retryAfter: null },
  { failure: 'The connection was refused.' },
];

/** Runs one random sequence, which stops at the first violation. The same seed gives the same sequence. */
export async function runSequence({
  seed,
  steps,
  fullCheckEvery = 1000,
}: SequenceOptions): Promise<SequenceReport> {
  const roll = seededRandom(seed);
  const faults: string[] = [];
  const app = createApp(hostingMock, {
    seed,
    clock: 'frozen',
    limits: 'off',
    lifecycle: roll() < 0.5 ? 'time' : 'immediate',
    fault: (error, where) => void faults.push(`${where}: ${error instanceof Error ? error.message : error}`),
  });
  // Half of the sequences start with little money in the wallet, so that requests are refused for insufficient funds.
  if (roll() < 0.5) setWalletBalance({ app }, 100_000);
  let commits: Commit[] = [];
  app.world.onCommit((commit) => void commits.push(commit));
  app.world.onTimerError(({ timer, error }) => void faults.push(`timer ${timer.kind}: ${error}`));
  const receive = seededRandom(seed + 1);
  const outbox = openOutbox(app.world, hostingMock, {
    post: async ({ body }) => {
      faults.push(...eventProblems(JSON.parse(body)));
      return DELIVERY_OUTCOMES[Math.floor(receive() * DELIVERY_OUTCOMES.length)] ?? { failure: 'None.' };
    },
    fault: (error, where) => void faults.push(`${where}: ${error}`),
  });
  const actors: Actor[] = ['owner', 'otherOwner', 'readOnly', 'viewer'].map((persona) => {
    const { token, apiKey } = app.personas[persona] ?? {};
    return { bearer: token ?? apiKey ?? '', ids: {} };
  });
  const answers: Record<string, number> = {};
  const report = (at: number, broken: string | null): SequenceReport => {
    outbox.close();
    return { seed, steps: at, answers, broken };
  };

  for (let step = 1; step <= steps; step += 1) {
    // The owner makes most of the calls; the other actors also try ids that belong to the owner.
    const actor = actors[roll() < 0.8 ? 0 : Math.floor(roll() * actors.length)];
    if (!actor) continue;
    const move = nextMove(roll, actor, actors[0] ?? actor);
    if (move.elapseMs !== undefined) {
      app.world.clock.advance(move.elapseMs);
      app.world.runDue();
    }
    const call: Call = {
      method: move.method,
      path: `/v1${move.path}`,
      query: move.query ?? '',
      headers: {
        authorization: `Bearer ${actor.bearer}`,
        ...(move.body !== undefined && { 'content-type': 'application/json' }),
        ...(move.key !== undefined && { 'idempotency-key': move.key }),
      },
      body: move.body === undefined ? null : new TextEncoder().encode(JSON.stringify(move.body)),
      address: '192.0.2.1',
    };
    const { status, body } = await app.handle(call);
    await outbox.idle();
    const description = `step ${step}: ${move.method} ${call.path} ${JSON.stringify(move.body ?? null)} → ${status}`;
    const name = `${move.name} ${status}`;
    answers[name] = (answers[name] ?? 0) + 1;
    const [fault] = faults;
    if (fault !== undefined) return report(step, `${description}: ${fault}`);
    if (status >= 500) return report(step, description);
    if (status < 300 && typeof body === 'string') move.rememberReply?.(JSON.parse(body));
    const done = commits;
    commits = [];
    const checkCommits = app.world.transact(null, (store) =>
      done.flatMap((commit) => invariantsOfCommit(store, commit)),
    );
    const [broken] = step % fullCheckEvery === 0 || step === steps ? app.invariants() : checkCommits;
    if (broken !== undefined) return report(step, `${description}: ${broken}`);
  }
  return report(steps, null);
}
