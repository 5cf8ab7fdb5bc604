// Undoes what an earlier run created, as its ledger file lists it.
import { cleanUp } from '../cleanup/clean-up.ts';
import { Ledger, type Leftover } from '../cleanup/ledger.ts';
import type { Fetch } from '../http/transport-fetch.ts';
import { type Clock, realClock } from '../model/clock.ts';
import type { TargetConfig } from '../model/target-config.ts';
import { resolveTarget } from '../target/config.ts';
import { createRunContext } from './run-context.ts';

/**
 * Undoes the open entries of a ledger file.
 * @param config the credentials; the base URL of the ledger is used unless the target names one
 * @returns the number of open entries, and the entries that could not be undone
 * @throws UsageError when the file is not a ledger
 */
export async function cleanUpLedger(
  file: string,
  config: TargetConfig,
  env: Record<string, string | undefined> = process.env,
  { fetch, clock = realClock }: { fetch?: Fetch; clock?: Clock } = {},
): Promise<{ open: number; leftovers: Leftover[] }> {
  const { ledger, baseUrl, runId } = Ledger.read(file);
  const target = resolveTarget({ ...config, baseUrl: config.baseUrl ?? baseUrl }, env);
  const context = createRunContext({
    options: {
      target: config,
      catalogue: { requirements: {}, checks: [], rules: [], credentialProbes: ['getCurrentUser'], undo: {} },
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
  const open = ledger.openEntries().length;
  const leftovers = await cleanUp(context);
  await context.transport.close();
  return { open, leftovers };
}
