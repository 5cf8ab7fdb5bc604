// Runs our own suite in the same way as the other tools: its command line calls the server's base URL over HTTP.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execute } from '../run.ts';
import type { Tool, ToolRun } from '../tool.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const COMMAND = join(root, 'bin/hosting-contract.ts');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

type Report = { verdict: string; results: { id: string; verdict: string; message: string }[] };

/** Prefix of the alarms that are warnings in the profile `stated` and failures in the profile `contract`. */
export const WARNING = 'warn ';

/** Runs our own suite on a server of the comparison. */
export const ours: Tool = {
  name: 'hosting-contract',
  version,
  how: '`conform <url> --config target.json --mode full --allow webhooks` with the target file the mock writes.',
  patience: 300,
  missing: () => null,
  async run({ ready, folder, patience }): Promise<ToolRun> {
    const target = join(folder, 'target.json');
    const out = join(folder, 'report.json');
    writeFileSync(target, JSON.stringify(ready.target));
    const { code, late } = await execute(
      [
        process.execPath,
        ...[COMMAND, 'conform', ready.baseUrl, '--config', target, '--mode', 'full', '--seed', '1'],
        ...['--allow', 'webhooks', '--report', `json=${out}`],
      ],
      folder,
      patience,
    );
    if (!existsSync(out))
      return { alarms: [], incompleteBecause: late ? 'it hung' : `it ended with ${code} and no report` };
    const { results, verdict } = JSON.parse(readFileSync(out, 'utf8')) as Report;
    const of = (wanted: string, prefix: string): string[] =>
      results.filter((one) => one.verdict === wanted).map(({ id }) => `${prefix}${id}`);
    const alarms = [...of('fail', ''), ...of('warn', WARNING), ...of('broken', 'broken ')];
    const other = verdict === 'conformant' || verdict === 'nonconformant' ? [] : [`the run ended ${verdict}`];
    return { alarms: alarms.length > 0 ? alarms : other };
  },
};
