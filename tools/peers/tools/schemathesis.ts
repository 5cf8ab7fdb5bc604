// Runs Schemathesis, which generates requests from the document, with a valid token and existing ids for every
// operation.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from '../prepared.ts';
import { execute } from '../run.ts';
import { CACHE, stableMessage, type Tool } from '../tool.ts';

const ST = join(CACHE, 'venv/bin/st');

type Report = { failures: { title: string; operations: string[] }[]; errors: unknown[] };

/** Runs Schemathesis on a server of the comparison. */
export const schemathesis: Tool = {
  name: 'Schemathesis',
  version: '4.32.5',
  how: 'The phases examples and coverage with all checks, which are the same every time; the right token and ids of every operation in `schemathesis.toml`. The phases fuzzing and stateful were left out: they multiply the time and differ from run to run.',
  patience: 300,
  missing: () => (existsSync(ST) ? null : 'it is not installed'),
  async run({ ready, folder, patience }) {
    const reported = ready.calls.filter(({ as, params }) => as !== null || params.id !== undefined);
    const lines = reported.flatMap(({ operation: id, as, params }) => [
      '[[operations]]',
      `include-operation-id = "${id}"`,
      ...(as === null ? [] : [`headers = { Authorization = "Bearer ${ready.tokens[as]}" }`]),
      ...(Object.keys(params).length === 0
        ? []
        : [
            `parameters = { ${Object.entries(params)
              .map(([name, value]) => `"path.${name}" = "${value}"`)
              .join(', ')} }`,
          ]),
    ]);
    writeFileSync(join(folder, 'schemathesis.toml'), `${lines.join('\n')}\n`);
    const out = join(folder, 'report.json');
    rmSync(out, { force: true });
    const { late } = await execute(
      [
        ST,
        ...['--config-file', 'schemathesis.toml', 'run', documents(ready.calls).full, '--url', ready.baseUrl],
        ...['--phases', 'examples,coverage', '--max-examples', '5', '--seed', '1', '--continue-on-failure'],
        ...['--no-shrink', '--request-timeout', '5', '--report', 'json', '--report-json-path', out],
      ],
      folder,
      patience,
    );
    if (!existsSync(out))
      return { alarms: [], incompleteBecause: late ? 'it took too long' : 'it ended without a report' };
    const { failures, errors } = JSON.parse(readFileSync(out, 'utf8')) as Report;
    return {
      alarms: [
        ...failures.flatMap(({ title, operations }) => operations.map((place) => `${title}: ${place}`)),
        ...errors.map((error) => stableMessage(JSON.stringify(error))),
      ],
    };
  },
};
