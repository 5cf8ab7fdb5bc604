// Generates the JSON text of an exported world in pieces, because a large world does not fit into one string.
import type { WorldServerSnapshot } from '../../server/app.ts';
import type { WorldExport } from '../../state/world-export.ts';

/** An exported world: its tables, and in `parts` the other server state, such as policy, counters and faults. */
export type ExportedWorld = WorldExport & { parts?: Partial<WorldServerSnapshot['state']> };

/** The minimum length of a piece, in characters; the last piece may be shorter. */
const MIN_PIECE_LENGTH = 65_536;

/**
 * Generates the text of an export with one row per line. The text shows the world at the instant of the export,
 * however slow the reader is, because rows are immutable.
 */
export function* exportText(world: ExportedWorld): Generator<string, void> {
  let piece = '';
  for (const line of exportLines(world)) {
    piece += line;
    if (piece.length < MIN_PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* exportLines({ tables, timers, parts, ...rest }: ExportedWorld): Generator<string, void> {
  yield `${JSON.stringify(rest).slice(0, -1)},"tables":{`;
  let separator = '';
  for (const [name, rows] of Object.entries(tables)) {
    yield `${separator}\n${JSON.stringify(name)}:`;
    yield* listText(rows);
    separator = ',';
  }
  yield '\n},\n"timers":';
  yield* listText(timers);
  yield `${parts === undefined ? '' : `,\n"parts":${JSON.stringify(parts)}`}}\n`;
}

function* listText(rows: readonly object[]): Generator<string, void> {
  yield '[';
  for (const [at, row] of rows.entries()) yield `${at === 0 ? '' : ','}\n${JSON.stringify(row)}`;
  yield rows.length === 0 ? ']' : '\n]';
}
