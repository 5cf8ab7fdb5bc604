// Builds the package into dist/: the bundled command line and public entries, their type declarations, and the
// generated files that they read; and the package of the client into packages/client/dist/. The public entries are the targets of `exports` in package.json below dist/entry/.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'rolldown';
import { hostingMock } from '../mocks/index.ts';
import { scenarioSchema } from '../src/control/arrange/scenario-schema.ts';
import { buildForBrowsers } from './browser-build.ts';
import { buildClient } from './client-build.ts';
import { buildConsole } from './console-build.ts';
import { copyDocs } from './package-docs.ts';

/** The members of the compiler's API that openapi-typescript and src/contract/types-text.ts use. */
const COMPILER_API = [
  ...['addSyntheticLeadingComment', 'createPrinter', 'createSourceFile', 'factory'],
  ...['isArrayTypeNode', 'isIdentifier', 'isInterfaceDeclaration', 'isPropertySignature', 'isTupleTypeNode'],
  ...['isTypeAliasDeclaration', 'isTypeLiteralNode', 'isTypeNode'],
  ...['NewLineKind', 'NodeFlags', 'ScriptKind', 'ScriptTarget', 'SyntaxKind'],
];

/** The compiler's source files, as its bundle names them: the first one, and the one after the printer. */
const FIRST = '// src/compiler/corePublic.ts';
const END = '// src/compiler/watchUtilities.ts';

/** What the part needs of the rest: bundling helpers, and a member that the language service adds to identifiers. */
const BEFORE = 'const require = undefined, __export = () => {};';
const AFTER = `Object.defineProperty(objectAllocator.getIdentifierConstructor().prototype, 'text', {
  get() { return idText(this); },
});
export default { ${COMPILER_API.join()} };`;

// Makes a module of the part of the compiler that creates and prints syntax trees; the bundler removes its unused
// functions, which leaves a third of the compiler. Of Redocly's library, only the functions for references stay.
const typesLibraries: Plugin = {
  name: 'types-libraries',
  transform: {
    filter: { id: /\/typescript\/lib\/typescript\.js$|\/@redocly\/openapi-core\/lib\/utils\.js$/ },
    handler(code, id) {
      const map = { mappings: '' };
      if (id.endsWith('utils.js')) return { code: 'exports.isTruthy = Boolean;', map };
      const [begin, end] = [code.indexOf(FIRST), code.indexOf(END)];
      if (begin < 0 || end < begin)
        throw new Error(`${id} has no parts ${FIRST} and ${END}: adapt tools/build.ts to it.`);
      const licence = code.slice(0, code.indexOf('*/') + 2);
      return { code: [licence, BEFORE, code.slice(begin, end), AFTER].join('\n'), map };
    },
  },
};

const root = fileURLToPath(new URL('../', import.meta.url));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'dist') },
    client: { type: 'string', default: join(root, 'packages/client/dist') },
  },
});
const out = resolve(values.out);
const { name, version, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  exports: Record<string, string | Record<string, string>>;
};

/** The libraries that the bundles of the command line and of the public entries contain. */
const LIBRARIES =
  /^(@noble|commander|otpauth|recheck|openapi-typescript|typescript|@redocly\/openapi-core\/|ansi-colors|change-case|supports-color)/;

/** The public entries: entry/<name>.ts for Node and, under the condition `browser` of package.json, for web pages. */
const targets = Object.values(exports).flatMap((one) =>
  typeof one === 'string' ? [one] : Object.values(one),
);
const namesIn = (folder: string): string[] => [
  ...new Set(targets.flatMap((to) => new RegExp(`^\\./dist/${folder}/(.+)\\.js$`).exec(to)?.[1] ?? [])),
];
const entries = namesIn('entry');

// Makes modules start faster and take less memory. To import a module of Node, all of its exports are read, and some of
// them load further modules when they are read; a call only takes what it names. One character outside Latin-1 makes
// the text of a module twice as large in memory.
const quickModules: Plugin = {
  name: 'quick modules',
  renderChunk: (code) => ({
    code: code
      .replace(
        /^import (?:(?:\* as )?([\w$]+))?(?:, )?(?:\{(.*?)\})? from ("node:[\w/]+");$/gm,
        (_, all: string | undefined, names: string | undefined, module: string) =>
          [all, names && `{${names.replaceAll(' as ', ': ')}}`]
            .flatMap((bound) => (bound ? [`const ${bound} = process.getBuiltinModule(${module});`] : []))
            .join(' '),
      )
      .replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    map: null,
  }),
};

rmSync(out, { recursive: true, force: true });
// What Node has compiled of a former build (vitest.config.ts).
rmSync(join(root, '.cache/compiled'), { recursive: true, force: true });
mkdirSync(out, { recursive: true });
cpSync(join(root, 'openapi/dist/openapi.json'), join(out, 'openapi/dist/openapi.json'));
const world = 'fixtures/worlds/demo.prebuilt.txt';
mkdirSync(join(out, dirname(world)), { recursive: true });
writeFileSync(join(out, `${world}.gz`), gzipSync(readFileSync(join(root, world)), { level: 9 }));
for (const file of globSync(
  ['src/suite/{report,formats}/*.schema.json', 'src/suite/formats/html/page.{css,html,js}'],
  { cwd: root },
)) {
  cpSync(join(root, file), join(out, file));
}

const arrangement = await hostingMock.arrangement?.();
if (arrangement)
  writeFileSync(join(out, 'scenario.schema.json'), `${JSON.stringify(scenarioSchema(arrangement))}\n`);

