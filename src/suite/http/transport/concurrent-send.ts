// Sends several calls at the same moment, and repeats the calls that the target did not process.
import type { Clock } from '../../model/clock.ts';
import type { Exchange } from '../../model/exchange.ts';
import { GATEWAY_STATUSES } from '../availability.ts';
import type { Pacing } from '../rate-limits/pacing.ts';
import { gatewayError, gatewayWaitMs, MAX_GATEWAY_TRIES } from '../retry.ts';
import type { PreparedCall, SendSteps } from './send-once.ts';

/** The most tries of a batch of calls that are all refused with 429. */
const MAX_BATCH_TRIES = 6;

type ConcurrentDeps = { clock: Clock; pacing: Pacing; steps: SendSteps };

/**
 * Sends calls at the same moment, paced as one batch.
 * @returns one exchange per call, in the order of the calls; a 429 to only some of the calls, and a failed call, is
 * returned and not repeated
 * @throws CheckEnded (inconclusive) when a gateway still replies in place of the service after all tries
 */
export async function sendConcurrently(
  batch: readonly PreparedCall[],
  deps: ConcurrentDeps,
): Promise<Exchange[]> {
  const [first] = batch;
  if (!first) return [];
  await deps.steps.acquire(first.rateKey, batch.length, first.origin);
  let replies = await release(batch, deps);
  replies = await repeatRejectedBatch(batch, replies, first, deps);
  replies = await repeatUnavailable(batch, replies, first, deps);
  const gatewayReply = replies.find(({ status }) => GATEWAY_STATUSES.has(status));
  if (gatewayReply) throw gatewayError(first.to, gatewayReply, replies);
  return replies;
}

const release = (calls: readonly PreparedCall[], { steps }: ConcurrentDeps): Promise<Exchange[]> =>
  Promise.all(calls.map((call) => steps.sendOnce(call, true)));

/**
 * Repeats the whole batch as long as every call is refused with 429, because the target has then processed none of
 * the calls.
 */
async function repeatRejectedBatch(
  batch: readonly PreparedCall[],
  given: Exchange[],
  first: PreparedCall,
  deps: ConcurrentDeps,
): Promise<Exchange[]> {
  let replies = given;
  for (let attempt = 2; attempt <= MAX_BATCH_TRIES; attempt++) {
    const [reply] = replies;
    if (!reply || replies.some(({ status }) => status !== 429)) break;
    deps.pacing.block(first.rateKey, reply.header, attempt);
    await deps.steps.acquire(first.rateKey, batch.length, first.origin);
    replies = await release(batch, deps);
  }
  return replies;
}

/** Repeats with the same bytes the calls that got a 503, because the service has not processed them. */
async function repeatUnavailable(
  batch: readonly PreparedCall[],
  given: readonly Exchange[],
  first: PreparedCall,
  deps: ConcurrentDeps,
): Promise<Exchange[]> {
  const replies = [...given];
  for (let attempt = 1; attempt < MAX_GATEWAY_TRIES; attempt++) {
    const unavailable = batch.flatMap((call, index) =>
      replies[index]?.status === 503 ? [{ call, index }] : [],
    );
    if (unavailable.length === 0) break;
    await deps.steps.wait(
      Math.max(1000 * attempt, gatewayWaitMs(replies, attempt, deps.clock)),
      first.origin,
    );
    await deps.steps.acquire(first.rateKey, unavailable.length, first.origin);
    const repeated = await release(
      unavailable.map(({ call }) => call),
      deps,
    );
    for (const [n, { index }] of unavailable.entries()) {
      const reply = repeated[n];
      if (reply) replies[index] = reply;
    }
  }
  return replies;
}
