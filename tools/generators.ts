// npm run generators: generates code from the document with the code generators of other projects, compiles all of it,
// and runs a session against the mock through it. Each generator works in a folder of its own below .cache/.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { page } from './generators/page.ts';
import { inputsOf, tryGenerator } from './generators/run.ts';
import { generators } from './generators/table.ts';
import { type Result, STEPS } from './generators/types.ts';

const USAGE = `npm run generators -- [--only name …] [--changed] [--page] [--list]
  --only name  only generators whose name or language contains it; more than one may be given
  --changed    only generators without a result for the document, the commands and the session as they are now
  --page       run nothing; write docs/generators.md again from the recorded results
  --list       print the names and run nothing
Each result is recorded in docs/generators.json as soon as its generator is done, and docs/generators.md is written
from there at the end; so a run that was stopped goes on with --changed. Needs the registries once (npm, PyPI, the Go
module proxy, crates.io, Maven Central). What was installed stays in .cache/generators/. Exits with 1 when a generator
that ran fails to generate or to compile.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    changed: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const RESULTS = fileURLToPath(new URL('../docs/generators.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/generators.md', import.meta.url));
const results: Record<string, Result> = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};

const chosen = generators.filter((generator) => {
  const words = `${generator.name} ${generator.language}`.toLowerCase();
  const named = values.only.length === 0 || values.only.some((word) => words.includes(word.toLowerCase()));
  return named && !(values.changed && results[generator.name]?.inputs === inputsOf(generator));
});
if (values.list) {
  for (const { name, packages } of chosen) console.log(`${name}  ${packages.join(' ')}`);
  process.exit(0);
}

for (const generator of values.page ? [] : chosen) {
  const result = await tryGenerator(generator);
  results[generator.name] = result;
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 1)}\n`);
  const failed = STEPS.filter((step) => result.steps[step] !== 'ok').map(
    (step) => `\n  ${step}: ${result.steps[step] ?? 'not reached'}`,
  );
  console.log(
    `${generator.name}: generated ${result.generated} (${result.generatorWarnings} warnings), compiled ${result.compiled} (${result.files} files, ${result.compilerWarnings} warnings), session ${STEPS.length - failed.length} of ${STEPS.length}, numbered names ${result.numberedNames.length}${failed.join('')}`,
  );
  if (result.generated !== 'yes' || result.compiled !== 'yes') process.exitCode = 1;
}
writeFileSync(
  PAGE,
  await page(generators, results, (generator, { inputs }) => inputs === inputsOf(generator)),
);
console.log('docs/generators.md is written.');
