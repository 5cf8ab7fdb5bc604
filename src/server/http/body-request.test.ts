// Tests of how request bodies are received: whole and in parts, of several requests on one connection.
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonReply } from './call.ts';
import { type Listening, listen } from './listen.ts';

let server: Listening;
beforeAll(async () => {
  server = await listen(({ body }) => jsonReply(200, body === null ? 'none' : Buffer.from(body).toString()));
});
afterAll(() => server.close());

type Sent = { body: string | null; chunks: number | null };

// Returns the bytes of a request: without a body, with a sized body, or with a body in chunks of a size.
function requestText({ body, chunks }: Sent, isLast: boolean): string {
  const head = `POST / HTTP/1.1\r\nHost: x\r\n${isLast ? 'Connection: close\r\n' : ''}`;
  if (body === null) return `${head}\r\n`;
  if (chunks === null) return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const parts = body.match(new RegExp(`.{1,${chunks}}`, 'g')) ?? [];
  const lines = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
  return `${head}Transfer-Encoding: chunked\r\n\r\n${lines}0\r\n\r\n`;
}

// Writes parts one after the other, and returns the bodies of the replies until the server ends the connection.
async function exchange(parts: readonly string[]): Promise<string[]> {
  const socket = connect(server.port, server.host);
  socket.setNoDelay(true);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  const ended = new Promise((resolve) => socket.on('close', resolve));
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  const bodies: string[] = [];
  while (text !== '') {
    const start = text.indexOf('\r\n\r\n') + 4;
    const end = start + Number(/Content-Length: (\d+)/.exec(text)?.[1]);
    bodies.push(text.slice(start, end));
    text = text.slice(end);
  }
  return bodies;
}

test('every body arrives whole and in order, however its bytes are divided among packets and chunks', async () => {
  const sent = fc.record({
    body: fc.option(fc.string({ unit: fc.constantFrom('a', 'b', '{', '0'), maxLength: 60 })),
    chunks: fc.option(fc.integer({ min: 1, max: 20 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(sent, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 12 }),
      async (requests, cuts) => {
        let rest = requests.map((one, at) => requestText(one, at === requests.length - 1)).join('');
        const parts: string[] = [];
        for (const cut of cuts) {
          parts.push(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        const bodies = await exchange([...parts, rest].filter((part) => part !== ''));
        expect(bodies).toEqual(requests.map(({ body }) => body ?? 'none'));
      },
    ),
    { numRuns: 60 },
  );
});
