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

/** A key and its self-signed certificate for `localhost`. */
export const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQguFW80uOsUStW3so5
LDgvG3v4Gan3Qkb/PDyr4htoWeuhRANCAAS+5wXdlGk4Tn6P7Qmpt1WOtx6xHaMz
Gyrgby1XPs5WpcgVF6+MJYu5jiV0oPfGozf4j44veay6IteMYnDV6dEe
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUFnIcgtGPccXNX1EQlMxAq5sGkyAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDEyMTkzMloYDzIxMjYxMDI3
MTIxOTMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS+5wXdlGk4Tn6P7Qmpt1WOtx6xHaMzGyrgby1XPs5WpcgVF6+MJYu5
jiV0oPfGozf4j44veay6IteMYnDV6dEeo1MwUTAdBgNVHQ4EFgQUr0MN3RlVakVD
rDQJw+JmdkWHP1cwHwYDVR0jBBgwFoAUr0MN3RlVakVDrDQJw+JmdkWHP1cwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA9ynyoZyX5lJdC40vnWKA
HNZAoNdW97WzpqLJMxBR/a4CIQC6dQGCKHjJd282otxwA520s9N10otlfoclNLti
jrP0Cg==
-----END CERTIFICATE-----`,
};

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
