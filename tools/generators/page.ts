// Writes docs/generators.md from the recorded results.

import { notTried } from './languages.ts';
import { isInstalled } from './run.ts';
import { type Generator, type Result, STEPS } from './types.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/**
 * Returns the page.
 * @param results generator's name → its last result
 * @param isCurrent tells whether a result belongs to the document, the commands and the session as they are now
 */
export async function page(
  generators: readonly Generator[],
  results: Readonly<Record<string, Result>>,
  isCurrent: (generator: Generator, result: Result) => boolean,
): Promise<string> {
  const rows: string[] = [];
  const failures: string[] = [];
  const names: string[] = [];
  for (const generator of generators) {
    const result = results[generator.name];
    if (!result) {
      rows.push(
        `| ${[generator.name, '', generator.language, 'not run yet', '', '', '', '', ''].join(' | ')} |`,
      );
      continue;
    }
    const { compiled, files, generatorWarnings, compilerWarnings, steps } = result;
    const passed = STEPS.filter((step) => steps[step] === 'ok').length;
    const cells = [
      generator.name,
      result.version,
      generator.language,
      result.generated === 'yes' ? withWarnings('yes', generatorWarnings) : result.generated,
      compiled === 'yes' ? withWarnings(`all ${files} files`, compilerWarnings) : compiled.replace(/,.*/, ''),
      result.generated === 'yes' ? `${passed} of ${STEPS.length}` : '–',
      generator.errors,
      generator.options || 'none',
      generator.notes,
    ];
    if (!isCurrent(generator, result)) cells[8] += ` (run on ${result.date}, before a later change)`;
    rows.push(`| ${cells.map(cell).join(' | ')} |`);
    if (result.generated === 'yes' && compiled !== 'yes')
      failures.push(`- ${generator.name}: ${cell(compiled)}`);
    for (const step of STEPS) {
      const outcome = steps[step] ?? 'not reached';
      if (result.generated === 'yes' && outcome !== 'ok')
        failures.push(`- ${generator.name}, ${step}: ${cell(outcome)}`);
    }
    if (result.numberedNames.length > 0) {
      names.push(`- ${generator.name}: ${result.numberedNames.map((name) => `\`${name}\``).join(', ')}`);
    }
  }
  const absent: string[] = [];
  for (const { language, generator, command } of notTried) {
    const reason = (await isInstalled(command))
      ? 'no session is written yet'
      : `no \`${command}\` on the machine`;
    absent.push(`- ${language} (${generator}): ${reason}`);
  }
  return `# Generators on this document

What other projects' generators make of \`npx hosting-contract openapi --out openapi.json\`. \`npm run generators\` generates with each, compiles **all** of the generated folder together with a short program (\`tsc --strict\`, \`mypy --strict\`, \`go vet\`, \`cargo build\`, \`javac\`, \`kotlinc\`, \`php\`), and runs that program against the mock. The program logs in, reads every page of a list, creates a customer, places an order, downloads the invoice as PDF and a certificate as zip archive, and reads a 422 and a 404. A step counts when the mock holds what the program printed; for a file that is the number of its bytes and the first four. The commands are in [the table](../tools/generators/table.ts), the programs in [sessions](../tools/generators/sessions).

| generator | version | language | generates | compiles | session | a 422 and a 404 are typed | options it needs | what to know |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
${section('What fails', failures, FAILURES)}${section(
  'Generated type names with a number of their own',
  names,
  'Names that end in a number the document does not have, status codes left aside: the generator met two things it gave one name.',
)}${section('Not tried', absent)}`;
}

const FAILURES =
  'No change of the document mends these: a generator that reads every file as text, or as nothing, does so for each document whose errors are JSON. The error of the Python types goes away with an `enum` of hosts, which a platform whose host is a variable cannot list.';

const withWarnings = (text: string, warnings: number): string =>
  warnings === 0 ? text : `${text}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;

function section(title: string, lines: readonly string[], introduction = ''): string {
  if (lines.length === 0) return '';
  return `\n## ${title}\n\n${introduction ? `${introduction}\n\n` : ''}${lines.join('\n')}\n`;
}
