// Opens one connection of a hostile client, sends data over it and collects the replies.
import { connect, type Socket } from 'node:net';
import { limitMs, type Piece, pause } from './model.ts';

export type Conversation = {
  /** the received text, decoded as Latin-1, at most 4 million characters */
  received: string;
  /** statuses of the received replies, in the order of their arrival */
  statuses: number[];
  /** whether the server closed the connection */
  closed: boolean;
  /** whether the time limit passed before the expected replies or the end of the connection arrived */
  late: boolean;
};

export type ConnectionOptions = {
  port: number;
  host?: string;
  fill: (text: string) => string;
  /** number of replies to wait for, unless the connection ends first; 0 does not wait */
  replies: number;
  /** time limit of the whole exchange on the connection, in milliseconds */
  patience: number;
};

const KEPT = 4_000_000;
/**
 * Size in bytes of a chunk of repeated data: large enough for fast sending, and small enough to notice a reply
 * between two chunks.
 */
const CHUNK = 262_144;

/**
 * Sends data over a new connection and returns what came back. Never rejects: a failed connection counts as closed.
 */
export async function converse(
  pieces: readonly Piece[],
  { port, host = '127.0.0.1', fill, replies, patience }: ConnectionOptions,
): Promise<Conversation> {
  let received = '';
  let closed = false;
  let wake = (): void => {};
  const socket = connect({ port, host, noDelay: true });
  socket.on('data', (chunk: Buffer) => {
    if (received.length < KEPT) received += chunk.toString('latin1');
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
    wake();
  });
  socket.on('end', () => {
    closed = true;
    wake();
  });
  const end = Date.now() + limitMs(patience);
  await send(socket, pieces, fill, () => closed, end);
  const answered = (): boolean => replies > 0 && statusesOf(received).length >= replies;
  while (replies > 0 && !answered() && !closed && Date.now() < end) {
    await Promise.race([
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
      pause(Math.min(100, Math.max(1, end - Date.now()))),
    ]);
  }
  const late = replies > 0 && !answered() && !closed;
  socket.destroy();
  return { received, statuses: statusesOf(received), closed, late };
}

async function send(
  socket: Socket,
  pieces: readonly Piece[],
  fill: (text: string) => string,
  isClosed: () => boolean,
  end: number,
): Promise<void> {
  const write = (data: Buffer): Promise<void> =>
    new Promise((done) => {
      if (isClosed() || socket.destroyed) return done();
      const finish = (): void => {
        socket.off('close', finish);
        clearTimeout(timer);
        done();
      };
      const timer = setTimeout(finish, Math.max(1, end - Date.now()));
      socket.once('close', finish);
      socket.write(data, finish);
    });
  for (const piece of pieces) {
    if (isClosed() || Date.now() > end) return;
    if (typeof piece === 'string') await write(Buffer.from(fill(piece)));
    else if ('bytes' in piece) await write(Buffer.from(fill(piece.bytes), 'latin1'));
    else if ('waitMs' in piece) {
      const until = Date.now() + piece.waitMs;
      while (Date.now() < until && !isClosed()) await pause(Math.min(50, piece.waitMs));
    } else if ('end' in piece) {
      if (piece.end === 'half') socket.end();
      else if (piece.end === 'reset') socket.resetAndDestroy();
      else socket.destroy();
    } else {
      const unit = Buffer.from(fill(piece.repeat), 'latin1');
      const together = Math.max(1, Math.floor(CHUNK / unit.length));
      const block = Buffer.concat(Array.from({ length: Math.min(together, piece.times) }, () => unit));
      let left = piece.times * unit.length;
      while (left > 0 && !isClosed() && Date.now() < end) {
        await write(left >= block.length ? block : block.subarray(0, left));
        left -= block.length;
      }
    }
  }
}

/**
 * Returns the final statuses in the received text. JSON bodies contain no status lines, so every status line belongs
 * to a reply.
 */
const statusesOf = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.[01] (\d{3})[ \r]/g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);
