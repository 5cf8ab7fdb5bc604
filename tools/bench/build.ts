// What is measured: a build of the mock, of the working tree or of another commit.
import { existsSync, globSync, statSync } from 'node:fs';
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
    join(root, sources ? 'bin/hosting-contract.ts' : 'bin/launch.js'),
    ...['mock', '--log', 'silent'],
  ],
});

const BUILT = 'dist/bin/hosting-contract.js';
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
