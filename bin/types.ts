// `hosting-contract types`: writes the contract's TypeScript types for another project, and keeps them current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../src/contract/package.ts';
import { Command } from './commander.ts';
import { DocumentFile, needed } from './document-file.ts';
import { watchFiles } from './watch-files.ts';

/** Where types come from: what they are, and how a change is told. */
type Source = {
  text(): Promise<string>;
  /** at least one of what it is made of has changed */
  watch(changed: () => Promise<void>): void;
};

// The first is where the sources have them, the second where the build puts the same text.
const OURS = ['src/contract/schema.ts', 'src/contract/schema.d.ts'];

/** The generated types, as text: the very file this package compiles against. It changes when the package does. */
const ofPackage: Source = {
  async text() {
    const found = OURS.map((path) => readOrNull(packageFile(path))).find((text) => text !== null);
    if (found === undefined) throw new Error('The package is incomplete: it holds no generated types.');
    return found ?? '';
  },
  watch(changed) {
    watchFiles(() => OURS.map((path) => fileURLToPath(packageFile(path))), changed);
  },
};

/** Types of another edition of the document. */
function ofDocument(path: string): Source {
  const file = new DocumentFile(path);
  return {
    async text() {
      const { typesText } = await needed(() => import('../src/contract/types-text.ts'), {
        what: 'types --openapi',
        missing: 'openapi-typescript',
      });
      const document = await file.read();
      try {
        return `// Generated from ${path} by \`hosting-contract types\` (openapi-typescript). Not edited by hand.\n${await typesText(document)}`;
      } catch (error) {
        throw new Error(`${path} has no types: ${error instanceof Error ? error.message : String(error)}.`);
      }
    },
    watch: (changed) => void file.watch(changed),
  };
}

type Flags = { out?: string; check?: boolean; openapi?: string; watch?: boolean };

export const types = new Command('types')
  .description(
    'write the TypeScript types of the contract (openapi-typescript shapes: paths, components, operations)',
  )
  .option('--out <file>', 'where to write; without it the types go to standard output')
  .option('--check', 'write nothing; exit 1 when the file differs from what would be written')
  .option(
    '--openapi <file>',
    'of another edition of the document, JSON or YAML; needs openapi-typescript in your project',
  )
  .option('--watch', 'stay, and write again whenever the document changes; a broken one changes nothing')
  .addHelpText(
    'after',
    `
Examples:
  $ hosting-contract types --out src/hosting-api.ts
  $ hosting-contract types --out src/hosting-api.ts --check     in CI: is the file up to date?
  $ hosting-contract types --out src/hosting-api.ts --watch     and again when this package brings another contract
  $ hosting-contract types --openapi openapi.json --out src/hosting-api.ts --watch

  import type { components, operations } from './hosting-api.ts';
  type Order = components['schemas']['Order'];`,
  )
  .action(async ({ out, check, openapi, watch }: Flags, command: Command) => {
    const fail = (message: string): never => command.error(`error: ${message}`, { exitCode: 2 });
    const source = openapi === undefined ? ofPackage : ofDocument(openapi);
    if (out === undefined && check) fail('--check needs --out <file>, the file to compare.');
    if (out === undefined && watch) fail('--watch needs --out <file>, the file to write.');
    if (check && watch) fail('--check writes nothing, and --watch writes again and again: choose one.');
    const text = await source.text().catch(({ message }: Error) => fail(message));
    if (out === undefined) {
      process.stdout.write(text);
      return;
    }
    if (check) {
      if (readOrNull(resolve(out)) === text) return;
      const from = openapi === undefined ? '' : ` --openapi ${openapi}`;
      console.error(`${out} differs from the contract. Run: hosting-contract types${from} --out ${out}`);
      process.exitCode = 1;
      return;
    }
    try {
      write(out, text);
    } catch (error) {
      fail(`${out} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
    }
    if (!watch) return;
    source.watch(async () => {
      try {
        write(out, await source.text());
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        console.error(`warning: ${message} ${out} stays as it is.`);
      }
    });
    console.error(`Looking after ${openapi ?? "this package's document"}; Ctrl-C ends it.`);
  });

/** Writes what differs, and says what it did. @throws the error of the file system */
function write(out: string, text: string): void {
  const file = resolve(out);
  const before = readOrNull(file);
  if (before !== text) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const lines = text.split('\n');
  if (before === null) console.error(`${out}: ${lines.length} lines of types`);
  else if (before === text) console.error(`${out}: ${lines.length} lines of types, as they were`);
  else {
    const old = new Set(before.split('\n'));
    const fresh = lines.filter((line) => !old.has(line)).length;
    console.error(`${out}: ${lines.length} lines of types, ${fresh} of them new`);
  }
}

function readOrNull(file: string | URL): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
