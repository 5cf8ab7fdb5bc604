// Writes docs/peers.md from the measured results of all tools.

import { median } from '../bite/judge.ts';
import type { Results } from './results.ts';
import { type ToolResult, toolResults } from './tool-results.ts';

const OURS = 'hosting-contract';
const ratio = (part: number, whole: number): string => (whole === 0 ? '–' : `${part}/${whole}`);
const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], lines: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...lines].join('\n');

/**
 * Formats docs/peers.md.
 * @param results the results from which every figure on the page is counted
 */
export function pageOf(results: Results): string {
  const all = toolResults(results);
  const families = [...new Set(results.defects.map(({ family }) => family))];
  const tried = all.filter(({ runs }) => runs > 0);
  return `# The other tools, on the same defects

Several tools can test whether a deployment keeps its contract. This page compares them with our own suite: on the mock without defects, on a sample of the [defects](../conformance/defects/), and on lawful variants, which no tool may accuse. Measured ${results.date}, on one machine with two shared cores; \`npm run peers\` measures again, \`npm run peers -- --page\` writes this page anew from [peers.json](peers.json).

## Summary

${table(
  [
    'tool',
    'version',
    'defects caught',
    'our suite on the same defects',
    'variants accused',
    'alarms on the mock without defects',
    'requests',
    'seconds',
  ],
  tried.map((one) =>
    row(
      one.title,
      one.version,
      ratio(one.caught.length, one.defects.length),
      one.name === OURS ? '' : ownResultBeside(one, all),
      ratio(one.accused.length, one.variants.length),
      one.clean.length,
      Math.round(median(one.requests)).toLocaleString('en'),
      Math.round(median(one.seconds)),
    ),
  ),
)}

Our suite has two lines, one for each of its profiles; in the column of our suite, \`stated\` comes before \`contract\`. Requests and seconds are the median of a run. A defect that a tool was not tried on does not count for it${missedByUs(tried, results)}.

## In words

${toolSummaries(all)}

## Caught, by family

${table(
  ['family', ...tried.map(({ title }) => title)],
  families.map((family) =>
    row(
      family,
      ...tried.map((one) =>
        ratio(
          one.caught.filter((id) => familyIn(results, id) === family).length,
          one.defects.filter((id) => familyIn(results, id) === family).length,
        ),
      ),
    ),
  ),
)}

## What they catch and our suite does not

${missedSection(results, tried)}

## What only our suite catches

Of the defects that every tool was tried on:

${onlyOurs(results, tried)}

## Lawful variants accused

${table(
  ['variant', 'what it is', 'accused by'],
  results.variants
    .filter(({ id }) => tried.some((one) => one.variants.includes(id)))
    .map(({ id, title }) =>
      row(
        `\`${id}\``,
        title,
        tried
          .filter(({ accused }) => accused.includes(id))
          .map(({ title: name }) => name)
          .join(', ') || `none of ${tried.filter((one) => one.variants.includes(id)).length}`,
      ),
    ),
)}

The other tools read one document, which does not distinguish what the specification states from what this contract decided. To them a server that decided otherwise is wrong. They are strict with a server written to this document, and unfair to a server written to the specification.

## How it was run

