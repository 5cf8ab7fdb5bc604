// `hosting-contract types`: writes the contract's TypeScript types for another project, or a typed client with them,
// and updates them with --watch.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertOpenApiDocument } from '../src/contract/edited-document/assert-document.ts';
import { withNamedReferences } from '../src/contract/edited-document/named-references.ts';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { packageFile } from '../src/contract/package.ts';
import { MAX_STORED_FILE, readText } from '../src/contract/read-file.ts';
import { Command, writeOrEnd } from './commander.ts';
import { DocumentFile } from './document-file.ts';
import { watchFiles } from './mock/watch-files.ts';

/** A source of types: this package, or an OpenAPI document in a file. */
type TypesSource = {
  text(): Promise<string>;
  /** Calls `changed` when a file of the source has changed. */
  watch(changed: () => Promise<void>): void;
};

// The path of the generated types in the sources, and their path in the build.
const OWN_TYPES_FILES = ['src/contract/schema.ts', 'src/contract/schema.d.ts'];

const packageTypes = (client: boolean): TypesSource => ({
  async text() {
    const found = OWN_TYPES_FILES.map((path) => readOrNull(fileURLToPath(packageFile(path)))).find(
      (text) => text !== null,
    );
    if (found === undefined) throw new Error('The package is incomplete: it holds no generated types.');
    // The declarations of the build are indented with tabs.
    const types = found
      .replace(/^\/\/ Generated .*\n/m, '')
      .replaceAll(/^\t+/gm, (tabs) => '    '.repeat(tabs.length));
    if (!client) return `${head('', client)}${types}`;
    const [{ clientText }, { documentText }] = await Promise.all([
      import('../src/contract/client-text.ts'),
      import('../src/contract/document.ts'),
    ]);
    return `${head('', client)}${clientText(JSON.parse(documentText()) as OpenApiDocument, types)}`;
  },
  watch(changed) {
    watchFiles(() => OWN_TYPES_FILES.map((path) => fileURLToPath(packageFile(path))), changed);
  },
});

function documentTypes(path: string, client: boolean): TypesSource {
  const file = new DocumentFile(path, { served: false });
  return {
    async text() {
      const { typesText } = await import('../src/contract/types-text.ts');
      const { CLIENT_NAMES, clientText, withOperationIds } = await import('../src/contract/client-text.ts');
      const written = await file.read();
      try {
        assertOpenApiDocument(written);
        const document = withNamedReferences(written, true);
        if (!client) return head(` from ${basename(path)}`, client) + typesText(document);
        const named = withOperationIds(document);
        return head(` from ${basename(path)}`, client) + clientText(named, typesText(named, CLIENT_NAMES));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`${path} has no ${client ? 'client' : 'types'}: ${message.replace(/\.?$/, '.')}`);
      }
    },
    watch: (changed) => void file.watch(changed),
  };
}

const head = (from: string, client: boolean): string =>
  `// Generated${from} by \`hosting-contract types${client ? ' --client' : ''}\` (openapi-typescript). Not edited by hand.\n`;

/** The flags of `types`. */
export type TypesFlags = {
  out?: string;
  check?: boolean;
  openapi?: string;
  watch?: boolean;
  client?: boolean;
};

/** The command `types`. */
export const types = new Command('types')
  .description(
    'write the TypeScript types of the contract (openapi-typescript shapes: paths, components, operations)',
  )
  .option('--out <file>', 'where to write; without it the types go to standard output')
  .option('--check', 'write nothing; exit 1 when the file differs from what would be written')
  .option('--openapi <file>', 'of an edited document, JSON or YAML')
  .option(
    '--client',
    'with createClient() for exactly these operations: import it from the file in place of hosting-contract/client',
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
  $ hosting-contract types --openapi openapi.json --client --out src/hosting-api.ts     the client follows the document too

  import type { components, operations } from './hosting-api.ts';
  type Order = components['schemas']['Order'];
  import { createClient } from './hosting-api.ts';                  with --client`,
  )
  .action(async ({ out, check, openapi, watch, client = false }: TypesFlags, command: Command) => {
    const fail = (message: string): never => command.error(`error: ${message}`, { exitCode: 2 });
    const source = openapi === undefined ? packageTypes(client) : documentTypes(openapi, client);
    if (out === undefined && check) fail('--check needs --out <file>, the file to compare.');
    if (out === undefined && watch) fail('--watch needs --out <file>, the file to write.');
    if (check && watch) fail('--check writes nothing, and --watch writes again and again: choose one.');
    const text = await source.text().catch(({ message }: Error) => fail(message));
    if (out === undefined) {
      process.stdout.write(text);
      return;
    }
    if (check) {
      const kept = writeOrEnd(command, out, () => readOrNull(resolve(out)));
      // Git or an editor may have changed the line endings.
      if (kept?.replaceAll('\r\n', '\n') === text) return;
      const from = `${openapi === undefined ? '' : ` --openapi ${openapi}`}${client ? ' --client' : ''}`;
      console.error(`${out} differs from the contract. Run: hosting-contract types${from} --out ${out}`);
      process.exitCode = 1;
      return;
    }
    writeOrEnd(command, out, () => write(out, text));
    if (!watch) return;
    source.watch(async () => {
      try {
        write(out, await source.text());
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        console.error(`warning: ${message} ${out} is unchanged.`);
      }
    });
    console.error(`Watching ${openapi ?? "this package's document"}; Ctrl-C ends it.`);
  });

function write(out: string, text: string): void {
  const file = resolve(out);
  const before = readOrNull(file);
  if (before !== text) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const lines = text.split('\n');
  if (before === null) console.error(`${out}: ${lines.length} lines of types`);
  else if (before === text) console.error(`${out}: ${lines.length} lines of types, unchanged`);
  else {
    const old = new Set(before.split('\n'));
    const added = lines.filter((line) => !old.has(line)).length;
    console.error(`${out}: ${lines.length} lines of types, ${added} of them new`);
  }
}

const readOrNull = (file: string): string | null =>
  existsSync(file) ? readText(file, MAX_STORED_FILE) : null;
