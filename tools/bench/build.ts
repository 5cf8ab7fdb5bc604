// What is measured: a build of the mock, of the working tree or of another commit.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One build of the mock. */
export type Build = {
  /** how the figures name the build: `mock`, or the commit */
  name: string;
  /** folder of the checkout */
  root: string;
  /** words of the command that starts the mock, without its port */
  mock: readonly string[];
};

/** The built command. It is started without bin/launch.js, which compares a build with the sources of a checkout. */
const BUILT = 'dist/bin/hosting-contract.js';

/** The folder of the working tree. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Returns the build in a checkout.
 * @param sources whether the sources run and not dist/
 */
export const buildIn = (root: string, name: string, sources = false): Build => ({
  name,
  root,
  mock: [
    process.execPath,
    join(root, sources ? 'bin/hosting-contract.ts' : BUILT),
    ...['mock', '--log', 'silent'],
  ],
});

const SOURCES = '{bin,entry,src,mocks,fixtures,openapi}/**/*.{ts,js,json,yaml}';

/** Returns why the build in dist/ cannot be measured: it is missing, or older than a source. Returns null otherwise. */
export function buildProblem(root: string): string | null {
  const built = join(root, BUILT);
  if (!existsSync(built)) return 'Build first: npm run build';
  const builtMs = statSync(built).mtimeMs;
  const newer = globSync(SOURCES, { cwd: root }).find(
    (file) => !/\.(test|d)\.ts$|\/testing\//.test(file) && statSync(join(root, file)).mtimeMs > builtMs,
  );
  return newer === undefined
    ? null
    : `Build first: npm run build (${newer} is newer than dist/; --sources measures the sources)`;
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Returns the commit of the working tree, with `+` after it when files have changed since; null without git. */
export function currentCommit(): string | null {
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch {
    return null;
  }
}

/**
 * Resolves the name of a commit to its short hash.
 * @throws Error when git does not know the commit
 */
export function resolveCommit(name: string): string {
  try {
    return git('rev-parse', '--short', '--verify', '--quiet', `${name}^{commit}`);
  } catch {
    throw new Error(`--compare: git knows no commit ${name}.`);
  }
}

const checkouts = new Set<string>();
const removeCheckouts = (): void => {
  for (const folder of checkouts) {
    checkouts.delete(folder);
    try {
      git('worktree', 'remove', '--force', join(folder, 'checkout'));
    } catch {
      rmSync(folder, { recursive: true, force: true });
      git('worktree', 'prune');
    }
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Checks a commit out into a worktree in the folder for temporary files, with the installed packages of this
 * checkout. The worktree is removed when the process exits.
 * @param sources whether the sources run and not dist/; without it, the package is built, which takes ten seconds
 */
export function checkOut(commit: string, sources = false): Build {
  if (checkouts.size === 0) process.once('exit', removeCheckouts);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const root = join(folder, 'checkout');
  checkouts.add(folder);
  git('worktree', 'add', '--quiet', '--detach', root, commit);
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  if (!sources) {
    console.error(`Building ${commit} …`);
    execFileSync(process.execPath, ['tools/build.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return buildIn(root, commit, sources);
}
