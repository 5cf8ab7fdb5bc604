// Test helper: raw HTTP over a socket, for requests that no HTTP client would send.
import { connect } from 'node:net';
import type { Listening } from '../http/listen.ts';

/** Writes bytes to a new connection, and reads until the server ends the connection or a whole reply has arrived. */
export function sendBytes(
  { port, host }: Pick<Listening, 'port' | 'host'>,
  bytes: string | Buffer | (string | Buffer)[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host);
    let text = '';
    socket.on('connect', () => {
      for (const part of [bytes].flat()) socket.write(part);
    });
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const [head = '', body] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
      if (body !== undefined && body.length >= length) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text === '' ? reject(error) : undefined));
  });
}

export const statusOf = (reply: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1]);

export const bodyOf = (reply: string): { error?: { code?: string } } =>
  JSON.parse(reply.split('\r\n\r\n')[1] ?? '');

/** Builds the text of a GET request of the owner, with further header lines. */
export const get = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer owner\r\n${headers}\r\n`;

export const post = (headers: string, body: string | Buffer): (string | Buffer)[] => [
  `POST /v1/customers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer owner\r\nContent-Type: application/json\r\n${headers}\r\n`,
  body,
];

/** Builds a POST request of the owner to /v1/customers that has a Content-Length header. */
export const sized = (body: string | Buffer): (string | Buffer)[] =>
  post(`Content-Length: ${Buffer.byteLength(body)}\r\n`, body);