- **The server** (\`node tools/peers/server.ts --row <id>\`) is the mock on a port of its own with one defect or variant, the demo world with seed 1, no rate limits (Set A for defects in limits), and a new process for each run. All tools use HTTP.
- **The sample** is fixed and seeded: ${results.defects.length} of the defects, four of every family that has four, of whatever basis; ${results.variants.length} of the lawful variants. The sample leaves out defects that need a burst against the rate limit (no other tool can send one), defects in the target file of our suite (the others have none), and variants that change the ids of the world.
- **The document** is the published one, with a successful call of each of the 93 operations: ids of existing records in a state that allows the call, and valid bodies. The mock without defects answers all 93 with success.
- **Caught** means that the tool reports something that it reports in no run on the mock without defects (${CLEAN_NOTE}). Ids, times and long numbers in a message do not count as a difference. The tool does not have to name the right cause.
- **Our suite** has two profiles. In \`stated\` (the default) it fails only on what the specification states; a failure catches a defect, and so does a warning when the broken requirement follows from a stated sentence. In \`contract\` it also fails on what this contract decided, as the other tools do.

${results.tools
  .map(
    ({ name, version, how, missing }) =>
      `- **${name} ${version}**: ${how}${missing === null ? '' : ` It could not be run: ${missing}.`}`,
  )
  .join('\n')}

Schemathesis can also compare what two identities may read (\`object_level_authorization\`); that needs a login file with several users and its stateful phase, and was not set up. Docker images and hosted services were not tried.

## Alarms on the mock without defects

${tried
  .map(
    (one) =>
      `- **${one.title}**: ${
        one.clean.length === 0
          ? 'none'
          : one.clean
              .slice(0, 4)
              .map((alarm) => `\`${alarm.slice(0, 140).replaceAll('`', "'").replaceAll('\n', ' ')}\``)
              .join('; ')
      }${one.clean.length > 4 ? ` and ${one.clean.length - 4} more` : ''}`,
  )
  .join('\n')}
${incompleteRuns(results)}`;
}

/** Formats the strengths and weaknesses of each tool that follow from the figures. */
function toolSummaries(all: readonly ToolResult[]): string {
  const own = all.find(({ name, profile }) => name === OURS && profile === 'contract');
  const others = all.filter(({ name, runs }) => name !== OURS && runs > 0);
  const least = (of: (one: ToolResult) => readonly number[], than: number): string =>
    others
      .filter((one) => median(of(one)) < than)
      .map((one) => `${one.title} (${Math.round(median(of(one))).toLocaleString('en')})`)
      .join(', ') || 'none of them';
  const accusing = others.filter(({ clean }) => clean.some((alarm) => BODILESS.test(alarm)));
  return [
    `- **Fewer requests** than our suite (${Math.round(median(own?.requests ?? [])).toLocaleString('en')} a run): ${least(({ requests }) => requests, median(own?.requests ?? []))}.`,
    `- **Less time** (seconds; ours ${Math.round(median(own?.seconds ?? []))}, most of it the wait until a one-time code may be used again): ${least(({ seconds }) => seconds, median(own?.seconds ?? []))}.`,
    '- **Any platform**: Prism, Portman, Specmatic and Schemathesis work from any OpenAPI document. Our suite tests one platform only.',
    ...(accusing.length === 0
      ? []
      : [
          `- **A correct finding that our suite does not have**: ${accusing.map(({ title }) => title).join(' and ')} report that the mock accepts a \`PUT\` without a body although the document requires one (\`PUT /customers/{id}\`, \`/tenants/{id}\`, \`/webhooks/{id}\`). The specification does not state that; the document does.`,
        ]),
    '- **What a document cannot express** is what they miss: whose record it is, whether a replay acts twice, whether amounts add up, whether an acknowledged action was done. Portman can be configured to try another tenant’s id on every read, and was.',
  ].join('\n');
}

const BODILESS = /^PUT .*Expected 4xx status, but received 200|Schema-violating request accepted: PUT/;

/**
 * Returns how many defects our own suite caught, of the defects that another tool was tried on; one figure for each
 * profile of our suite.
 */
function ownResultBeside(one: ToolResult, all: readonly ToolResult[]): string {
  return all
    .filter(({ name }) => name === OURS)
    .map((own) => {
      const both = own.defects.filter((id) => one.defects.includes(id));
      return ratio(own.caught.filter((id) => both.includes(id)).length, both.length);
    })
    .join(', ');
}

const CLEAN_NOTE = 'two runs, and a third with the limits of Set A';

const familyIn = ({ defects }: Results, id: string): string =>
  defects.find((one) => one.id === id)?.family ?? '';

function missedByUs(tried: readonly ToolResult[], { defects }: Results): string {
  const short = tried.filter((one) => one.defects.length < defects.length);
  return short.length === 0
    ? ''
    : `: ${short.map((one) => `${one.title} was tried on ${one.defects.length} of ${defects.length}`).join(', ')}`;
}

function missedSection({ defects }: Results, tried: readonly ToolResult[]): string {
  const own = tried.find(({ name, profile }) => name === OURS && profile === 'contract');
  const lines = defects.flatMap(({ id, title, basis }) => {
    if (!own?.defects.includes(id) || own.caught.includes(id)) return [];
    const by = tried.filter(({ name, caught }) => name !== OURS && caught.includes(id));
    return by.length === 0
      ? []
      : [row(`\`${id}\``, title, basis, by.map(({ title: name }) => name).join(', '))];
  });
  return lines.length === 0
    ? 'Nothing in this sample.'
    : table(['row', 'defect', 'basis', 'caught by'], lines);
}

function onlyOurs({ defects }: Results, tried: readonly ToolResult[]): string {
  const own = tried.find(({ name, profile }) => name === OURS && profile === 'contract');
  const others = tried.filter(({ name, defects: of }) => name !== OURS && of.length > 0);
  const lines = defects
    .filter(({ id }) => own?.caught.includes(id) && others.every((one) => one.defects.includes(id)))
    .filter(({ id }) => !others.some(({ caught }) => caught.includes(id)))
    .map(({ id, title }) => `\`${id}\` ${title}`);
  return lines.length === 0 ? 'Nothing in this sample.' : `${lines.length} rows: ${lines.join('; ')}.`;
}

function incompleteRuns({ runs }: Results): string {
  const lines = runs
    .filter(({ flaw }) => flaw !== null)
    .map(({ tool, row: on, flaw }) => `- ${tool} on \`${on}\`: ${flaw}`);
  return lines.length === 0 ? '' : `\n## Incomplete runs\n\n${lines.join('\n')}\n`;
}
