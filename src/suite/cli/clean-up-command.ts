// The command `conform cleanup`: takes parsed flags and returns an exit code.
import { escapeConsoleLine } from '../formats/escape.ts';
import type { Clock } from '../model/clock.ts';
import { cleanUpLedger } from '../run/clean-up.ts';
import { type TargetFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';

/** `conform cleanup [base-url] --ledger file`: undoes what a run left behind. @returns the exit code */
export function cleanUpCommand(
  baseUrl: string | undefined,
  flags: TargetFlags & { ledger: string },
  io: Io,
  clock?: Clock,
): Promise<number> {
  return withExitCode(io, async () => {
    const target = await targetFromFlags(baseUrl, flags, io.env);
    const { open, leftovers } = await cleanUpLedger(flags.ledger, target, io.env, {
      ...(clock ? { clock } : {}),
      named: baseUrl !== undefined,
    });
    for (const { operation, params, why, byHand } of leftovers) {
      io.stdout(
        `${escapeConsoleLine(`left behind: ${operation} ${Object.values(params).join(' ')}: ${byHand ? `not removable through the API, by hand: ${why}` : why}`)}\n`,
      );
    }
    io.stdout(`${open - leftovers.length} of ${open} things taken back\n`);
    return leftovers.length === 0 ? 0 : 1;
  });
}
