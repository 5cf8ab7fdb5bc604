// Serves a hostile target in this process: a conforming platform with the replies that the attack replaces.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { targetConfig } from '../../bin/mock-target.ts';
import { hostingMock } from '../../mocks/index.ts';
import { createApp } from '../../src/server/app.ts';
import { reply } from './receiver-area.ts';
import type { Asked, Lawful, TargetAttack } from './target/target-attack.ts';

export type HostileTarget = {
  /** base URL and credentials of the suite's target file */
  target: { baseUrl: string; credentials: Record<string, Record<string, string>> };
  /** paths of the received requests, exactly as the suite sent them */
  paths: string[];
  /** credentials that the foreign server received from the suite */
  stolen: string[];
  close(): Promise<void>;
};

/**
 * The password of every user of a hostile target. Its characters make it look different in each form in which an
 * output may repeat it.
 */
export const PASSWORD = 'pass "word" \\ 2026 <&%> x7';

/**
 * Listens on two loopback ports: one for the hostile target, one for a foreign server that must not receive a
 * credential.
 */
export async function openTarget(attack: TargetAttack): Promise<HostileTarget> {
  const app = createApp(hostingMock, {
    limits: 'off',
    limitsAuth: 1_000_000,
    lifecycle: 'immediate',
    fault: () => {},
  });
  const password = app.personas.owner?.password ?? '';
  const paths: string[] = [];
  const stolen: string[] = [];
  const foreign = createServer((request, response) => {
    const { authorization } = request.headers;
    if (authorization !== undefined) stolen.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
  });
  const places = { self: '', foreign: '' };
  const server = createServer({ maxHeaderSize: 1_048_576 }, (request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url = '/' } = request;
    if (paths.length < 100_000) paths.push(`${method} ${url}`);
    const headers = request.headers as Record<string, string | undefined>;
    const [path = '', query = ''] = url.split('?', 2);
    const known = url === '/v1/auth/login' ? withRealPassword(body, password) : body;
    const call = {
      method,
      path,
      query,
      headers,
      body: known.length > 0 ? known : null,
      address: '127.0.0.1',
    };
    const lawful: Lawful = await app.handle(call);
    const asked: Asked = { method, url, headers, body: body.toString() };
    const given = attack.answers(asked, lawful, places) ?? lawful;
    if ('raw' in given) {
      const { socket } = request;
      response.detachSocket(socket);
      await reply(socket, given.raw, (text) => text);
      socket.end();
      return;
    }
    response.writeHead(given.status, { ...given.headers, 'content-length': Buffer.byteLength(given.body) });
    response.end(given.body);
  };
  const listening = (one: typeof server, host: string): Promise<string> =>
    new Promise((resolve) =>
      one.listen(0, host, () => resolve(`http://${host}:${(one.address() as AddressInfo).port}`)),
    );
  for (const one of [server, foreign]) one.on('clientError', (_, socket) => socket.destroy());
  places.self = await listening(server, '127.0.0.1');
  places.foreign = await listening(foreign, '127.0.0.1');
  const target = targetConfig(`${places.self}/v1`, app) as HostileTarget['target'];
  for (const credential of Object.values(target.credentials))
    if (credential.password !== undefined) credential.password = PASSWORD;
  return {
    target,
    paths,
    stolen,
    async close() {
      for (const one of [server, foreign]) {
        one.closeAllConnections();
        one.close();
      }
      await app.close();
    },
  };
}

/** Replaces `PASSWORD` in the body of a login by the real password of the conforming platform's user. */
function withRealPassword(body: Buffer, password: string): Buffer {
  try {
    const login = JSON.parse(body.toString()) as { password?: unknown };
    return login.password === PASSWORD ? Buffer.from(JSON.stringify({ ...login, password })) : body;
  } catch {
    return body;
  }
}
