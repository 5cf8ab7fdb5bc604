// The calls of an app that is one of several replicas: calls of worlds that others own go to their owners, and calls
// that others send here are answered as if their clients had sent them here.
import { callTarget } from '../../control/call-target.ts';
import type { App } from '../../server/app.ts';
import { type Call, IN_PROCESS, jsonReply, type Reply, splitWorldPath } from '../../server/http/call.ts';
import type { Owner } from '../world-store.ts';
import { createForwarder } from './forward.ts';
import { CLOCK, FORWARDED, NOT_OWNER, TRANSPORT_FAULT, verifyCall } from './forwarded-call.ts';
import type { LeaseTime } from './lease.ts';
import { type OwnedWorld, Unserved } from './owned-world.ts';
import type { Ownership } from './ownership.ts';
import { createRouteCall } from './route-call.ts';

type MaybePromise<A> = A | Promise<A>;

type ReplicaOptions = {
  readonly owner: Owner;
  readonly time: LeaseTime;
  /** how long a claim lasts without renewal, in ms */
  readonly leaseMs: number;
};

/** The calls of a replica. */
export type ReplicaCalls = {
  /** Answers a call of a world, with `run` when this replica owns the world, or from its owner. */
  route(world: string, call: Call, run: (call: Call) => MaybePromise<Reply>): MaybePromise<Reply | Unserved>;
  /** Gets the calls of the app before all others: call it after the calls of stored worlds are intercepted. */
  intercept(): void;
  /** Closes the connections to other replicas. */
  close(): void;
};

/** Connects the calls of an app with those of other replicas. */
export function replicaCalls(
  app: App,
  ownership: Ownership<OwnedWorld>,
  { owner, time, leaseMs }: ReplicaOptions,
): ReplicaCalls {
  const forwarder = createForwarder(owner);
  const forwarded = new WeakSet<Call>();
  const routeCall = createRouteCall<OwnedWorld, Call, Reply>({
    ...{ ownership, time, leaseMs },
    forward: forwarder.forward,
    isRead: ({ method }) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS',
    isForwarded: (call) => forwarded.has(call),
  });

  /** Answers a call that another replica sent: the connection between them shall not fail as the reply says. */
  const answerForwarded = async (call: Call, next: (call: Call) => MaybePromise<Reply>): Promise<Reply> => {
    const verified = verifyCall(call, owner, Date.now());
    if (verified.kind === 'late') return notOwnerReply({ [CLOCK]: String(Date.now()) });
    // The other replica has an old owner in mind, or somebody sends the header who is no replica.
    if (verified.kind === 'forged') return notOwnerReply();
    const original = verified.call;
    forwarded.add(original);
    const { transportFault, ...reply } = await next(original);
    if (transportFault) reply.headers[TRANSPORT_FAULT] = JSON.stringify(transportFault);
    return reply;
  };

  /** Gives the copy of a world up, so that the worlds spread over the replicas. */
  const giveUpCopy = async (call: Call, reply: Reply): Promise<Reply> => {
    const target = callTarget(call);
    if (target.kind !== 'create' || target.from === undefined || reply.status !== 201) return reply;
    const { name } = JSON.parse(String(reply.body)) as { name: string };
    await ownership.putDown(name);
    return reply;
  };

  return {
    route(world, call, run) {
      if (!forwarded.has(call))
        return routeCall(world, named(call, world, app.worlds.main.name), () => run(call));
      const result = routeCall(world, call, () => run(call));
      const end = (done: Reply | Unserved): Reply | Unserved =>
        done instanceof Unserved && done.reason === 'held' ? notOwnerReply() : done;
      return result instanceof Promise ? result.then(end) : end(result);
    },
    intercept() {
      app.intercept((call, next) => {
        if (call.headers[FORWARDED] !== undefined) {
          const answered = answerForwarded(call, next);
          return isCreation(call) ? answered.then((reply) => giveUpCopy(call, reply)) : answered;
        }
        if (!isCreation(call)) return next(call);
        return Promise.resolve(next(call)).then((reply) => giveUpCopy(call, reply));
      });
    },
    close: forwarder.close,
  };
}

const isCreation = ({ method, path }: Call): boolean => method === 'POST' && path.endsWith('/worlds');

/** Names the world in the path of a call of a program in this process, which names it by its object. */
function named(call: Call, world: string, main: string): Call {
  if (call.address !== IN_PROCESS || call.world !== undefined || world === main) return call;
  return splitWorldPath(call.path) ? call : { ...call, world, base: `${call.base ?? ''}/w/${world}` };
}

const notOwnerReply = (headers: Record<string, string> = {}): Reply =>
  jsonReply(
    421,
    JSON.stringify({
      error: {
        code: 'NOT_OWNER',
        message: 'This replica does not serve the world: send the request without X-Mock-Forwarded.',
      },
    }),
    { ...headers, [NOT_OWNER]: 'true', 'Cache-Control': 'no-store' },
  );
