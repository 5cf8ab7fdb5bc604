// Builds the package into dist/: tsc, then the generated files and the bundle that tsc does not copy.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const path = (relative: string): string => fileURLToPath(new URL(relative, root));

rmSync(path('dist'), { recursive: true, force: true });
execFileSync(process.execPath, [path('node_modules/typescript/bin/tsc'), '-p', path('tsconfig.build.json')], {
  stdio: 'inherit',
});

mkdirSync(path('dist/src/contract/generated'), { recursive: true });
for (const view of ['full', 'stated']) {
  const file = `src/contract/generated/validators.${view}.js`;
  writeFileSync(path(`dist/${file}`), readFileSync(path(file), 'utf8').replaceAll(".ts';", ".js';"));
}
cpSync(path('openapi/dist'), path('dist/openapi/dist'), { recursive: true });
for (const folder of ['fixtures/worlds', 'src/suite']) {
  for (const file of readdirSync(path(folder)).filter((name) => name.endsWith('.json'))) {
    cpSync(path(`${folder}/${file}`), path(`dist/${folder}/${file}`));
  }
}
writeFileSync(path('dist/package.json'), readFileSync(path('package.json'), 'utf8'));
