// The file beside a file of stored worlds that says which process uses it, and the number of the last transaction that
// was acknowledged. It stays when the process is killed.
import {
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { crc32 } from 'node:zlib';

/** The process that uses a file of stored worlds. */
export type FileUser = {
  readonly pid: number;
  readonly host: string;
  /** the address at which it serves its worlds; null before it listens */
  readonly url: string | null;
  /** ISO 8601 */
  readonly since: string;
};

/** What a process file contains. `uuid`: the identity of the file of stored worlds. */
export type ProcessNote = { readonly user: FileUser; readonly uuid: string; readonly acknowledged: number };

const firstLine = (acknowledged: number): string => {
  const text = `acknowledged ${String(acknowledged).padStart(16, '0')}`;
  return `${text} ${crc32(text).toString(16).padStart(8, '0')}\n`;
};

/** Reads a process file; null when there is none, or none that can be read. */
export function readProcessNote(path: string): ProcessNote | null {
  try {
    if (!lstatSync(path).isFile()) return null;
    const [first = '', second = ''] = readFileSync(path, 'utf8').split('\n');
    const acknowledged = Number(first.split(' ')[1]);
    if (`${first}\n` !== firstLine(acknowledged)) return null;
    return { ...(JSON.parse(second) as Omit<ProcessNote, 'acknowledged'>), acknowledged };
  } catch {
    return null;
  }
}

/** The process file of an open file of stored worlds. */
export class ProcessFile {
  readonly #path: string;
  #fd: number | undefined;
  #note: ProcessNote;

  /** Writes the file, in place of one that an earlier process left. */
  constructor(path: string, note: ProcessNote) {
    this.#path = path;
    this.#note = note;
    this.#write();
  }

  #write(): void {
    const { acknowledged, ...rest } = this.#note;
    const next = `${this.#path}-new`;
    // A new file: whatever has its name, perhaps a link to another file, is removed and not written.
    rmSync(next, { force: true });
    writeFileSync(next, `${firstLine(acknowledged)}${JSON.stringify(rest)}\n`, { mode: 0o600, flag: 'wx' });
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = openSync(next, 'r+');
    renameSync(next, this.#path);
  }

  /** Records the address at which the process serves its worlds. */
  announce(url: string): void {
    this.#note = { ...this.#note, user: { ...this.#note.user, url } };
    this.#write();
  }

  /** Records that a transaction is stored, before anybody learns of it. The number survives the process only. */
  acknowledge(transaction: number): void {
    this.#note = { ...this.#note, acknowledged: transaction };
    try {
      if (this.#fd !== undefined) writeSync(this.#fd, firstLine(transaction), 0);
    } catch {
      // A lower number in the file notices less loss, and never a false one.
    }
  }

  /** Closes the file. `remove`: no process uses the worlds any more, and all of them are in the database file. */
  close({ remove }: { remove: boolean }): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
    if (remove) rmSync(this.#path, { force: true });
  }
}
