// The package on every Node it promises: the same seed and requests give the same bytes, wherever it answers.
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
}, 240_000);
afterAll(() => packed?.remove());

type Places = Record<'port' | 'process' | 'worker', JourneyReply[]>;
const travelled = (node: string): Places =>
  JSON.parse(
    execFileSync(node, ['everywhere.ts'], {
      cwd: project,
      env,
      encoding: 'utf8',
      maxBuffer: 1e8,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

let here: Places;
test('a port, the process and the service worker give the same bytes', () => {
  here = travelled(process.execPath);
  expect(here.port.map(([, status]) => status)).toEqual([
    401, 200, 200, 422, 201, 201, 200, 200, 200, 200, 200, 200, 200, 200,
  ]);
  expect(here.process).toEqual(here.port);
  expect(here.worker).toEqual(here.port);
});

test(`Node ${LEAST} gives the bytes that Node ${process.versions.node} gives`, (context) => {
  const node = leastNode(context, packed.folder);
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toBe(`v${LEAST}\n`);
  expect(process.versions.node).toMatch(/^24\./);
  expect(travelled(node)).toEqual(here);
});
