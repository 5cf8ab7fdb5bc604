// Tests the mock's memory while many clients slowly send large bodies, with and without a credential.
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { type MockProcess, startMock } from '../testing/processes.ts';

const MIB = 1_048_576;
let mock: MockProcess;
beforeAll(async () => {
  mock = await startMock(['--limits', 'off'], { node: ['--max-old-space-size=160'] });
});

// Returns the resident memory of the mock's process, in MiB.
const resident = (): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${mock.pid}/status`, 'utf8'))?.[1]) / 1024;

type Upload = { socket: Socket; text: string; sent: number };

// Announces a body of 64 MiB and sends up to `most` bytes of it as fast as the mock reads, but never the end of the
// body.
function startUpload(head: string, most: number): Upload {
  const one: Upload = { socket: connect(mock.port, '127.0.0.1'), text: '', sent: 0 };
  const { socket } = one;
  const piece = Buffer.alloc(65_536, 'a');
  const more = (): void => {
    while (one.sent < most && !socket.destroyed && one.text === '') {
      one.sent += piece.length;
      if (!socket.write(piece)) return;
    }
  };
  socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: ${64 * MIB}\r\n\r\n`);
  socket.on('drain', more);
  socket.on('data', (chunk) => {
    one.text += chunk.toString();
  });
  socket.on('error', () => undefined);
  more();
  return one;
}

const attacks: [string, string, number][] = [
  [
    'the log-in with /_mock/ in its query string',
    'POST /v1/auth/login?a=/_mock/ HTTP/1.1\r\nHost: 127.0.0.1',
    400,
  ],
  ['a path with /_mock/ in its middle', 'POST /v1/a/_mock/v1/import HTTP/1.1\r\nHost: 127.0.0.1', 404],
  [
    'the import with a Host that is not this machine',
    'POST /_mock/v1/import HTTP/1.1\r\nHost: evil.example',
    403,
  ],
  [
    'the import, sent by a page of another origin,',
    'POST /w/demo/_mock/v1/import HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example',
    403,
  ],
  ['an operation that takes no large body', 'POST /_mock/v1/reset HTTP/1.1\r\nHost: 127.0.0.1', 413],
  ['the import in the control API', 'POST /_mock/v1/import HTTP/1.1\r\nHost: 127.0.0.1', 503],
];

test.runIf(existsSync('/proc/self/status')).each(attacks)(
  'sixteen connections that each send 64 MiB to %s leave the memory bounded, and the mock goes on answering',
  async (_, head, status) => {
    const before = resident();
    // Each import sends less than 64 MiB, so that no import completes.
    const all = Array.from({ length: 16 }, () => startUpload(head, 60 * MIB));
    let peak = 0;
    const refused = (): Upload[] => all.filter(({ text }) => text !== '');
    // The mock goes on reading a few imports, because their buffered bytes are within the limit.
    const expected = status === 503 ? 12 : 16;
    for (let poll = 0; poll < 3 || (refused().length < expected && poll < 100); poll += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      peak = Math.max(peak, resident());
      expect((await mock.send('GET', '/wallet')).status).toBe(200);
      expect((await mock.send('POST', '/auth/login', {})).status).toBe(422);
    }
    expect(refused().length).toBeGreaterThanOrEqual(expected);
    // The mock refuses an import that pauses for five seconds as too slow.
    const statuses = [status, ...(status === 503 ? [400] : [])].map((one) => `HTTP/1.1 ${one}`);
    for (const { text } of refused()) expect(statuses).toContain(text.slice(0, 12));
    expect(peak).toBeLessThan(Math.max(before, 200) + 250);
    for (const { socket } of all) socket.destroy();
  },
);
