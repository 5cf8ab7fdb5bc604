// Counts the defects that each tool caught and missed, and the lawful variants on which the tool raised an alarm.
import { isClean, type Results, type Run } from './results.ts';
import { WARNING } from './tools/ours.ts';

/** The results of one tool, or of our own suite in one of its profiles. */
export type ToolResult = {
  name: string;
  /** name of the tool; for our own suite, followed by the profile */
  title: string;
  version: string;
  profile: 'stated' | 'contract' | null;
  runs: number;
  /** ids of the defects that the tool was tried on; `caught` contains the ids of those defects that it caught */
  defects: string[];
  caught: string[];
  variants: string[];
  accused: string[];
  /** alarms that the tool raised on the mock without defects, in any run */
  clean: string[];
  requests: number[];
  seconds: number[];
};

/**
 * Returns the results of each tool, and of our own suite once for each profile. A tool that was not run on the mock
 * without defects has no results.
 */
export function toolResults(results: Results): ToolResult[] {
  return results.tools.flatMap(({ name, version }) => {
    const runs = results.runs.filter(({ tool }) => tool === name);
    if (name !== 'hosting-contract') return [toolResult(results, runs, name, version, null)];
    return (['stated', 'contract'] as const).map((profile) =>
      toolResult(results, runs, name, version, profile),
    );
  });
}

function toolResult(
  results: Results,
  runs: readonly Run[],
  name: string,
  version: string,
  profile: ToolResult['profile'],
): ToolResult {
  const of = (basis: string | null) => (alarm: string) =>
    profile !== 'stated' || !alarm.startsWith(WARNING) || basis === 'follows';
  const known = new Set(runs.filter(isClean).flatMap(({ alarms }) => alarms));
  const byRow = new Map(runs.map((run) => [run.row, run]));
  const tried = (ids: readonly string[]): string[] =>
    known.size === 0 && !runs.some(isClean) ? [] : ids.filter((id) => byRow.has(id));
  const noticed = (id: string, basis: string | null): boolean =>
    (byRow.get(id)?.alarms ?? []).filter((alarm) => !known.has(alarm)).some(of(basis));
  const basisOf = new Map(results.defects.map(({ id, basis }) => [id, basis]));
  const defects = tried(results.defects.map(({ id }) => id));
  const variants = tried(results.variants.map(({ id }) => id));
  return {
    name,
    title: profile === null ? name : `${name}, profile ${profile}`,
    version,
    profile,
    runs: runs.length,
    defects,
    caught: defects.filter((id) => noticed(id, basisOf.get(id) ?? null)),
    variants,
    accused: variants.filter((id) => noticed(id, null)),
    clean: [...known].filter(of(null)).sort(),
    requests: runs.map(({ requests }) => requests),
    seconds: runs.map(({ seconds }) => seconds),
  };
}
