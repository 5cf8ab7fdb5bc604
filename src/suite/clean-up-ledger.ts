// Takes back what an earlier run left behind, from its ledger file.
import { cleanUp, type Leftover } from './clean-up.ts';
import { type Clock, realClock } from './clock.ts';
import { resolveTarget } from './config.ts';
import { makeEquipment } from './equipment.ts';
import { Ledger } from './ledger.ts';
import type { TargetConfig } from './target.ts';
import type { Fetch } from './transport-fetch.ts';

/**
 * @param config the credentials; the address is the ledger's unless it names one
 * @returns how many things were to be taken back, and those that could not be
 * @throws UsageError
 */
export async function cleanUpLedger(
  file: string,
  config: TargetConfig,
  env: Record<string, string | undefined> = process.env,
  { fetch, clock = realClock }: { fetch?: Fetch; clock?: Clock } = {},
): Promise<{ open: number; leftovers: Leftover[] }> {
  const { ledger, baseUrl, runId } = Ledger.read(file);
  const target = resolveTarget({ ...config, baseUrl: config.baseUrl ?? baseUrl }, env);
  const equipment = makeEquipment({
    options: {
      target: config,
      catalogue: { requirements: {}, checks: [], rules: [], proofs: ['getCurrentUser'], undo: {} },
      ...(fetch ? { fetch } : {}),
    },
    target,
    mode: 'full',
    seed: 0,
    runId,
    clock,
    rules: [],
    ledger,
  });
  const open = ledger.open().length;
  const leftovers = await cleanUp(equipment);
  await equipment.transport.close();
  return { open, leftovers };
}
