// Reads JSON piece by piece. The text is never one string, so it may be longer than the longest string that
// JavaScript allows.

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/** Returns the index of the next occurrence of a byte; the length of the piece when there is none. */
function indexOf(piece: Uint8Array, byte: number, from: number): number {
  const found = piece.indexOf(byte, from);
  return found === -1 ? piece.length : found;
}

/**
 * The nesting depth down to which containers are built while their members arrive. Each deeper value is parsed as a
 * whole; in an export, such a value is one row of a table.
 */
const BUILT_DEPTH = 3;
/** The maximum size of one value that is parsed as a whole, and of a member name, in bytes. */
const MAX_VALUE_BYTES = 268_435_456;

type Container = { value: unknown[] | Record<string, unknown>; name: string | null };
/** The kinds of token that the JSON syntax allows next. */
type Expect = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'comma' | 'end';

/** Reads one JSON value from UTF-8 bytes that arrive in pieces of any size. */
export class JsonPieces {
  readonly #open: Container[] = [];
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #expect: Expect = 'value';
  #result: unknown;
  /** the bytes of the unfinished value that arrived in earlier pieces */
  #earlierPieces: Uint8Array[] = [];
  #earlierBytes = 0;
  /** the nesting depth inside the unfinished value; -1 when no value is unfinished */
  #depth = -1;
  #inString = false;
  #escaped = false;
  /** true when the unfinished value is a number, true, false or null, which end at the next separator */
  #bare = false;
  /** the number of bytes read so far, for error messages */
  #offset = 0;

  /**
   * Reads more bytes.
   * @throws SyntaxError when the text is not valid JSON; the reader cannot be used after the error
   */
  write(piece: Uint8Array): void {
    let start = this.#depth === -1 ? -1 : 0;
    let slash = -1;
    for (let at = 0; at < piece.length; at += 1) {
      if (this.#inString && !this.#escaped) {
        // Inside a string, only the closing quotation mark and backslashes matter.
        if (slash < at) slash = indexOf(piece, BACKSLASH, at);
        at = Math.min(slash, indexOf(piece, QUOTE, at));
        if (at === piece.length) break;
      }
      const byte = piece[at] ?? 0;
      if (this.#depth === -1) {
        if (isSpace(byte)) continue;
        if (!this.#structure(byte, at)) start = at;
        continue;
      }
      const ended = this.#insideValue(byte);
      if (ended === null) continue;
      this.#completeValue(piece.subarray(start, ended ? at + 1 : at));
      start = -1;
      // A number ends at the byte that follows it, so this byte must be handled as a byte between values.
      if (!ended && !isSpace(byte) && !this.#structure(byte, at)) this.#fail(at);
    }
    if (start !== -1 && this.#depth !== -1) this.#storePiece(piece.slice(start));
    this.#offset += piece.length;
  }

  /**
   * Returns the value that was read.
   * @throws SyntaxError when the text ended before the value was complete
   */
  end(): unknown {
    if (this.#bare && this.#open.length === 0) this.#completeValue(new Uint8Array(0));
    if (this.#expect !== 'end') this.#fail(0);
    return this.#result;
  }

  /** Handles a byte between values; returns false when the byte begins a value that is parsed as a whole. */
  #structure(byte: number, at: number): boolean {
    const container = this.#open.at(-1);
    if (byte === COMMA && this.#expect === 'comma' && container) {
      this.#expect = Array.isArray(container.value) ? 'value' : 'name';
      return true;
    }
    if (byte === COLON && this.#expect === 'colon') {
      this.#expect = 'value';
      return true;
    }
    const closes = container && byte === (Array.isArray(container.value) ? CLOSE_LIST : CLOSE_OBJECT);
    if (closes && ['comma', 'first value', 'first name'].includes(this.#expect)) {
      this.#open.pop();
      this.#expect = this.#open.length === 0 ? 'end' : 'comma';
      return true;
    }
    const isName = this.#expect === 'name' || this.#expect === 'first name';
    if (isName ? byte !== QUOTE : this.#expect !== 'value' && this.#expect !== 'first value') this.#fail(at);
    if (!isName && this.#open.length < BUILT_DEPTH && (byte === OPEN_LIST || byte === OPEN_OBJECT)) {
      const value = byte === OPEN_LIST ? [] : {};
      this.#addToContainer(value);
      this.#open.push({ value, name: null });
      this.#expect = byte === OPEN_LIST ? 'first value' : 'first name';
      return true;
    }
    this.#depth = 0;
    this.#inString = byte === QUOTE;
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth = 1;
    this.#bare = this.#depth === 0 && !this.#inString;
    return false;
  }

  /**
   * Handles a byte of the unfinished value. Returns null when the value continues, true when the value ends with this
   * byte, false when the value ended before this byte.
   */
  #insideValue(byte: number): boolean | null {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        return this.#depth === 0 ? true : null;
      }
      return null;
    }
    if (this.#bare)
      return isSpace(byte) || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte === COLON
        ? false
        : null;
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      this.#depth -= 1;
      if (this.#depth === 0) return true;
    }
    return null;
  }

  #storePiece(bytes: Uint8Array): void {
    this.#earlierBytes += bytes.length;
    if (this.#earlierBytes > MAX_VALUE_BYTES)
      throw new SyntaxError(`A value of the JSON has more than ${MAX_VALUE_BYTES} bytes.`);
    this.#earlierPieces.push(bytes);
  }

  /** Completes the unfinished value with its last bytes. */
  #completeValue(last: Uint8Array): void {
    let bytes = last;
    if (this.#earlierPieces.length > 0) {
      bytes = new Uint8Array(this.#earlierBytes + last.length);
      let at = 0;
      for (const part of [...this.#earlierPieces, last]) {
        bytes.set(part, at);
        at += part.length;
      }
      this.#earlierPieces = [];
      this.#earlierBytes = 0;
    }
    this.#depth = -1;
    this.#bare = false;
    let value: unknown;
    try {
      value = JSON.parse(this.#decoder.decode(bytes));
    } catch {
      this.#fail(0);
    }
    const container = this.#open.at(-1);
    if (
      container &&
      typeof value === 'string' &&
      (this.#expect === 'name' || this.#expect === 'first name')
    ) {
      container.name = value;
      this.#expect = 'colon';
      return;
    }
    this.#addToContainer(value);
    this.#expect = this.#open.length === 0 ? 'end' : 'comma';
  }

  /** Adds a value to its container as JSON.parse does: `__proto__` becomes an ordinary member. */
  #addToContainer(value: unknown): void {
    const container = this.#open.at(-1);
    if (!container) this.#result = value;
    else if (Array.isArray(container.value)) container.value.push(value);
    else
      Object.defineProperty(container.value, container.name ?? '', {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }

  #fail(at: number): never {
    throw new SyntaxError(`The text is no JSON at or before byte ${this.#offset + at}.`);
  }
}

/**
 * Parses JSON from bytes without converting them to one string.
 * @throws SyntaxError for invalid JSON
 */
export function readJsonBytes(bytes: Uint8Array): unknown {
  const reader = new JsonPieces();
  for (let at = 0; at < bytes.length; at += 1_048_576) reader.write(bytes.subarray(at, at + 1_048_576));
  return reader.end();
}
