// Installs the other tools that are missing: npm packages into tools/peers, and a Python environment into the cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, HOME } from './tool.ts';

/**
 * Installs the npm packages of the other tools, and Schemathesis.
 * @returns what could not be installed and what to do about it; null when every tool is installed
 */
export function install(): string | null {
  const troubles: string[] = [];
  if (!existsSync(join(HOME, 'node_modules/.package-lock.json'))) {
    console.log('Installing Dredd, Portman, Newman and Specmatic in tools/peers/ …');
    if (!runOk('npm', ['ci', '--ignore-scripts'], HOME))
      troubles.push('npm ci in tools/peers failed: Dredd, Portman and Specmatic need the npm registry once.');
  }
  const trouble = installSchemathesis();
  if (trouble !== null) troubles.push(trouble);
  return troubles.length === 0 ? null : troubles.join('\n');
}

/**
 * Installs Schemathesis.
 * @returns why it could not be installed and what to do about it; null when it is installed
 */
export function installSchemathesis(): string | null {
  const venv = join(CACHE, 'venv');
  if (existsSync(join(venv, 'bin/st'))) return null;
  console.log('Installing Schemathesis in .cache/peers/venv …');
  mkdirSync(CACHE, { recursive: true });
  const made =
    runOk('python3', ['-m', 'venv', venv], HOME) &&
    runOk(join(venv, 'bin/pip'), ['install', '--quiet', '-r', join(HOME, 'requirements.txt')], HOME);
  if (made) return null;
  rmSync(venv, { recursive: true, force: true });
  return 'Schemathesis could not be installed: it needs python3 with venv, and PyPI once.';
}

const runOk = (command: string, args: readonly string[], cwd: string): boolean =>
  spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
