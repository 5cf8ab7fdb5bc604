// npm run attack: tries hostile HTTP clients, imports, webhook receivers, documents and targets on the command line
// of this package.
import { parseArgs } from 'node:util';
import type { Try } from './attack/model.ts';
import { measuresMemory } from './attack/process.ts';
import { runSchemathesis } from './attack/schemathesis.ts';
import { select, selectFast } from './attack/select.ts';
import { lineOf, summaryOf } from './attack/summary.ts';

const USAGE = `npm run attack -- [--only id …] [--fast] [--seed N] [--seconds N] [--list]
  --only id      only attacks whose id begins so (repeat): http, receiver, import, document, target, schemathesis
  --fast         the selection that npm test tries
  --seed N       decides the mutated imports, the fast selection, and what Schemathesis generates (1)
  --seconds N    begin nothing new after so many seconds (3600)
  --list         print the attacks and try none
Each attack runs against a process of its own kind: the mock, or the suite on a hostile target, with a bounded heap.
Exit: 0 everything held, 1 an attack got through, 2 called wrongly, 5 time was up before all were tried.

Examples:
  $ npm run attack
  $ npm run attack -- --only http/ --only receiver/own
  $ npm run attack -- --only import/mutated --seed 1000
  $ npm run attack -- --only target/zip-bomb
  $ npm run attack -- --only schemathesis`;

const { values } = read();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const [seed, seconds] = [Number(values.seed), Number(values.seconds)];
if (!Number.isSafeInteger(seed) || seed < 0 || !(seconds > 0)) fail('--seed and --seconds take numbers.');
const selected = values.fast ? selectFast(seed) : select(values.only, seed);
const generated =
  !values.fast &&
  (values.only.length === 0 || values.only.some((one) => 'schemathesis'.startsWith(one.split('/')[0] ?? '')));
const count = selected.reduce((sum, { attacks }) => sum + attacks.length, 0) + (generated ? 1 : 0);
if (count === 0) fail(`No attack has an id that begins with ${values.only.join(' or ')}; see --list.`);
if (values.list) {
  for (const { attacks } of selected) for (const { id, title } of attacks) console.log(`${id}  ${title}`);
  if (generated)
    console.log('schemathesis/all-phases  what Schemathesis generates from the document, in all its phases');
  process.exit(0);
}
/**
 * Number of tries. An attack area that shares one mock process has one further try, in which the process must end
 * normally after all attacks.
 */
const total =
  count + selected.filter(({ area }) => ['http', 'receiver', 'import'].includes(area.name)).length;
if (!measuresMemory) console.log('Resident memory is not measured: this system has no /proc.');

const tries: Try[] = [];
const end = Date.now() + seconds * 1000;
let skipped = 0;
const tell = (one: Try): void => {
  tries.push(one);
  console.log(`${tries.length}/${total}  ${lineOf(one)}`);
};
for (const { area, attacks } of selected) {
  let left = attacks.length;
  if (Date.now() < end) {
    for await (const one of area.tries(attacks, seed)) {
      tell(one);
      left -= 1;
      if (Date.now() >= end) break;
    }
  }
  skipped += Math.max(0, left);
}
if (generated && Date.now() < end) {
  const { tries: found, missing, lines } = await runSchemathesis(seed);
  for (const line of lines) console.log(line);
  for (const one of found) tell(one);
  if (missing !== null) console.log(`Schemathesis is not run: ${missing}`);
} else if (generated) skipped += 1;

const through = tries.filter(({ verdict }) => verdict !== 'held');
console.log(`\n${summaryOf(tries, measuresMemory)}`);
if (through.length > 0) console.log(`\nGot through:\n${through.map(lineOf).join('\n')}`);
if (skipped > 0) console.log(`\nTime was up: ${skipped} attacks were not tried.`);
process.exitCode = through.length > 0 ? 1 : skipped > 0 ? 5 : 0;

function read() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true, default: [] },
        fast: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        seconds: { type: 'string', default: '3600' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(message: string): never {
  console.error(`error: ${message}\n\n${USAGE}`);
  process.exit(2);
}
