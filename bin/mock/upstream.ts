// Reads the flags of `mock --upstream`, and checks them against the contract, the world and the mock's own address.

import { didYouMean } from '../../src/contract/did-you-mean.ts';
import { operations } from '../../src/contract/operations.ts';
import type { App } from '../../src/server/app.ts';
import { type ReplyJudge, upstreamSteps } from '../../src/server/upstream/upstream.ts';
import type { MockFlags } from './mock-flags.ts';

/**
 * Reads the flags; null without `--upstream`.
 * @throws Error for flags that do not go together
 */
export function openUpstream(flags: MockFlags) {
  const { upstream: base, mock: mocked, mockAs: persona } = flags;
  if (base === undefined) {
    if (mocked.length === 0 && persona === undefined && !flags.judge) return null;
    throw new Error('--mock, --mock-as and --judge need an upstream: --upstream https://staging.example/v1.');
  }
  if (flags.vary !== undefined || flags.like !== undefined || flags.state !== undefined)
    throw new Error('--upstream goes with none of --vary, --like and --state: leave them out.');
  let judge: ReplyJudge | undefined;
  const steps = upstreamSteps({ base, mocked, persona, cors: flags.cors, judge: (call) => judge?.(call) });
  return {
    /** the option that the mock is created with */
    steps,
    /**
     * Checks the names of the flags, and loads the rules of `--judge`. Call it when the document is the one that is served.
     * @throws Error for a name that the contract or the world does not have
     */
    async begin({ personas }: Pick<App, 'personas'>): Promise<void> {
      const names = operations.flatMap(({ id, area }) => [id as string, area]);
      for (const name of mocked)
        if (!names.includes(name))
          throw new Error(`--mock ${name}: no operation and no area${didYouMean(name, names)}`);
      if (persona !== undefined && !Object.hasOwn(personas, persona))
        throw new Error(`--mock-as ${persona}: there are ${Object.keys(personas).join(', ')}.`);
      // The rules are those of the document in use when they are imported.
      if (flags.judge) judge = (await import('./upstream-judge.ts')).upstreamJudge(base);
    },
    /** @throws Error for an upstream that is the mock itself */
    async checkAddress(port: number): Promise<void> {
      if (port !== (Number(base.port) || (base.protocol === 'https:' ? 443 : 80))) return;
      const [{ isThisMachine }, { networkKind }] = await Promise.all([
        import('../../src/control/webhook-delivery/egress.ts'),
        import('../../src/control/webhook-delivery/network-ranges.ts'),
      ]);
      const { lookup } = process.getBuiltinModule('dns').promises;
      const found = await lookup(base.hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
      if (found.some(({ address }) => isThisMachine(address, networkKind(address))))
        throw new Error(`--upstream ${base} is this mock itself. Name the real backend, or another --port.`);
    },
  };
}
