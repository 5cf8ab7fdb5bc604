// Decides where a call is served: by this replica, or by the owner of its world, to which it is sent once.
import type { Owner } from '../world-store.ts';
import type { LeaseTime } from './lease.ts';
import { type OwnedWorld, Unserved } from './owned-world.ts';
import type { Ownership } from './ownership.ts';

type MaybePromise<A> = A | Promise<A>;

/**
 * The outcome of a call that was sent to another replica: its reply; `not owner`: it does not own the world either, and
 * the call had no effect; `unsent`: it was not reached; `unknown`: the call was sent, and its reply did not arrive.
 */
export type Forwarded<Reply> =
  | { readonly kind: 'replied'; readonly reply: Reply }
  | { readonly kind: 'not owner' | 'unsent' | 'unknown' };

export type RouteOptions<World extends OwnedWorld, Call, Reply> = {
  readonly ownership: Ownership<World>;
  readonly time: LeaseTime;
  /** how long a claim lasts without renewal, in ms */
  readonly leaseMs: number;
  /** sends a call to another replica; `signal` is aborted when the replica no longer owns the world */
  readonly forward: (call: Call, to: Owner, signal: AbortSignal) => Promise<Forwarded<Reply>>;
  /** tells whether a call has no effect, so that it can be sent twice */
  readonly isRead: (call: Call) => boolean;
  /** tells whether another replica sent the call, so that it is not sent on */
  readonly isForwarded: (call: Call) => boolean;
};

/** Answers a call of a world; `run` answers it in this process. */
export type RouteCall<World, Call, Reply> = (
  name: string,
  call: Call,
  run: (world: World) => MaybePromise<Reply>,
) => MaybePromise<Reply | Unserved>;

/** How many replicas one call is sent to at most, when the world changes its owner at the same time. */
const MAX_OWNERS = 3;

/** How long after the end of a lease the world is claimed, in ms. */
const AFTER_LEASE_MS = 25;

/** Creates the function that routes the calls of a replica. */
export function createRouteCall<World extends OwnedWorld, Call, Reply>(
  options: RouteOptions<World, Call, Reply>,
): RouteCall<World, Call, Reply> {
  const { ownership, time, leaseMs, forward, isRead, isForwarded } = options;

  /**
   * Calls `lost` when a replica no longer owns a world, which is asked twice per lease, and when the lease runs out: then
   * the world is claimed. Returns the end of it.
   */
  const watchOwner = (name: string, held: Unserved, lost: () => void): (() => void) => {
    let isEnded = false;
    let cancel = (): void => undefined;
    const lookAgain = (leaseLeftMs: number): void => {
      cancel = time.after(Math.min(leaseMs / 2, leaseLeftMs + AFTER_LEASE_MS), () => void look());
    };
    const look = async (): Promise<void> => {
      if (held.by !== null) ownership.forget(name, held.by);
      const result = await Promise.resolve(ownership.serve(name, () => null)).catch(() => 'unknown');
      if (isEnded) return;
      if (result === 'unknown') lookAgain(leaseMs);
      else if (result instanceof Unserved && result.by?.id === held.by?.id) lookAgain(result.leaseLeftMs);
      else lost();
    };
    lookAgain(held.leaseLeftMs);
    return () => {
      isEnded = true;
      cancel();
    };
  };

  const sendTo = async (
    name: string,
    call: Call,
    owner: Owner,
    held: Unserved,
  ): Promise<Forwarded<Reply>> => {
    const abort = new AbortController();
    const end = watchOwner(name, held, () => abort.abort());
    try {
      return await forward(call, owner, abort.signal);
    } finally {
      end();
    }
  };

  const serveElsewhere = async (
    name: string,
    call: Call,
    run: (world: World) => MaybePromise<Reply>,
    held: Unserved,
  ): Promise<Reply | Unserved> => {
    let at = held;
    for (let tries = 0; tries < MAX_OWNERS && at.by !== null; tries++) {
      const owner = at.by;
      const outcome = await sendTo(name, call, owner, at);
      if (outcome.kind === 'replied') return outcome.reply;
      ownership.forget(name, owner);
      if (outcome.kind === 'unknown' && !isRead(call)) return new Unserved('unavailable');
      const result = await ownership.serve(name, run);
      if (!(result instanceof Unserved) || result.reason !== 'held') return result;
      // The owner does not answer, and its lease has not run out yet.
      if (result.by?.id === owner.id) return result;
      at = result;
    }
    return at;
  };

  return (name, call, run) => {
    const result = ownership.serve(name, run);
    if (isForwarded(call)) return result;
    if (result instanceof Promise)
      return result.then((done) => (isHeld(done) ? serveElsewhere(name, call, run, done) : done));
    return isHeld(result) ? serveElsewhere(name, call, run, result) : result;
  };
}

const isHeld = (result: unknown): result is Unserved =>
  result instanceof Unserved && result.reason === 'held';
