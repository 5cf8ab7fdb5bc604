// Test helper: one replica of a simulation. It is the product's code, except for the world, the network and the clock.
import type { MemoryWorldStore } from '../../testing/memory-world-store.ts';
import type { WorldStore } from '../../world-store.ts';
import type { LeaseTime } from '../lease.ts';
import { Unserved } from '../owned-world.ts';
import { createOwnership, type Ownership } from '../ownership.ts';
import { createRouteCall, type Forwarded } from '../route-call.ts';
import { startUpkeep } from '../upkeep.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { openWallet, storedWallet, type TopUp, type WalletWorld } from './wallet-world.ts';

/** How long a claim lasts without renewal, in ms. */
export const LEASE_MS = 5000;
/** How long a world stays in memory without a call, in ms. */
const IDLE_MS = 3000;

/** How many messages of others may come between the start and the end of a slow call. */
const SLOW_STEPS = 8;

/** A call of a wallet: a top-up, or a read. */
export type WalletCall = { readonly name: string; readonly topUp: TopUp | null; readonly isSlow: boolean };

/** The reply to a call. `isFenced`: another process had claimed the world when the call ran. */
export type WalletReply = { readonly balance: number; readonly isFenced: boolean };

/** A deliberate defect of the replicas or the database, which a simulation must find. */
export type Mutation = {
  /** the part of a lease that is not used */
  readonly margin?: number;
  readonly world?: (world: WalletWorld) => WalletWorld;
  /** what a replica uses in place of the database; `reached` is the database behind the network */
  readonly store?: (reached: WorldStore, database: MemoryWorldStore) => WorldStore;
  /** tells whether a call has no effect, so that it can be sent twice */
  readonly isRead?: (call: WalletCall) => boolean;
};

export type Replica = {
  readonly process: SimulatedProcess;
  readonly ownership: Ownership<WalletWorld>;
  /** answers a call, of a client or of another replica; never rejects */
  answer(call: WalletCall, isForwarded: boolean): Promise<WalletReply | Unserved>;
};

/** What a replica needs of its simulation. */
export type ReplicaContext = {
  readonly network: SimulatedNetwork;
  readonly database: MemoryWorldStore;
  readonly mutation: Mutation;
  /** tells whether another process claimed a world after a claim of this process */
  isClaimedLater(name: string, epoch: number, id: string): boolean;
  /** finds the process that listens at an address now */
  find(url: string): Replica | undefined;
};

/**
 * Starts a replica.
 * @param id another one for each start
 * @param clock creates the clock of the process
 */
export function startReplica(
  { network, database, mutation, isClaimedLater, find }: ReplicaContext,
  { id, url }: { id: string; url: string },
  clock: (process: SimulatedProcess) => LeaseTime,
): Replica {
  const process = new SimulatedProcess(id);
  const time = clock(process);
  const reached = network.database(process, database);
  const store = mutation.store?.(reached, database) ?? reached;
  const reportFault = (): void => undefined;
  const ownership = createOwnership<WalletWorld>({
    ...{ store, owner: { id, url }, time, reportFault },
    open(claimed) {
      const world = openWallet(claimed, storedWallet(claimed.stored), store);
      return mutation.world?.(world) ?? world;
    },
    ...(mutation.margin !== undefined && { margin: mutation.margin }),
  });
  const route = createRouteCall<WalletWorld, WalletCall & { isForwarded: boolean }, WalletReply>({
    ...{ ownership, time, leaseMs: LEASE_MS },
    forward(call, to, signal) {
      const target = find(to.url ?? '');
      const receive = async (): Promise<Forwarded<WalletReply>> => {
        if (!target || target.process.name !== to.id) return { kind: 'not owner' };
        const reply = await target.answer(call, true);
        if (!(reply instanceof Unserved)) return { kind: 'replied', reply };
        return { kind: reply.reason === 'held' ? 'not owner' : 'unknown' };
      };
      return network.callReplica(process, target && { process: target.process, receive }, {
        label: `call for ${call.name} to ${to.id}`,
        canRepeat: call.topUp?.key !== null,
        signal,
      });
    },
    isRead: mutation.isRead ?? (({ topUp }) => topUp === null),
    isForwarded: (call) => call.isForwarded,
  });
  startUpkeep({ store, ownership, time, idleMs: IDLE_MS, reportFault });
  const run = async (world: WalletWorld, { name, topUp, isSlow }: WalletCall): Promise<WalletReply> => {
    for (let step = 0; isSlow && step < SLOW_STEPS; step++) {
      await network.transfer(`${id} handles a slow call`);
      await process.turn();
    }
    const isFenced = isClaimedLater(name, world.epoch, id);
    return { isFenced, balance: topUp ? world.topUp(topUp) : world.balance() };
  };
  return {
    ...{ process, ownership },
    async answer(call, isForwarded) {
      try {
        return await route(call.name, { ...call, isForwarded }, (world) => run(world, call));
      } catch {
        return new Unserved('unavailable');
      }
    },
  };
}
