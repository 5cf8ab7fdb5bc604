// Tests of the keys of a mock in a terminal.
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { mountControl } from '../../src/control/mount-control.ts';
import { createApp } from '../../src/server/app.ts';
import { readKeys } from './terminal-keys.ts';

test('the keys reset the world, move its clock and quit, and what is no key does nothing', async () => {
  const app = createApp(hostingMock, { clock: 'frozen' });
  mountControl(app, { token: 'secret', loopback: true });
  const said: string[] = [];
  const quit = vi.fn();
  const input = new PassThrough();
  const press = async (line: string, answer: RegExp): Promise<void> => {
    input.write(`${line}\n`);
    await expect.poll(() => said.at(-1)).toMatch(answer);
  };
  readKeys({
    origin: 'http://127.0.0.1:4010',
    token: 'secret',
    fetch: (request) => app.fetch(request),
    quit,
    input,
    say: (text) => void said.push(text),
  });
  await press('h', /c \+ Enter {2}move the clock on by a day/);
  const before = app.world.clock.now();
  await press('c', /It is now/);
  expect(app.world.clock.now() - before).toBe(86_400_000);
  await press('constructor', /It is now/);
  await press(' R ', /at its start/);
  expect(app.world.clock.now()).toBe(before);
  await press('u', /^Taken back: reset\.$/);
  expect(app.world.clock.now() - before).toBe(86_400_000);
  input.write('q\n');
  await expect.poll(() => quit.mock.calls.length).toBe(1);
});
