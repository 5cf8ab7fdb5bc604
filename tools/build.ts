// Builds the package into dist/: the bundled command line and public entries, their declarations, and the generated
// files that they read. The entries are the `exports` targets of package.json below dist/entry/.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';
import { buildForBrowsers } from './browser-build.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'dist') },
    /** prints the sizes of the browser build */
    sizes: { type: 'boolean', default: false },
  },
});
const out = resolve(values.out);
const { name, version, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  exports: Record<string, string | Record<string, string>>;
};

/** The entries: entry/<name>.ts for Node and, with the condition `browser`, for pages. */
const targets = Object.values(exports).flatMap((one) =>
  typeof one === 'string' ? [one] : Object.values(one),
);
const namesIn = (folder: string): string[] => [
  ...new Set(targets.flatMap((to) => new RegExp(`^\\./dist/${folder}/(.+)\\.js$`).exec(to)?.[1] ?? [])),
];
const entries = namesIn('entry');
const VALIDATORS = ['full', 'stated'].map((view) => `src/contract/generated/validators.${view}`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
// packageFile() finds the package by this file, which also makes its files ES modules
writeFileSync(join(out, 'package.json'), `${JSON.stringify({ name, version, type: 'module' })}\n`);
for (const file of ['openapi/dist/openapi.json', 'fixtures/worlds/demo.prebuilt.txt'])
  cpSync(join(root, file), join(out, file));
for (const file of globSync(
  ['src/suite/{report,formats}/*.schema.json', 'src/{suite/formats/html,control/docs}/page.{css,html,js}'],
  { cwd: root },
)) {
  cpSync(join(root, file), join(out, file));
}

// copies the files of the reference page, because their package would run an install script
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']) {
  cpSync(join(root, 'node_modules/swagger-ui-dist', file), join(out, 'src/control/docs', file));
}

declarations();
// bundles, because a hundred small modules take a third of the start time; the command line has chunks of its own, so
// that code shared by entries does not slow it
await bundle(out, {
  'bin/hosting-contract': 'bin/hosting-contract.ts',
  'bin/document-worker': 'bin/document-worker.ts',
});
withoutLibraryMaps(join(out, 'bin/chunks'));
await bundle(out, Object.fromEntries(entries.map((entry) => [`entry/${entry}`, `entry/${entry}.ts`])));
const forBrowsers = await buildForBrowsers(
  join(out, 'browser'),
  namesIn('browser').filter((entry) => entries.includes(entry)),
);
// the worker is copied and not imported, but its path has to resolve with types
writeFileSync(join(out, 'browser/worker.d.ts'), 'export {};\n');
if (values.sizes) for (const one of forBrowsers) console.log(JSON.stringify(one));
// minifies: generated, large, and nobody debugs them
await bundle(out, Object.fromEntries(VALIDATORS.map((file) => [file, `${file}.js`])), { minify: true });

/**
 * Bundles modules. Libraries needed at the start are included, and recheck, whose installation would bring native
 * code; other libraries stay external.
 */
async function bundle(dir: string, inputs: Record<string, string>, { minify = false } = {}): Promise<void> {
  const [first = ''] = Object.keys(inputs);
  await build({
    input: Object.fromEntries(Object.entries(inputs).map(([to, from]) => [to, join(root, from)])),
    platform: 'node',
    external: (id) => /^[^./\0]/.test(id) && !/^(@noble|otpauth|recheck)/.test(id) && !id.startsWith(root),
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: `${dirname(first)}/chunks/[name]-[hash].js`,
      sourcemap: !minify,
      minify,
      comments: false,
    },
    logLevel: 'warn',
  });
}

/** Removes the source maps of chunks that are nearly all library code, which are larger than all others together. */
function withoutLibraryMaps(folder: string): void {
  for (const file of globSync('fast-patterns-*.js', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replace(/\n\/\/# sourceMappingURL=.+\s*$/, '\n'));
    rmSync(join(folder, `${file}.map`));
  }
}

/** Writes the declarations of the entries and of the modules that they mention. */
function declarations(): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', out], {
    stdio: 'inherit',
  });
  // copies the types as `hosting-contract types` writes them, instead of the compiler's version of the same
  cpSync(join(root, 'src/contract/schema.ts'), join(out, 'src/contract/schema.d.ts'));
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file) || !existsSync(file)) return;
    reached.add(file);
    for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g,
    ))
      visit(join(dirname(file), `${to}.d.ts`));
  };
  for (const entry of entries) visit(join(out, `entry/${entry}.d.ts`));
  for (const file of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.d.ts') && !reached.has(join(out, file))) rmSync(join(out, file));
  }
  removeEmpty(out);
}

function removeEmpty(folder: string): void {
  for (const one of readdirSync(folder, { withFileTypes: true })) {
    if (one.isDirectory()) removeEmpty(join(folder, one.name));
  }
  if (readdirSync(folder).length === 0 && relative(out, folder) !== '') rmSync(folder, { recursive: true });
}
