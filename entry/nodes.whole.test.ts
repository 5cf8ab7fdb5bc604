// Tests of the package on every supported Node version: the same seed and the same requests give the same bytes on a
// port, in the process and in the service worker.
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JourneyReply } from './testing/journey.ts';
import { env, LEAST, leastNode } from './testing/nodes.ts';
import { createConsumerProject, type PackedPackage, pack } from './testing/packed.ts';

let packed: PackedPackage;
let project: string;
beforeAll(() => {
  packed = pack();
  project = createConsumerProject(packed);
  for (const file of ['everywhere.ts', 'journey.ts'])
    cpSync(fileURLToPath(new URL(`./testing/${file}`, import.meta.url)), join(project, file));
});
afterAll(() => packed?.remove());

type Places = Record<'port' | 'process' | 'worker', JourneyReply[]>;
const runEverywhere = (node: string): Places =>
  JSON.parse(
    execFileSync(node, ['everywhere.ts'], {
      cwd: project,
      env,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

let replies: Places;
test('the mock gives the same bytes on a port, in the process and in the service worker', () => {
  replies = runEverywhere(process.execPath);
  expect(replies.port.map(([, status]) => status)).toEqual([
    401, 200, 200, 422, 201, 201, 200, 200, 200, 200, 200, 200, 200, 200,
  ]);
  expect(replies.process).toEqual(replies.port);
  expect(replies.worker).toEqual(replies.port);
});

test(`the mock on Node ${LEAST} gives the same bytes as on Node ${process.versions.node}`, (context) => {
  const node = leastNode(context, packed.folder);
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toBe(`v${LEAST}\n`);
  expect(process.versions.node).toMatch(/^24\./);
  expect(runEverywhere(node)).toEqual(replies);
});
