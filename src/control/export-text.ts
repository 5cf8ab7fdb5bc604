// An export as JSON text, piece by piece: a large world is never one string.
import type { ExportedWorld } from './exported-world.ts';

/** How many characters a piece has at least, but for the last one. */
const MIN_PIECE_LENGTH = 65_536;

/**
 * The text of an export, a row a line. It may be read as slowly as anybody likes: rows never change, so the text is
 * that of the world at the instant of the export.
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
