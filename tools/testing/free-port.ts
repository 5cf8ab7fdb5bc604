// Finds free ports for servers that listen only seconds after their start.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports that no system gives to outgoing connections or to servers that listen on port 0. */
const OWN_PORTS = { first: 20_000, last: 31_999 };

/**
 * Finds a free port on the loopback interface, which the system gives to nobody until the server listens: with a port
 * of the system's own range, servers sometimes found it taken.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(OWN_PORTS.first, OWN_PORTS.last + 1);
    const server = createServer();
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => done(true));
    });
    if (!isFree) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}
