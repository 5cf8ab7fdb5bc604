// What a whole bite found, kept in a file: which checks and rules catch which defect.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../../conformance/defects/kills.tsv', import.meta.url);

/** Defect → the checks and rules that caught it, in order of the report. */
export type Kills = ReadonlyMap<string, readonly string[]>;

/** Writes them down, one defect a line, so that a change of one is a change of one line. */
export function writeKills(rows: readonly { id: string; catchers: readonly string[] }[]): void {
  const lines = rows.map(({ id, catchers }) => `${id}\t${catchers.join(' ')}`);
  writeFileSync(FILE, `${lines.join('\n')}\n`);
}

/** What was written down last. */
export function readKills(): Kills {
  const lines = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [id = '', catchers = ''] = line.split('\t');
      return [id, catchers.split(' ').filter((one) => one !== '')];
    }),
  );
}
