// Formats the summary of a run: one line for each attack area, and the attacks that succeeded.
import type { Try } from './model.ts';

const COLUMNS = ['tries', 'crashes', 'hangs', 'leaks', 'wrong'] as const;
type Row = Record<(typeof COLUMNS)[number], number> & { 'RSS MB': number | string };
const COLUMN_OF = { crash: 'crashes', hang: 'hangs', leak: 'leaks', wrong: 'wrong' } as const;

/**
 * Formats the table at the end of a run.
 * @param measured whether memory was measured
 */
export function summaryOf(tries: readonly Try[], measured: boolean): string {
  const rows = new Map<string, Row>();
  const names = [...new Set(tries.map(({ id }) => id.split('/')[0] ?? ''))];
  for (const name of [...names, 'all']) {
    const own = tries.filter(({ id }) => name === 'all' || id.startsWith(`${name}/`));
    const row: Row = {
      tries: own.length,
      crashes: 0,
      hangs: 0,
      leaks: 0,
      wrong: 0,
      'RSS MB': 'not measured',
    };
    for (const { verdict } of own) if (verdict !== 'held') row[COLUMN_OF[verdict]] += 1;
    if (measured) row['RSS MB'] = Math.max(0, ...own.map(({ rssMb }) => rssMb ?? 0));
    rows.set(name, row);
  }
  const headings = ['area', ...COLUMNS, 'RSS MB'] as const;
  const lines = [...rows].map(([name, row]) => [
    name,
    ...COLUMNS.map((one) => String(row[one])),
    String(row['RSS MB']),
  ]);
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  return [headings, ...lines]
    .map((line) =>
      line
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

/** Formats the result of one try as one line. */
export const lineOf = ({ id, verdict, notes, rssMb, seconds }: Try): string =>
  `${verdict.padEnd(5)}  ${id}  ${seconds.toFixed(1)} s${rssMb === null ? '' : `, ${rssMb} MB`}${notes.map((note) => `\n       ${printable(note)}`).join('')}`;

/** Removes control characters, because output of a process under attack must not control the terminal. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.replace(/[\x00-\x1f\x7f-\x9f]/g, ' ').slice(0, 600);
