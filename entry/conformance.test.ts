// Tests of `hosting-contract/conformance`: the options of `conform`, and that it gives the same verdicts as the
// command line.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selfTarget } from '../bin/mock-target.ts';
import { newFolder, run } from '../bin/testing/processes.ts';
import { defineTarget } from '../src/suite/model/target-config.ts';
import {
  type ConformOptions,
  conform,
  defineCheck,
  loadTarget,
  plan,
  type Report,
  UsageError,
} from './conformance.ts';

const folder = newFolder();

const only = ['orders/create', 'orders/cancel', 'auth/', 'bodies/'];
const verdicts = ({ results }: Report): string[] => results.map(({ id, verdict }) => `${id} ${verdict}`);

test('conform() gives the same verdicts as the command line', async () => {
  const json = join(folder, 'report.json');
  await run('conform', '--self', '--only', only.join(), '--seed', '1', '--report', `json=${json}`);
  const { config, fetch, clock, close } = selfTarget();
  const report = await conform({ target: config, fetch, only, seed: 1, ...(clock ? { clock } : {}) });
  await close?.();
  const cliReport = JSON.parse(readFileSync(json, 'utf8')) as Report;
  expect(verdicts(report)).toEqual(verdicts(cliReport));
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, summary: cliReport.summary });
  expect(report.requests).toBe(cliReport.requests);
});

test("conform() accepts a base URL, a file or an object with the user's own checks as its target", async () => {
  const own = defineCheck({
    id: 'own/quick',
    must: 'be quick',
    requirement: 'service/json-bodies',
    area: 'customers',
    cost: 1,
    run() {},
  });
  const target = defineTarget({
    baseUrl: 'http://127.0.0.1:9/v1',
    credentials: { tenantA: { token: 'x' } },
    checks: [own],
  });
  const { checks: _, ...data } = target;
  const file = join(folder, 'target.json');
  writeFileSync(file, JSON.stringify(data));
  const count = async (given: string | typeof target): Promise<number> => {
    const { must, should, observe } = (await plan({ target: given })).checks;
    return must + should + observe;
  };
  expect(await loadTarget(file)).toEqual(data);
  expect(await count(target)).toBe((await count(file)) + 1);
  expect(await count('http://127.0.0.1:9/v1')).toBeLessThan(await count(file));
});

test('conform() throws an error of one sentence for invalid options before it sends a request', async () => {
  await expect(conform({ target: 'https://api.example/v1' })).rejects.toThrow(/name a mode/);
  const misspelt: object = { target: 'http://127.0.0.1:9/v1', mod: 'safe' };
  const unknown = 'conform() has no option "mod"; did you mean "mode"?';
  await expect(conform(misspelt as ConformOptions)).rejects.toThrow(new UsageError(unknown));
  await expect(plan(misspelt as ConformOptions)).rejects.toThrow(unknown);
  const invalid: object = { target: 'http://127.0.0.1:9/v1', mode: 'saef' };
  await expect(conform(invalid as ConformOptions)).rejects.toThrow(
    'the option mode must be one of read-only, safe, full, not "saef"',
  );
  await expect(conform({ target: join(folder, 'none.json') })).rejects.toThrow(UsageError);
  const unset = defineTarget({
    baseUrl: 'http://127.0.0.1:9/v1',
    credentials: { tenantA: { token: { env: 'NONE' } } },
  });
  await expect(conform({ target: unset, env: {} })).rejects.toThrow(/environment variable NONE is not set/);
});
