// Texts about what a run left behind: each thing with its reason, and the commands that remove it.
import { operation, operations } from '../../contract/operations.ts';
import { cleanUpCommandLine } from '../report/replay-command.ts';
import type { CliArgs, Report } from '../report/report.ts';

/** Returns one line for each thing that is left behind, with the reason. */
export const leftoverTexts = ({ cleanup }: Report): string[] =>
  cleanup.leftovers.map(
    ({ operation: id, params, why }) => `${id} ${Object.values(params).join(' ')}: ${why}`,
  );

/**
 * Returns the command lines that remove what is left behind: one with the ledger, or without a ledger one curl line
 * for each thing.
 */
export function removalCommands(report: Report, cliArgs: CliArgs = {}): string[] {
  const { leftovers, ledger } = report.cleanup;
  if (leftovers.length === 0) return [];
  if (ledger !== undefined) return [cleanUpCommandLine(ledger, report, cliArgs)];
  return leftovers.flatMap((one) => undoCurl(report, one) ?? []);
}

/** Returns the curl line that undoes one leftover; undefined when no operation of the contract does. */
function undoCurl(
  { target }: Report,
  { operation: id, params }: Report['cleanup']['leftovers'][number],
): string | undefined {
  const known = operations.find((one) => one.id === id);
  if (!known) return undefined;
  const { method, path } = operation(known.id);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `curl -i -X ${method} '${target.baseUrl}${filled}' -H 'authorization: Bearer '"$TENANT_A_TOKEN"`;
}
