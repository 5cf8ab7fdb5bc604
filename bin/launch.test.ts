// Tests of the installed command: which of the sources and the build it starts.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newFolder } from './testing/processes.ts';

const launch = fileURLToPath(new URL('./launch.js', import.meta.url));
const [BEFORE_S, BUILD_S, AFTER_S] = [1_000_000, 1_000_010, 1_000_020];

// Creates a checkout whose sources and build print which of them runs; the build is newer than the sources.
function checkout() {
  const home = newFolder();
  const write = (file: string, timeS: number, text = ''): void => {
    mkdirSync(join(home, dirname(file)), { recursive: true });
    writeFileSync(join(home, file), text);
    utimesSync(join(home, file), timeS, timeS);
  };
  const remove = (file: string): void => rmSync(join(home, file), { recursive: true });
  mkdirSync(join(home, 'bin'));
  cpSync(launch, join(home, 'bin/launch.js'));
  utimesSync(join(home, 'bin/launch.js'), BEFORE_S, BEFORE_S);
  write('package.json', BEFORE_S, '{"type":"module"}');
  write('bin/hosting-contract.ts', BEFORE_S, 'console.log("sources" as string);');
  const areas = [
    'conformance/checks/orders.ts',
    'fixtures/names.json',
    'mocks/index.ts',
    'src/server/app.ts',
  ];
  for (const file of [...areas, 'openapi/dist/openapi.json']) write(file, BEFORE_S);
  write('dist/bin/hosting-contract.js', AFTER_S, 'console.log("build");');
  write('dist/package.json', BUILD_S, '{"type":"module"}');
  const started = (): string => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(home, 'bin/launch.js')], {
      encoding: 'utf8',
    });
    return `${stdout}${stderr}`.trim();
  };
  return { write, remove, started };
}

test('in a checkout the build runs while it is newer than the sources, whatever tests and documentation changed', () => {
  const { write, started } = checkout();
  expect(started()).toBe('build');
  write('src/server/app.test.ts', AFTER_S);
  write('src/server/testing/app.ts', AFTER_S);
  write('mocks/README.md', AFTER_S);
  write('docs/mock.md', AFTER_S);
  expect(started()).toBe('build');
});

test.each([
  'package.json',
  'bin/hosting-contract.ts',
  'conformance/checks/orders.ts',
  'fixtures/names.json',
  'mocks/areas/new.ts',
  'openapi/dist/openapi.json',
  'src/server/app.ts',
])('in a checkout the sources run after a change of %s since the build began', (file) => {
  const { write, started } = checkout();
  const text = { 'package.json': '{"type":"module"}', 'bin/hosting-contract.ts': 'console.log("sources");' };
  write(file, AFTER_S, text[file as keyof typeof text]);
  expect(started()).toBe('sources');
});

test('in a checkout the sources run without a build, and beside one that did not come to its end', () => {
  const { remove, started } = checkout();
  remove('dist/package.json');
  expect(started()).toBe('sources');
  remove('dist');
  expect(started()).toBe('sources');
});

test('a package without sources runs its build, whatever the times of its files are', () => {
  const { write, remove, started } = checkout();
  remove('bin/hosting-contract.ts');
  write('package.json', AFTER_S, '{"type":"module"}');
  write('src/server/app.ts', AFTER_S);
  expect(started()).toBe('build');
});
