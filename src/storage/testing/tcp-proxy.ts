// Test helper: a TCP proxy before a server that cuts, loses, holds and delays what passes through it.
import { createConnection, createServer, type Socket } from 'node:net';

export type Direction = 'to server' | 'to client';

/**
 * What happens to a chunk of bytes. `pass`: it is forwarded. `cut`: it is dropped and both sides of the connection
 * end. `cut after`: it is forwarded, then both sides end. `lose reply`: it is forwarded; both sides end when the server
 * has answered, and the answer is dropped. `hold`: the client's side ends, and the server gets the chunk when `release`
 * is called.
 */
export type Fate = 'pass' | 'cut' | 'cut after' | 'lose reply' | 'hold';

/** Decides about a chunk; the connection waits for the decision. */
export type Rule = (direction: Direction, chunk: Buffer) => Fate | Promise<Fate>;

export type TcpProxy = {
  readonly port: number;
  /** how many connections of clients are open */
  readonly open: number;
  /** Decides about each chunk from now on; without a rule all pass. */
  use(rule: Rule | null): void;
  /** Ends all connections. `refusing`: new connections end at once, until the next call. */
  cut(refusing?: boolean): void;
  /** Stops forwarding in a direction, as a network does that loses everything; the connections stay open. */
  pause(direction: Direction): void;
  /** Forwards what waited, and whatever comes. */
  resume(direction: Direction): void;
  /** Loses whatever the present connections send from now on, in both directions; they stay open. New ones work. */
  silence(): void;
  /** Delivers the chunks that a rule held to the server, and waits for its answers. */
  release(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a proxy on a free port of 127.0.0.1 that forwards to another port. */
export async function startTcpProxy(serverPort: number): Promise<TcpProxy> {
  let rule: Rule | null = null;
  let refusing = false;
  const clients = new Set<Socket>();
  const silent = new WeakSet<Socket>();
  const upstreams = new Set<Socket>();
  const held: { upstream: Socket; chunk: Buffer }[] = [];
  const paused: Record<Direction, { over: Promise<void>; end: () => void } | null> = {
    'to server': null,
    'to client': null,
  };

  const server = createServer((client) => {
    if (refusing) {
      client.destroy();
      return;
    }
    const upstream = createConnection(serverPort, '127.0.0.1');
    const state = { losesReply: false, isHeld: false };
    track(client, clients);
    track(upstream, upstreams);
    const end = (): void => {
      client.destroy();
      if (!state.isHeld) upstream.destroy();
    };
    client.on('close', end);
    upstream.on('close', end);

    const forward = async (direction: Direction, to: Socket, chunk: Buffer): Promise<void> => {
      if (silent.has(client)) return;
      if (direction === 'to client' && state.losesReply) {
        end();
        return;
      }
      const fate = (await rule?.(direction, chunk)) ?? 'pass';
      if (fate === 'cut') {
        end();
        return;
      }
      if (fate === 'hold') {
        state.isHeld = true;
        held.push({ upstream, chunk });
        client.destroy();
        return;
      }
      state.losesReply = fate === 'lose reply';
      await paused[direction]?.over;
      if (to.destroyed) return;
      to.write(chunk, () => {
        if (fate === 'cut after') end();
      });
    };
    pump(client, (chunk) => forward('to server', upstream, chunk));
    pump(upstream, (chunk) => forward('to client', client, chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');

  const resume = (direction: Direction): void => {
    paused[direction]?.end();
    paused[direction] = null;
  };
  const cut = (isRefusing = false): void => {
    refusing = isRefusing;
    for (const socket of clients) socket.destroy();
  };
  const release = async (): Promise<void> => {
    for (const { upstream, chunk } of held.splice(0)) {
      if (upstream.destroyed) continue;
      const answered = new Promise((resolve) => upstream.once('data', resolve).once('close', resolve));
      upstream.write(chunk);
      upstream.resume();
      await answered;
      upstream.destroy();
    }
  };

  return {
    port: address.port,
    get open() {
      return clients.size;
    },
    use(next) {
      rule = next;
    },
    cut,
    pause(direction) {
      let end = (): void => {};
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      paused[direction] ??= { over, end };
    },
    resume,
    silence() {
      for (const client of clients) silent.add(client);
    },
    release,
    async close() {
      resume('to server');
      resume('to client');
      for (const socket of [...clients, ...upstreams]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function track(socket: Socket, sockets: Set<Socket>): void {
  socket.setNoDelay(true);
  sockets.add(socket);
  // Ends of connections are what this proxy is for: the parties notice them by themselves.
  socket.on('error', () => {});
  socket.on('close', () => sockets.delete(socket));
}

/** Handles the chunks of a socket one after the other. */
function pump(socket: Socket, handle: (chunk: Buffer) => Promise<void>): void {
  let last = Promise.resolve();
  socket.on('data', (chunk: Buffer) => {
    last = last.then(() => handle(chunk));
  });
}