copyDocs(out);
declarations();
await buildClient(out, resolve(values.client));
// The modules are bundled because loading a hundred small modules takes a third of the start time. The command line and
// the public entries for Node share their chunks; what the start of the mock reads is in two of them.
const isForPages = (entry: string): boolean => /^(client|config|tanstack-query|types|worker)$/.test(entry);
const inputsOf = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((input) => [input, `${input}.ts`]));
const forNode = entries.filter((entry) => !isForPages(entry)).map((entry) => `entry/${entry}`);
await bundle(out, inputsOf(['bin/hosting-contract', 'bin/document-worker', ...forNode]), {
  plugins: [quickModules],
  groups: [
    {
      name: 'program',
      test: /\/bin\/(program|config-file|stop-signals|mock\/mock-command)\.ts$/,
      priority: 2,
    },
    { name: 'mock', test: /\/bin\/mock\/mock\.ts$/, priority: 1 },
  ],
});
await minifyLibraries(join(out, 'chunks'));
await bundle(out, inputsOf(entries.filter(isForPages).map((entry) => `entry/${entry}`)), {
  chunks: 'entry/chunks',
});
for (const folder of ['bin', 'chunks', 'entry/chunks']) withoutMaps(join(out, folder));
await buildForBrowsers(
  join(out, 'browser'),
  namesIn('browser').filter((entry) => entries.includes(entry)),
);
for (const [file, text] of await buildConsole()) {
  mkdirSync(dirname(join(out, 'console', file)), { recursive: true });
  writeFileSync(join(out, 'console', file), text);
}
// The generated validators are minified because they are large and nobody debugs them. They contain what they need of
// ajv, because loading three small modules takes as long as loading half of the validators.
for (const set of ['full', 'stated']) {
  const files = globSync(`src/contract/generated/validators/${set}/*.js`, { cwd: root });
  const inputs = Object.fromEntries(files.map((file) => [file.replace(/\.js$/, ''), file]));
  const chunks = `src/contract/generated/validators/${set}/chunks`;
  await bundle(out, inputs, { minify: true, included: /^(ajv|ajv-formats|fast-deep-equal)\b/, chunks });
}
// packageFile() finds the package by this package.json, whose type `module` also makes the files in dist/ ES modules.
// It is the last file and has the time at which the build began: bin/launch.js runs no build that failed, and none that
// is older than a source.
const manifest = join(out, 'package.json');
writeFileSync(manifest, `${JSON.stringify({ name, version, type: 'module' })}\n`);
const begunS = performance.timeOrigin / 1000;
utimesSync(manifest, begunS, begunS);

// Bundles modules into a folder. The bundle contains the libraries that are needed at the start; recheck, because
// installing recheck would download native code; and openapi-typescript with what it needs of the compiler, because new
// projects have a TypeScript without the API that it uses. Other libraries stay external. `groups`: the modules that
// make one chunk with all that they import statically.
async function bundle(
  dir: string,
  inputs: Record<string, string>,
  {
    minify = false,
    included = LIBRARIES,
    groups = [],
    plugins = [],
    chunks = 'chunks',
  }: {
    minify?: boolean;
    included?: RegExp;
    groups?: { name: string; test: RegExp; priority: number }[];
    plugins?: Plugin[];
    chunks?: string;
  } = {},
): Promise<void> {
  await build({
    input: Object.fromEntries(Object.entries(inputs).map(([to, from]) => [to, join(root, from)])),
    platform: 'node',
    external: (id) => /^[^./\0]/.test(id) && !included.test(id) && !id.startsWith(root),
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: `${chunks}/[name]-[hash].js`,
      codeSplitting: { groups },
      sourcemap: !minify,
      minify,
      comments: { legal: true, jsdoc: false, annotation: false },
    },
    plugins: [typesLibraries, ...plugins],
    // openapi-typescript reads and checks documents with these, which `types` does itself.
    treeshake: {
      moduleSideEffects: [{ test: /^(@redocly\/openapi-core|parse-json)$/, sideEffects: false }],
    },
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
  });
}

// Minifies the chunks that consist mostly of library code, because they are larger than all others together.
async function minifyLibraries(folder: string): Promise<void> {
  for (const file of globSync('{fast-patterns,types-text}-*.js', { cwd: folder })) {
    const input = join(folder, file);
    await build({
      input,
      platform: 'node',
      external: (id) => id !== input,
      output: {
        file: input,
        format: 'esm',
        minify: true,
        comments: { legal: true, jsdoc: false, annotation: false },
      },
      logLevel: 'warn',
    });
  }
}

// Removes the source maps of a folder. Its modules are readable as they are; only the public entries, which a debugger
// shows, keep theirs.
function withoutMaps(folder: string): void {
  for (const file of globSync('**/*.js.map', { cwd: folder })) rmSync(join(folder, file));
  for (const file of globSync('**/*.js', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replace(/^\/\/# sourceMappingURL=.*\n?/gm, ''));
  }
}

// Writes the type declarations of the public entries and of what they import; the stage `types` checks the types.
function declarations(): void {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', out], {
    stdio: 'inherit',
  });
  // Copies the types as `hosting-contract types` writes them, in place of the declarations that the compiler makes of
  // the same file.
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
    if (!file.endsWith('.d.ts')) continue;
    const path = join(out, file);
    // Tabs make the declarations a tenth smaller.
    if (!reached.has(path)) rmSync(path);
    else
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4)),
      );
  }
  for (const folder of globSync('**/', { cwd: out }).sort().reverse())
    if (readdirSync(join(out, folder)).length === 0) rmdirSync(join(out, folder));
}
