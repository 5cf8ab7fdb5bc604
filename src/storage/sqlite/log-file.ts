// The write-ahead log of an open file of stored worlds, as the operating system sees it: SQLite writes it, and this module
// brings it to the disk.
import { closeSync, fdatasyncSync, fstatSync, openSync, writeSync } from 'node:fs';

/**
 * Whether the log is synchronized here and not by SQLite. Node's SQLite calls fsync, which on Linux also writes the time
 * of the last change of the file, in a second write after the first. On other systems the two are the same.
 */
export const syncsLog: boolean = process.platform === 'linux';

/** How much room the log is given at once, in bytes. */
const STEP_BYTES = 262_144;
/** The room from which it is given more, in bytes: more than a usual transaction takes. */
const LEAST_ROOM_BYTES = 65_536;

/** The write-ahead log of an open file. */
export class LogFile {
  readonly #fd: number;

  constructor(path: string) {
    this.#fd = openSync(path, 'r+');
  }

  /** Waits until everything that was written is on the disk. */
  sync(): void {
    fdatasyncSync(this.#fd);
  }

  /**
   * Lengthens the log with zeros, which SQLite overwrites, when it has little room left: a write within a file needs one
   * access to the disk, and one that lengthens it needs another for its new length.
   * @param usedBytes about how much of the log SQLite has used
   */
  makeRoom(usedBytes: number): void {
    const { size } = fstatSync(this.#fd);
    if (size - usedBytes >= LEAST_ROOM_BYTES) return;
    writeSync(this.#fd, Buffer.alloc(STEP_BYTES), 0, STEP_BYTES, size);
  }

  close(): void {
    closeSync(this.#fd);
  }
}
