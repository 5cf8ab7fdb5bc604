// Undoes what an earlier run created, as its ledger file lists it.
import { cleanUp } from '../cleanup/clean-up.ts';
import { Ledger, type Leftover } from '../cleanup/ledger.ts';
import type { Fetch } from '../http/transport/transport-fetch.ts';
import { type Clock, realClock } from '../model/clock.ts';
import { UsageError } from '../model/outcome.ts';
import { isLoopback } from '../model/target.ts';
import type { TargetConfig } from '../model/target-config.ts';
import { resolveTarget } from '../target/config.ts';
import { createRunContext } from './run-context.ts';

/**
 * Undoes the open entries of a ledger file.
 * @param config the credentials; the base URL of the ledger is used unless the target names one
 * @returns the number of open entries, and the entries that could not be undone
 * @throws UsageError when the file is not a ledger, or names another machine that the target does not name
 */
export async function cleanUpLedger(
  file: string,
  config: TargetConfig,
  env: Record<string, string | undefined> = process.env,
  { fetch, clock = realClock }: { fetch?: Fetch; clock?: Clock } = {},
): Promise<{ open: number; leftovers: Leftover[] }> {
  const { ledger, baseUrl, runId } = Ledger.read(file);
  // Whoever wrote the file must not choose where the credentials go.
  if (config.baseUrl === undefined && !isLoopback(baseUrl))
    throw new UsageError(
      `the ledger ${file} is of a run on ${baseUrl}: name this base URL, as an argument or in the target file, if the credentials may be sent there`,
    );
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
    selection: { checks: [], rules: [] },
    ledger,
  });
  const open = ledger.openEntries().length + ledger.unidentified.length;
  const leftovers = await cleanUp(context);
  await context.transport.close();
  return {
    open,
    leftovers: [...leftovers, ...ledger.unidentified.map((one) => ({ ...one, byHand: true as const }))],
  };
}
