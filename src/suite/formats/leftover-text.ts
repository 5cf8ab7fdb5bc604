// Texts about what a run left behind: each thing with its reason, and the commands that remove it.
import { operation, operations } from '../../contract/operations.ts';
import { cleanUpCommandLine } from '../report/replay-command.ts';
import type { Report } from '../report/report.ts';

const MAX_NAMED = 3;

/** Returns one line for each reason why something is left behind, with the things that are left for it. */
export function leftoverTexts({ cleanup }: Report): string[] {
  const byReason = Map.groupBy(cleanup.leftovers, ({ why, byHand }) => {
    const reason = why.replace(/ \(sent: .*$/s, '');
    return byHand ? `not removable through the API, by hand: ${reason}` : reason;
  });
  return [...byReason].map(([reason, leftovers]) => {
    const things = leftovers.map(({ operation: id, params }) => [id, ...Object.values(params)].join(' '));
    const named = things.slice(0, MAX_NAMED).join(', ');
    if (things.length <= MAX_NAMED) return `${named}: ${reason}`;
    return `${things.length} things (${named}, …): ${reason}`;
  });
}

/**
 * Returns the command lines that remove what is left behind and not removable by hand only: one with the ledger, or without a ledger one curl line
 * for each thing.
 */
export function removalCommands(report: Report): string[] {
  const { ledger } = report.cleanup;
  const leftovers = report.cleanup.leftovers.filter(({ byHand }) => !byHand);
  if (leftovers.length === 0) return [];
  if (ledger !== undefined) return [cleanUpCommandLine(ledger, report, report.called)];
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
