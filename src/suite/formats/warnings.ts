// Summarises the warnings of a run in a few lines: names that differ as one table, the others by area.
import { countBy } from '../model/objects.ts';
import { plural, shortLine } from '../model/text.ts';
import type { Report } from '../report/report.ts';
import { type FindingWithResults, findingsWithResults } from './finding-text.ts';

const MAX_ROWS = 6;
const MAX_AREAS = 4;
/** The fewest warnings about one requirement that are shown as one table. */
const MIN_TABLE = 3;
const MAX_ROW_LENGTH = 150;

/**
 * Summarises the warnings of a report: a table for the requirement that most areas meet in another way, with the names
 * that the run has learned where there are some, and one line for each area with the other warnings.
 */
export function warningSections(report: Report): { title: string; lines: string[] }[] {
  const warnings = findingsWithResults(report).filter(({ finding }) => finding.verdict === 'warn');
  if (warnings.length === 0) return [];
  const common = mostCommonRequirement(warnings);
  const inTable = warnings.filter(({ first }) => first.requirement === common);
  const others = warnings.filter((one) => !inTable.includes(one));
  const names = nameRows(report);
  const rows = names.length > 0 ? names : inTable.map(tableRow);
  const [{ first } = { first: undefined }] = inTable;
  const title =
    names.length > 0
      ? "Names that differ (the contract's → theirs)"
      : `Differs: ${first?.sentence ?? common}`;
  const areas = [...new Set(others.map(({ first: { area } }) => area))].map((area) => {
    const ids = others.filter(({ first }) => first.area === area).map(({ finding }) => finding.id);
    return `  ${area.padEnd(10)} ${shortLine(ids.join(', '), MAX_ROW_LENGTH)}`;
  });
  return [
    ...(rows.length === 0 ? [] : [{ title, lines: atMost(rows, MAX_ROWS) }]),
    ...(areas.length === 0
      ? []
      : [
          {
            title: `${plural(warnings.length, 'warning')}${inTable.length === 0 ? '' : `, ${inTable.length} of them above`}: decided otherwise than in this contract, which fails nothing (--report console-full shows each)`,
            lines: atMost(areas, MAX_AREAS),
          },
        ]),
  ];
}

function mostCommonRequirement(warnings: readonly FindingWithResults[]): string | undefined {
  const often = countBy(warnings, ({ first }) => first.requirement);
  const [requirement, count = 0] = [...often].sort(([, a], [, b]) => b - a)[0] ?? [];
  return count >= MIN_TABLE ? requirement : undefined;
}

/** Returns one row for each kind of resource whose members have other names. */
function nameRows({ learned }: Report): string[] {
  return Object.entries(learned?.kinds ?? {}).flatMap(([kind, { members, guessed = [], envelope = [] }]) => {
    const pairs = Object.entries(members).flatMap(([name, place]) =>
      Array.isArray(place) && !guessed.includes(name) ? `${name} → ${[...envelope, ...place].join('.')}` : [],
    );
    return pairs.length > 0 ? `  ${kind.padEnd(10)} ${shortLine(pairs.join(', '), MAX_ROW_LENGTH)}` : [];
  });
}

const tableRow = ({ first: { area, message } }: FindingWithResults): string =>
  `  ${area.padEnd(10)} ${shortLine(message, MAX_ROW_LENGTH)}`;

/** Returns at most `max` lines; the last one states how many are left out. */
export const atMost = (lines: readonly string[], max: number): string[] =>
  lines.length <= max ? [...lines] : [...lines.slice(0, max - 1), `  … and ${lines.length - max + 1} more`];
