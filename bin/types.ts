// `hosting-contract types`: writes the contract's TypeScript types for another project.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { packageFile } from '../src/contract/package.ts';
import { Command } from './commander.ts';

/** The generated types, as text: the very file this package compiles against. */
function typesText(): string {
  // The first is where the sources have them, the second where the build puts the same text.
  for (const path of ['src/contract/schema.ts', 'src/contract/schema.d.ts']) {
    try {
      return readFileSync(packageFile(path), 'utf8');
    } catch {}
  }
  throw new Error('The package is incomplete: it holds no generated types.');
}

export const types = new Command('types')
  .description(
    'write the TypeScript types of the contract (openapi-typescript shapes: paths, components, operations)',
  )
  .option('--out <file>', 'where to write; without it the types go to standard output')
  .option('--check', 'write nothing; exit 1 when the file differs from what would be written')
  .addHelpText(
    'after',
    `
Examples:
  $ hosting-contract types --out src/hosting-api.ts
  $ hosting-contract types --out src/hosting-api.ts --check     in CI: is the file up to date?

  import type { components, operations } from './hosting-api.ts';
  type Order = components['schemas']['Order'];`,
  )
  .action(({ out, check }: { out?: string; check?: boolean }, command: Command) => {
    const text = typesText();
    if (out === undefined) {
      if (check) command.error('error: --check needs --out <file>, the file to compare.', { exitCode: 2 });
      process.stdout.write(text);
      return;
    }
    const file = resolve(out);
    if (check) {
      if (readOrNull(file) === text) return;
      console.error(`${out} differs from the contract. Run: hosting-contract types --out ${out}`);
      process.exitCode = 1;
      return;
    }
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    } catch (error) {
      command.error(`error: ${out} cannot be written (${(error as NodeJS.ErrnoException).code}).`, {
        exitCode: 2,
      });
    }
    console.error(`${out}: ${text.split('\n').length} lines of types`);
  });

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
