// Test helper: servers on ports of this machine, which end with the test file.
import type { AddressInfo, Server, Socket } from 'node:net';

const servers = new Set<Server>();
const sockets = new Set<Socket>();

/** Ends the servers that listen, and their connections. */
export function endServers(): void {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  sockets.clear();
  servers.clear();
}

/** Lets a server listen on a port of this machine. @returns the port */
export async function listen(server: Server): Promise<number> {
  servers.add(server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
