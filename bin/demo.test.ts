// Tests of `conform --demo`: it finds its three faults, and its scripts show what a mock without them does otherwise.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { run, startMock } from './testing/processes.ts';

test('conform --demo finds the three faults it plants, each with a script that runs as it stands', async () => {
  const { code, out } = await run('conform', '--demo');
  expect(code).toBe(1);
  const found = [...out.matchAll(/^FAIL (\S+?): .*?^ {2}sentence .*?^ {2}script +sh (\S+)$/gms)];
  expect(found.map(([, id]) => id)).toEqual([
    'isolation/getCustomer',
    'orders/cancel-only-pending',
    'authentication/missing/getWallet',
  ]);
  const sound = await startMock(['--clock', 'frozen']);
  const env = { ...process.env, BASE_URL: sound.baseUrl };
  const scripts = found.map(([, , file = '']) => file);
  const outputs = scripts.map((file) => execFileSync('sh', [file], { env, encoding: 'utf8' }));
  const statuses = outputs.map((text) =>
    text.match(/^\d+\. (?:in the run|now): +(\d+)/gm)?.map((line) => line.slice(-3)),
  );
  expect(statuses).toEqual([
    expect.arrayContaining(['200', '404']),
    expect.arrayContaining(['200', '422']),
    ['403', '401'],
  ]);
  rmSync(dirname(scripts[0] ?? ''), { recursive: true });
});

test('conform --demo refuses another target', async () => {
  const { code, err } = await run('conform', 'http://127.0.0.1:9/v1', '--demo');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--demo brings its own target') });
});
