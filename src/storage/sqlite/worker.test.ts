// Tests that the thread of a store replies only when what it stored is on the disk.
import { EventEmitter } from 'node:events';
import { copyFileSync, fdatasyncSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { syncsLog } from './log-file.ts';
import type { ThreadCall, ThreadReply } from './messages.ts';

const thread = vi.hoisted(() => ({
  port: null as unknown,
  task: {} as { file: string; label: string; maxBytes?: number },
}));
vi.mock('node:worker_threads', () => ({
  get parentPort() {
    return thread.port;
  },
  get workerData() {
    return thread.task;
  },
  receiveMessageOnPort: () => undefined,
}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, fdatasyncSync: vi.fn(fs.fdatasyncSync) };
});

const root = mkdtempSync(join(tmpdir(), 'worlds-'));
afterAll(() => rmSync(root, { recursive: true }));

let count = 0;
let file = '';
let port = new EventEmitter();
/** What happened, in order: a synchronization, or the results of a message. */
let events: ('sync' | ThreadReply)[] = [];

/** Runs the module of the thread in this one, on a file. */
async function start(): Promise<void> {
  port = Object.assign(new EventEmitter(), { postMessage: (reply: ThreadReply) => events.push(reply) });
  thread.port = port;
  thread.task = { file, label: 'worlds.db' };
  vi.resetModules();
  await import('./worker.ts');
}

/** Sends one message with calls; returns what happened until they were answered. */
function send(...calls: ThreadCall[]): typeof events {
  events = [];
  port.emit('message', calls);
  return events;
}

const OWNER = { id: 'one', url: null };
const append = (id: number, after: number, ...records: string[]): ThreadCall => [
  id,
  'append',
  'a',
  1,
  after,
  { records },
];

beforeEach(async () => {
  file = join(root, `${++count}.db`);
  vi.mocked(fdatasyncSync).mockReset();
  vi.mocked(fdatasyncSync).mockImplementation(() => void events.push('sync'));
  await start();
  send([1, 'create', 'a', OWNER, 'base']);
});

test.runIf(syncsLog)('one synchronization stores the calls of a message, before they are answered', () => {
  vi.mocked(fdatasyncSync).mockImplementation(() => {
    const log = readFileSync(`${file}-wal`, 'latin1');
    for (const record of ['the first', 'the second']) expect(log).toContain(record);
    events.push('sync');
  });
  expect(send(append(2, 0, 'the first'), append(3, 1, 'the second'))).toEqual([
    'sync',
    [
      [2, { value: true }],
      [3, { value: true }],
    ],
  ]);
  expect(send([4, 'list']), 'nothing to store').toHaveLength(1);
});

test.runIf(syncsLog)(
  'after a failed synchronization nothing is answered until the file is opened again',
  async () => {
    vi.mocked(fdatasyncSync).mockImplementation(() => {
      throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    });
    const failure = {
      code: 'unavailable',
      message:
        'worlds.db cannot be used: the last changes could not be written to the disk (EIO). Check the disk, then start the mock again.',
    };
    expect(send(append(2, 0, 'first'), [3, 'list'])).toEqual([
      [
        [2, failure],
        [3, failure],
      ],
    ]);
    vi.mocked(fdatasyncSync).mockImplementation(() => void events.push('sync'));
    // A system reports a lost write once, so that a second synchronization would succeed.
    expect(send(append(4, 0, 'again'))).toEqual([[[4, failure]]]);
    expect(send([5, 'load', 'a', 1])).toEqual([[[5, failure]]]);
    expect(send([6, 'close'])).toEqual([[], [[6, { value: undefined }]]]);

    await start();
    send([7, 'claim', 'a', OWNER]);
    expect(send([8, 'load', 'a', 2])).toMatchObject([[[8, { value: { records: ['first'] } }]]]);
    send([9, 'close']);
  },
);

test.runIf(syncsLog)('what a killed process may have written is synchronized before it is read', async () => {
  send(append(2, 0, 'first'));
  const copy = join(root, 'killed.db');
  for (const part of ['', '-wal', '-process']) copyFileSync(`${file}${part}`, `${copy}${part}`);
  send([9, 'close']);
  file = copy;
  events = [];
  await start();
  expect(events).toEqual(['sync', [[0, { value: undefined }]]]);
  send([9, 'close']);
});
