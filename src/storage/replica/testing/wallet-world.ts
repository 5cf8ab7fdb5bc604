// Test helper: a world that is one wallet, with the journal of an owned world: changes are stored in groups, and a failed
// append ends the ownership.

import type { StoredWorld, WorldStore } from '../../world-store.ts';
import type { NewClaim, OwnedWorld } from '../owned-world.ts';

/** A top-up. The same key twice has one effect; without a key, each call has one. */
export type TopUp = { readonly id: string; readonly key: string | null; readonly amount: number };

/** The state of a wallet: all top-ups in their order. */
type Wallet = TopUp[];

export type WalletWorld = OwnedWorld & {
  readonly epoch: number;
  /** adds an amount; returns the balance after it, also when the key is repeated */
  topUp(topUp: TopUp): number;
  balance(): number;
};

/** Writes a wallet as the base of a world. */
export const walletBase = (wallet: Wallet): string => JSON.stringify(wallet);

/** Reads a stored wallet. */
export const storedWallet = ({ base, records }: Pick<StoredWorld, 'base' | 'records'>): Wallet => [
  ...(JSON.parse(base) as Wallet),
  ...records.map((record): TopUp => JSON.parse(record)),
];

/** How many records a wallet has before its journal stores a new base. */
const MAX_RECORDS = 5;

/** Makes an owned wallet. `wallet` is its stored state. */
export function openWallet(
  { name, claim, lost }: NewClaim,
  wallet: Wallet,
  store: Pick<WorldStore, 'append'>,
): WalletWorld {
  let seq = claim.seq;
  let queued: { records: string[]; done: PromiseWithResolvers<void> } = newGroup();
  let underWay: Promise<void> | null = null;
  let stored = 0;
  let ended: Error | null = null;
  const balanceAfter = (count: number): number =>
    wallet.slice(0, count).reduce((sum, { amount }) => sum + amount, 0);

  const end = (reason: Error): void => {
    ended ??= reason;
    queued.done.reject(reason);
  };

  const send = async (withBase: boolean): Promise<void> => {
    const group = queued;
    queued = newGroup();
    underWay = group.done.promise;
    try {
      const changes = { records: group.records, ...(withBase && { base: walletBase(wallet) }) };
      if (!(await store.append(name, claim.epoch, seq, changes))) throw new Error('Fenced.');
      seq += group.records.length;
      stored = withBase ? 0 : stored + group.records.length;
      group.done.resolve();
    } catch (error) {
      group.done.reject(error);
      end(error as Error);
      lost();
    }
    underWay = null;
    schedule();
  };

  const schedule = (): void => {
    if (underWay || ended || queued.records.length === 0) return;
    queueMicrotask(() => {
      if (!underWay && !ended && queued.records.length > 0) void send(stored > MAX_RECORDS);
    });
  };

  const settled = (): Promise<void> | undefined => {
    if (queued.records.length > 0) return ended ? Promise.reject(ended) : queued.done.promise;
    return underWay ?? undefined;
  };

  return {
    epoch: claim.epoch,
    topUp(topUp) {
      const index = wallet.findIndex(({ key }) => key !== null && key === topUp.key);
      if (index !== -1) return balanceAfter(index + 1);
      wallet.push(topUp);
      queued.records.push(JSON.stringify(topUp));
      schedule();
      return balanceAfter(wallet.length);
    },
    balance: () => balanceAfter(wallet.length),
    settled,
    busy: () => false,
    async finish() {
      await settled();
      if (ended) throw ended;
      await send(true);
      if (ended) throw ended;
      end(new Error('Put down.'));
    },
    drop: () => end(new Error('Dropped.')),
  };
}

function newGroup(): { records: string[]; done: PromiseWithResolvers<void> } {
  const done = Promise.withResolvers<void>();
  // Nobody may wait for a group that fails.
  done.promise.catch(() => undefined);
  return { records: [], done };
}
