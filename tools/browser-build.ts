// The build for browsers: entries that a page imports, and the service worker as one file. A module that needs Node has a
// twin beside it for browsers, `x.browser.ts` for `x.ts`, which goes in instead.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type OutputChunk, type Plugin } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What of the worker is big, by the modules it is made of. */
const PARTS = {
  'reply and body validators': /validators\.full/,
  'openapi.json': /document-text\.browser/,
  'certificates (ASN.1, zip)': /@peculiar|asn1js|pvtsutils|pvutils|fflate/,
  'invoices (pdfkit)': /pdfkit|linebreak|unicode-trie|brotli|ciphers/,
};

export type Built = { file: string; bytes: number; gzip: number; parts: Record<string, number> };

/**
 * Builds `dist/browser`: the entries named, in modules that load what is rarely needed when it is needed, and `worker.js`.
 * @returns the files with their sizes in bytes, and what of each is which part, before it is made small
 */
export async function buildForBrowsers(out: string, entries: readonly string[]): Promise<Built[]> {
  const modules = await bundle({
    input: Object.fromEntries(entries.map((name) => [name, join(root, `entry/${name}.ts`)])),
    output: {
      dir: out,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    },
  });
  // A worker is given one file: it may not load another when it runs.
  const worker = await bundle({
    input: join(root, 'entry/parts/worker.ts'),
    output: { file: join(out, 'worker.js'), format: 'iife', codeSplitting: false },
  });
  return [...modules, ...worker];
}

async function bundle(options: BuildInput): Promise<Built[]> {
  const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
  const { output } = await build({
    ...options,
    output: { ...options.output, minify: true, comments: false },
    platform: 'browser',
    external: ['msw'],
    plugins: [browserTwins, unusedPdfkitParts],
    transform: {
      target: 'es2022',
      define: {
        // where pdfkit looks for a file it does not need
        'import.meta.url': 'location.href',
        PACKAGE_NAME: JSON.stringify(name),
        PACKAGE_VERSION: JSON.stringify(version),
        DOCUMENT_JSON: JSON.stringify(JSON.stringify(JSON.parse(read('openapi/dist/openapi.json')))),
      },
    },
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
    logLevel: 'warn',
  });
  return output.filter((one): one is OutputChunk => one.type === 'chunk').map(toBuilt);
}

type BuildInput = {
  input: string | Record<string, string>;
  output: Record<string, unknown>;
};

function toBuilt({ fileName, code, modules }: OutputChunk): Built {
  const parts = Object.entries(PARTS).map(([name, pattern]): [string, number] => [
    name,
    Object.entries(modules)
      .filter(([id]) => pattern.test(id))
      .reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0),
  ]);
  return {
    file: fileName,
    bytes: Buffer.byteLength(code),
    gzip: gzipSync(code).length,
    parts: Object.fromEntries(parts.filter(([, length]) => length > 0)),
  };
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

/** What pdfkit needs for fonts and pictures of one's own, which no invoice has: two thirds of it. */
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
