// Skips interim replies on a socket, because undici takes a `100 Continue` that it did not ask for as a broken reply.
import type { Socket } from 'node:net';

const START = String.raw`^HTTP/1\.[01] 1(?!01)\d\d`;
const INTERIM_START = new RegExp(START);
/** Matches an interim reply at the start of what was received: a status line, headers and an empty line. */
const INTERIM = new RegExp(String.raw`${START}[^\n]*\n([^\r\n][^\n]*\n)*\r?\n`);
/** The most bytes of an incomplete interim reply that are held back. */
const MAX_HELD_BYTES = 16_384;

const mayBecomeInterim = (text: string): boolean =>
  text.length < MAX_HELD_BYTES && INTERIM_START.test(text + 'HTTP/1.1 100'.slice(text.length));

/**
 * Makes a socket skip every interim reply but `101 Switching Protocols` before the reply to a request: a server may
 * send them unasked (RFC 9110, 15.2).
 * @returns the same socket
 */
export function skipInterimReplies<S extends Socket>(socket: S): S {
  const { push, write } = socket;
  // What arrived since the last write and may belong to an interim reply; null within a reply.
  let held: Buffer | null = null;
  socket.write = ((...chunk: Parameters<typeof write>) => {
    held ??= Buffer.alloc(0);
    return write.apply(socket, chunk);
  }) as typeof write;
  socket.push = (chunk: Uint8Array | null) => {
    if (held === null) return push.call(socket, chunk);
    let received = Buffer.concat([held, chunk ?? Buffer.alloc(0)]);
    for (;;) {
      const interim = INTERIM.exec(received.toString('latin1'))?.[0].length;
      if (interim === undefined) break;
      received = received.subarray(interim);
    }
    const waits = chunk !== null && mayBecomeInterim(received.toString('latin1'));
    held = waits ? received : null;
    if (waits) return true;
    if (chunk === null && received.length > 0) push.call(socket, received);
    return push.call(socket, chunk === null ? null : received);
  };
  return socket;
}
