// Adds a checksum to lines of text, and checks it. It finds text that was cut or changed by accident, not on purpose.
import { crc32 } from 'node:zlib';

/** The length of a checksum at the end of a line, with the space before it. */
const LENGTH = 9;

const checksumText = (checksum: number): string => ` ${checksum.toString(16).padStart(8, '0')}`;

export const withChecksum = (line: string): string => line + checksumText(crc32(line));

/** Returns the line without its checksum; null when the checksum is missing or that of another line. */
export function checkedLine(line: string): string | null {
  const end = line.length - LENGTH;
  if (end < 0) return null;
  const text = line.slice(0, end);
  return line.slice(end) === checksumText(crc32(text)) ? text : null;
}
