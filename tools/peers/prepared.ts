// Writes the files that the other tools read: the document with the calls of the demo world, in OpenAPI 3.1 and 3.0.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFor } from './document.ts';
import type { PlainCall } from './server-ready.ts';
import { CACHE, HOME } from './tool.ts';

/** Path of the folder with the prepared files. */
export const PREPARED = join(CACHE, 'prepared');
const ANYWHERE = 'http://127.0.0.1:4010/v1';

/**
 * Writes the documents unless they exist.
 * @returns the paths of the documents: `full` has the published examples of replies, `plain` does not, and `down` is
 * `plain` in OpenAPI 3.0
 */
export function documents(calls: readonly PlainCall[]): { full: string; plain: string; down: string } {
  mkdirSync(PREPARED, { recursive: true });
  const full = join(PREPARED, 'full.json');
  const plain = join(PREPARED, 'plain.json');
  const down = join(PREPARED, 'down.json');
  if (!existsSync(down)) {
    writeFileSync(full, JSON.stringify(documentFor(calls, ANYWHERE, { replies: true })));
    writeFileSync(plain, JSON.stringify(documentFor(calls, ANYWHERE, { replies: false })));
    spawnSync(process.execPath, [
      join(HOME, 'node_modules/@apiture/openapi-down-convert/lib/src/cli.js'),
      ...['-i', plain, '-o', down],
    ]);
    const lowered = JSON.parse(readFileSync(down, 'utf8')) as Record<string, unknown>;
    delete lowered.jsonSchemaDialect;
    writeFileSync(down, JSON.stringify(lowered, withoutProse));
  }
  return { full, plain, down };
}

/**
 * Shortens descriptions and removes extensions, which no test reads, because the time that Dredd takes grows with the
 * square of the document's size.
 */
function withoutProse(name: string, value: unknown): unknown {
  if (name.startsWith('x-')) return undefined;
  return name === 'description' && typeof value === 'string' ? '-' : value;
}
