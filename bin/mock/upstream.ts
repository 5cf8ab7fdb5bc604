// Reads the flags of `mock --upstream`, and checks them against the contract and the mock's own address.

import { didYouMean } from '../../src/contract/did-you-mean.ts';
import { operations } from '../../src/contract/operations.ts';
import { upstreamSteps } from '../../src/server/upstream/upstream.ts';
import type { MockFlags } from './mock-flags.ts';

/**
 * Reads the flags; null without `--upstream`.
 * @param loopback whether the mock listens on this machine only
 * @throws Error for flags that do not go together
 */
export function openUpstream(flags: MockFlags, loopback: boolean) {
  const { upstream: base, mock: mocked } = flags;
  if (base === undefined) {
    if (mocked.length === 0) return null;
    throw new Error('--mock needs an upstream: --upstream https://staging.example/v1.');
  }
  if (flags.vary !== undefined || flags.like !== undefined || flags.state !== undefined)
    throw new Error('--upstream goes with none of --vary, --like and --state: leave them out.');
  return {
    /** the option that the mock is created with */
    steps: upstreamSteps({ base, mocked, cors: flags.cors, loopback }),
    /** @throws Error for a name in --mock that the document, which is served by then, does not have */
    checkNames(): void {
      const names = operations.flatMap(({ id, area }) => [id as string, area]);
      for (const name of mocked)
        if (!names.includes(name))
          throw new Error(`--mock ${name}: no operation and no area${didYouMean(name, names)}`);
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
