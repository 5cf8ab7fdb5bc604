// Reads request bodies as they arrive, within one memory limit for all connections together.
import type { BodyRequest } from './body-request.ts';

/** A body, or the reason why it was not read to its end. */
type Uploaded = Uint8Array | 'too large' | 'overloaded' | 'too slow';

export type UploadOptions = {
  /** how many bytes of unfinished bodies the server holds at once; 96 MiB when left out */
  held?: number;
  /** how often the progress of bodies is checked, in ms; 5,000 when left out */
  interval?: number;
};

/** The default memory limit, in bytes: it fits one exported world (64 MiB) and many small bodies. */
const MAX_HELD_BYTES = 100_663_296;
const CHECK_INTERVAL_MS = 5000;
/** The minimum number of new bytes between two checks; a body with fewer new bytes is refused as too slow. */
const MIN_BYTES_PER_INTERVAL = 1024;
const MIN_CAPACITY = 4096;

/** An unfinished request body: one that did not arrive completely with its first bytes. */
type Upload = {
  request: BodyRequest;
  maxBytes: number;
  /** the size from the Content-Length header, in bytes; 0 when unknown */
  declared: number;
  buffer: Uint8Array;
  size: number;
  /** the value of `size` at the last check; -1 before the first check */
  checkedSize: number;
  done: (uploaded: Uploaded) => void;
};

export class Uploads {
  readonly #limit: number;
  readonly #interval: number;
  readonly #unfinished = new Set<Upload>();
  #totalBytes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor({ held = MAX_HELD_BYTES, interval = CHECK_INTERVAL_MS }: UploadOptions = {}) {
    this.#limit = held;
    this.#interval = interval;
  }

  /**
   * Reads the body of a request. It calls `done` once, or never when the client disconnects. When all unfinished
   * bodies together exceed the memory limit, it gives up the largest body, so that small bodies are still accepted.
   * @param declared the Content-Length of the body; 0 when there is none
   */
  receive(request: BodyRequest, maxBytes: number, declared: number, done: Upload['done']): void {
    let first: Uint8Array | null = null;
    let upload: Upload | null = null;
    request.receiveBody((chunk) => {
      if (chunk === null) {
        if (upload === null) done(first ?? new Uint8Array(0));
        else {
          this.#release(upload);
          done(upload.buffer.subarray(0, upload.size));
        }
      } else if (upload !== null) this.#add(upload, chunk);
      else if (chunk.length > maxBytes || chunk.length < declared || declared === 0) {
        upload = this.#begin(request, maxBytes, declared, done);
        this.#add(upload, chunk);
      } else first = chunk;
    });
  }

  #begin(request: BodyRequest, maxBytes: number, declared: number, done: Upload['done']): Upload {
    const upload = { request, maxBytes, declared, buffer: new Uint8Array(0), size: 0, checkedSize: -1, done };
    this.#unfinished.add(upload);
    request.once('close', () => this.#release(upload));
    this.#timer ??= setInterval(() => this.#checkProgress(), this.#interval).unref();
    return upload;
  }

  #add(upload: Upload, chunk: Uint8Array): void {
    const { maxBytes, declared, buffer, size } = upload;
    const needed = size + chunk.length;
    if (needed > maxBytes) {
      this.#giveUp(upload, 'too large');
      return;
    }
    if (needed > buffer.length) {
      const capacity = Math.max(
        needed,
        Math.min(Math.max(2 * buffer.length, MIN_CAPACITY), declared || maxBytes),
      );
      // Chunks of one byte each would take two hundred times as much memory if every chunk were stored separately.
      const grown = Buffer.allocUnsafeSlow(capacity);
      grown.set(buffer.subarray(0, size));
      upload.buffer = grown;
      this.#totalBytes += grown.length - buffer.length;
    }
    upload.buffer.set(chunk, size);
    upload.size = needed;
    while (this.#totalBytes > this.#limit) {
      let largest = upload;
      for (const other of this.#unfinished) if (other.buffer.length > largest.buffer.length) largest = other;
      this.#giveUp(largest, 'overloaded');
    }
  }

  #giveUp(upload: Upload, reason: Exclude<Uploaded, Uint8Array>): void {
    upload.request.receiveBody(null);
    this.#release(upload);
    upload.buffer = new Uint8Array(0);
    upload.done(reason);
  }

  #release(upload: Upload): void {
    if (!this.#unfinished.delete(upload)) return;
    this.#totalBytes -= upload.buffer.length;
    if (this.#unfinished.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #checkProgress(): void {
    for (const upload of this.#unfinished) {
      if (upload.checkedSize !== -1 && upload.size - upload.checkedSize < MIN_BYTES_PER_INTERVAL)
        this.#giveUp(upload, 'too slow');
      else upload.checkedSize = upload.size;
    }
  }
}
