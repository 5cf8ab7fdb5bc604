// Measures how long a world was not served by any replica: probes read a wallet of each world through every replica.
import { pause } from '../attack/model.ts';
import type { Account } from './accounts.ts';
import { type Client, isKnown } from './client.ts';

/** A time in which no probe of a world succeeded. */
export type Gap = { world: string; fromMs: number; ms: number };

export type Probes = {
  /** Ends the probes. Returns the gaps of more than a second, and the longest of each world; the longest first. */
  stop(): Promise<Gap[]>;
};

/** How often a world is read through each replica, in ms. */
const EVERY_MS = 250;
/** Gaps that are longer are all reported, in ms. */
const LONG_MS = 1000;
/** How long a probe waits for its reply, in ms; longer than the longest gap that is expected. */
const REPLY_MS = 12_000;

/** Starts the probes. They do not wait for each other, so that one without a reply hides nothing. */
export function startProbes(client: Client, accounts: readonly Account[]): Probes {
  const worlds = [...new Map(accounts.map((account) => [account.world, account])).values()];
  const lastMs = new Map(worlds.map(({ world }) => [world, performance.now()]));
  const longest = new Map<string, Gap>();
  const long: Gap[] = [];
  let stopped = false;
  const underWay = new Set<Promise<void>>();

  const close = (world: string, nowMs: number): void => {
    const fromMs = lastMs.get(world) ?? nowMs;
    const ms = nowMs - fromMs;
    const gap = { world, fromMs, ms };
    if (ms > (longest.get(world)?.ms ?? 0)) longest.set(world, gap);
    if (ms > LONG_MS) long.push(gap);
    lastMs.set(world, nowMs);
  };
  const probe = async ({ world, apiKey }: Account, index: number): Promise<void> => {
    const reply = await client.send({ path: `/w/${world}/v1/wallet`, apiKey }, REPLY_MS, index);
    if (isKnown(reply) && !stopped) close(world, performance.now());
  };
  const loop = async (): Promise<void> => {
    while (!stopped) {
      for (const account of worlds)
        for (const index of client.baseUrls.keys()) {
          const one = probe(account, index).finally(() => underWay.delete(one));
          underWay.add(one);
        }
      await pause(EVERY_MS);
    }
  };
  const ended = loop();
  return {
    async stop() {
      for (const { world } of worlds) close(world, performance.now());
      stopped = true;
      await ended;
      await Promise.all(underWay);
      return [...new Set([...longest.values(), ...long])].sort((a, b) => b.ms - a.ms);
    },
  };
}
