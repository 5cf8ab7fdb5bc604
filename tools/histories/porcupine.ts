// Runs the checker of tools/histories/porcupine: Go's porcupine, built from the vendored source without network.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Operation, writeHistory } from './history.ts';

const source = fileURLToPath(new URL('porcupine/', import.meta.url));

/** The path of the Go command; null where Go is not installed. */
export const goCommand: string | null =
  ['go', '/usr/local/go/bin/go', '/usr/lib/go/bin/go'].find(
    (file) => (file === 'go' || existsSync(file)) && spawnSync(file, ['version']).status === 0,
  ) ?? null;

export type Porcupine = {
  /** Checks a history. Returns `linearizable`, `not linearizable` or `undecided` by key. */
  check(operations: readonly Operation[]): Map<string, string>;
  /** Removes the built program. */
  remove(): void;
};

/**
 * Builds the checker.
 * @throws Error when Go is not installed, or the build fails
 */
export function buildPorcupine(): Porcupine {
  if (goCommand === null) throw new Error('Go is not installed: apt-get install golang-go');
  const folder = mkdtempSync(join(tmpdir(), 'porcupine-'));
  const program = join(folder, 'porcupine-check');
  // The build takes nothing from the network: neither modules nor another version of Go.
  const { HOME, XDG_CACHE_HOME, GOCACHE } = process.env;
  const hasCache = Boolean(GOCACHE || XDG_CACHE_HOME || HOME);
  const env = {
    ...process.env,
    ...(!hasCache && { GOCACHE: join(folder, 'cache') }),
    ...{ GOFLAGS: '', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOWORK: 'off' },
  };
  execFileSync(goCommand, ['build', '-mod=vendor', '-buildvcs=false', '-o', program, '.'], {
    cwd: source,
    env,
  });
  return {
    check(operations) {
      const file = join(folder, 'history.jsonl');
      writeFileSync(file, writeHistory(operations));
      const text = execFileSync(program, [file], { encoding: 'utf8', maxBuffer: 1 << 28 });
      const lines = text.split('\n').filter((line) => line !== '');
      return new Map(
        lines.map((line) => {
          const { key, verdict } = JSON.parse(line) as { key: string; verdict: string };
          return [key, verdict];
        }),
      );
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
