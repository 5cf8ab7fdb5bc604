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
 * @param named whether the caller named the base URL for this call, so that it may differ from that of the ledger
 * @returns the number of open entries, and the entries that could not be undone
 * @throws UsageError when the file is not a ledger, names another machine that the target does not name, or is of a run on
 * another base URL than that of the target
 */
export async function cleanUpLedger(
  file: string,
  config: TargetConfig,
  env: Record<string, string | undefined> = process.env,
  { fetch, clock = realClock, named = false }: { fetch?: Fetch; clock?: Clock; named?: boolean } = {},
): Promise<{ open: number; leftovers: Leftover[] }> {
  const { ledger, baseUrl, runId } = Ledger.read(file);
  // Whoever wrote the file must not choose where the credentials go.
  if (config.baseUrl === undefined && !isLoopback(baseUrl))
    throw new UsageError(
      `the ledger ${file} is of a run on ${baseUrl}: name this base URL, as an argument or in the target file, if the credentials may be sent there`,
    );
  const target = resolveTarget({ ...config, baseUrl: config.baseUrl ?? baseUrl }, env);
  // Another platform may have other things with these ids.
  if (!named && target.baseUrl !== baseUrl)
    throw new UsageError(
      `the ledger ${file} is of a run on ${baseUrl}, and the target file names ${target.baseUrl}: give the base URL where the things are as an argument`,
    );
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
