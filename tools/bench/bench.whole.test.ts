import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './build.ts';

const bench = (...args: string[]): string =>
  execFileSync(process.execPath, ['tools/bench.ts', ...args], { cwd: ROOT, encoding: 'utf8' });
const worktrees = (): string =>
  execFileSync('git', ['worktree', 'list'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('/bench-'))
    .join('\n');

test('--compare measures a commit beside the working tree and removes its worktree', () => {
  const before = worktrees();
  const text = bench('--only=in-process', '--case=GET one', '--compare=HEAD', '--rounds=1');
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  expect(text).toContain(`mock/${commit.trim()}`);
  expect(text).toContain('cannot tell: too few rounds');
  expect(worktrees()).toBe(before);
});

test('--compare removes its worktree when it fails', () => {
  const before = worktrees();
  // A commit without any file, so that nothing can be measured.
  const empty = execFileSync('git', ['hash-object', '-t', 'tree', '/dev/null'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org' };
  const committer = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' };
  const commit = execFileSync('git', ['commit-tree', '-m', 'empty', empty.trim()], {
    ...{ cwd: ROOT, encoding: 'utf8' },
    env: { ...process.env, ...identity, ...committer },
  }).trim();
  const { status, stderr } = spawnSync(
    process.execPath,
    ['tools/bench.ts', '--only=in-process', '--case=GET one', `--compare=${commit}`, '--rounds=1'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('error: ');
  expect(worktrees()).toBe(before);
});

test('profiles name the steps of a request and are written for other programs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
  try {
    const flags = ['--sources', '--requests=5000', '--case=POST 201', `--out=${folder}`];
    const profile = bench('--only=profile', ...flags);
    expect(profile).toMatch(/POST 201, mock: [\d.]+ µs of CPU time a request/);
    const allocated = bench('--only=allocations', ...flags);
    expect(Number(/POST 201, mock: (\d+) bytes allocated a request/.exec(allocated)?.[1])).toBeGreaterThan(
      1000,
    );
    // Steps that take more than a tenth of the time: a short run may take no sample of a smaller one.
    for (const step of ['tables, transaction, commit', 'reply to the socket']) {
      expect(profile).toContain(step);
      expect(allocated).toContain(step);
    }
    expect(readdirSync(folder).sort()).toEqual(['mock-post-201.cpuprofile', 'mock-post-201.heapprofile']);
    const written = JSON.parse(readFileSync(join(folder, 'mock-post-201.cpuprofile'), 'utf8'));
    expect(Object.keys(written)).toEqual(expect.arrayContaining(['nodes', 'samples', 'timeDeltas']));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
