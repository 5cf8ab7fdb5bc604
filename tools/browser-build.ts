// Builds the entries that web pages import, and the service worker as a single file. Where a module `x.ts` needs
// Node, the module `x.browser.ts` replaces it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type OutputOptions, type Plugin } from 'rolldown';
import { DOCUMENT_MARK } from '../src/contract/package.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Builds `dist/browser`: the named entries, as modules that load rarely needed modules on demand, and `worker.js`. */
export async function buildForBrowsers(out: string, entries: readonly string[]): Promise<void> {
  await bundle(Object.fromEntries(entries.map((name) => [name, join(root, `entry/${name}.ts`)])), {
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  // The service worker must be a single file, because it cannot load another file while it runs. The command that writes it
  // inserts the document, which the package contains anyway.
  const worker = { file: join(out, 'worker.js'), format: 'iife', codeSplitting: false } as const;
  await bundle(join(root, 'entry/parts/worker.ts'), worker, DOCUMENT_MARK);
}

async function bundle(
  input: string | Record<string, string>,
  output: OutputOptions,
  document = read('openapi/dist/openapi.json'),
): Promise<void> {
  const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
  await build({
    input,
    output: { ...output, minify: true, comments: false },
    platform: 'browser',
    external: ['msw'],
    plugins: [browserTwins, unusedPdfkitParts],
    transform: {
      target: 'es2022',
      define: {
        // pdfkit uses `import.meta.url` to locate a file that no invoice needs, so any URL will do.
        'import.meta.url': 'location.href',
        PACKAGE_NAME: JSON.stringify(name),
        PACKAGE_VERSION: JSON.stringify(version),
        DOCUMENT_JSON: JSON.stringify(document),
      },
    },
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
    logLevel: 'warn',
  });
}

const browserTwins: Plugin = {
  name: 'twins for browsers',
  resolveId: {
    filter: { id: /^\.{1,2}\// },
    async handler(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      const twin = found?.id.replace(/(?<!\.browser)\.ts$/, '.browser.ts') ?? '';
      return found && twin !== found.id && existsSync(twin) ? twin : found;
    },
  },
};

// Replaces the code of pdfkit for custom fonts and pictures, two thirds of pdfkit, by modules that throw an error when
// used. No invoice uses that code.
const unusedPdfkitParts: Plugin = {
  name: 'unused parts of pdfkit',
  resolveId: {
    filter: { id: /^(?:fontkit|png-js)$/ },
    handler: (source) => `\0unused:${source}`,
  },
  load: {
    filter: { id: /^\0unused:/ },
    handler: () =>
      'const none = () => { throw new Error("The mock has no fonts and pictures of its own."); }; export const create = none; export default none;',
  },
};
