// Finds the ends of HTTP replies in the bytes of a connection, for the load generator. It reads only what the servers
// of the benchmarks send: replies with Content-Length or in chunks.

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** Reads the replies of one connection. Calls `onReply` with the status of each reply at its end. */
export class ReplyReader {
  private readonly onReply: (status: number) => void;
  /** bytes of a head, or of a reply in chunks, that has not arrived whole */
  private partial: Buffer | null = null;
  /** bytes of the present body that have not arrived */
  private missing = 0;
  private status = 0;

  constructor(onReply: (status: number) => void) {
    this.onReply = onReply;
  }

  /**
   * Reads the next bytes of the connection.
   * @throws Error for a reply without Content-Length that is not sent in chunks
   */
  read(bytes: Buffer): void {
    let rest = this.partial ? Buffer.concat([this.partial, bytes]) : bytes;
    this.partial = null;
    while (rest.length > 0) {
      if (this.missing > 0) {
        const taken = Math.min(this.missing, rest.length);
        this.missing -= taken;
        rest = rest.subarray(taken);
        if (this.missing > 0) return;
        this.onReply(this.status);
        continue;
      }
      const headEnd = rest.indexOf(HEAD_END);
      if (headEnd < 0) {
        this.partial = rest;
        return;
      }
      const head = rest.toString('latin1', 0, headEnd);
      const body = headEnd + HEAD_END.length;
      this.status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length:\s*(\d+)/i.exec(head)?.[1];
      if (length !== undefined) {
        rest = rest.subarray(body);
        this.missing = Number(length);
        if (this.missing === 0) this.onReply(this.status);
        continue;
      }
      if (!/\r\ntransfer-encoding:\s*chunked/i.test(head))
        throw new Error(`The load generator cannot find the end of this reply:\n${head}`);
      const last = rest.indexOf(LAST_CHUNK, body);
      if (last < 0) {
        this.partial = rest;
        return;
      }
      rest = rest.subarray(last + LAST_CHUNK.length);
      this.onReply(this.status);
    }
  }
}
