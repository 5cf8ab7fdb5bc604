// Builds the package into dist/: modules and declarations by tsc, the command line bundled so that it starts at once,
// and the generated files, which neither copies.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const root = new URL('../', import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, root));

rmSync(path('dist'), { recursive: true, force: true });
execFileSync(process.execPath, [path('node_modules/typescript/bin/tsc'), '-p', path('tsconfig.build.json')], {
  stdio: 'inherit',
});

for (const view of ['full', 'stated']) {
  const file = `src/contract/generated/validators.${view}.js`;
  mkdirSync(path('dist/src/contract/generated'), { recursive: true });
  writeFileSync(path(`dist/${file}`), readFileSync(path(file), 'utf8').replaceAll(".ts';", ".js';"));
}
cpSync(path('openapi/dist'), path('dist/openapi/dist'), { recursive: true });
cpSync(path('src/contract/schema.ts'), path('dist/openapi/dist/schema.ts'));
cpSync(path('package.json'), path('dist/package.json'));
for (const data of globSync(['fixtures/**/*.json', 'src/**/*.json', 'src/suite/reports/page.*'], {
  cwd: path('.'),
})) {
  cpSync(path(data), path(`dist/${data}`));
}

// A hundred small modules cost a third of the start. Libraries used on the way up go in; the others stay where they are.
await build({
  input: path('bin/hosting-contract.ts'),
  platform: 'node',
  external: (id) => /^[^./\0]/.test(id) && !/^(@noble|otpauth)/.test(id) && !id.startsWith(path('.')),
  output: {
    dir: path('dist/bin'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    comments: false,
  },
  logLevel: 'warn',
});
