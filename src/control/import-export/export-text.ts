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
export function* exportText({ tables, timers, parts, ...rest }: ExportedWorld): Generator<string, void> {
  let piece = `${JSON.stringify(rest).slice(0, -1)},"tables":{`;
  let first = true;
  for (const [name, rows] of Object.entries(tables)) {
    piece += `${first ? '' : ','}\n${JSON.stringify(name)}:`;
    first = false;
    for (const line of listText(rows)) {
      piece += line;
      if (piece.length < MIN_PIECE_LENGTH) continue;
      yield piece;
      piece = '';
    }
  }
  piece += '\n},\n"timers":';
  for (const line of listText(timers)) {
    piece += line;
    if (piece.length < MIN_PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${parts === undefined ? '' : `,\n"parts":${JSON.stringify(parts)}`}}\n`;
}

function* listText(rows: readonly object[]): Generator<string, void> {
  if (rows.length === 0) {
    yield '[]';
    return;
  }
  for (const [at, row] of rows.entries()) yield `${at === 0 ? '[\n' : ',\n'}${JSON.stringify(row)}`;
  yield '\n]';
}
