// Tests scenario files: `hosting-contract scenario`, `mock --scenario` and `lab arrange`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from './testing/command-line.ts';
import { newFolder, run, startMock } from './testing/processes.ts';

const folder = newFolder();
const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const json = write(
  'late.json',
  '{ "customers": [{ "as": "late", "email": "late@payer.example", "invoices": [{ "status": "overdue" }] }] }',
);
const module = write(
  'stopped.ts',
  'const status: string = "stopped";\nexport default { vps: [{ as: "server", status }] };\n',
);
const wrong = write('wrong.json', '{ "vps": [{ "status": "stoped" }], "custmers": [] }');

test('`scenario` checks files and names every problem by JSON pointer', async () => {
  expect(await call('scenario', json, module)).toMatchObject({ code: 0, out: '' });
  const { code, err } = await call('scenario', wrong);
  expect(code).toBe(1);
  expect(err).toContain(`${wrong}: /vps/0/status: must be one of`);
  expect(err).toContain('did you mean "stopped"?');
  expect(err).toContain(`${wrong}: /custmers: is no member of a scenario; did you mean "customers"?`);
  expect(await call('scenario', join(folder, 'absent.json'))).toMatchObject({ code: 2 });
  expect(await call('scenario', write('broken.json', '{'))).toMatchObject({ code: 2 });
  expect(await call('scenario', write('empty.ts', 'export const a = 1;'))).toMatchObject({ code: 2 });
  expect(await call('scenario')).toMatchObject({ code: 2 });
});

test('`scenario --schema` writes the JSON Schema', async () => {
  const out = join(folder, 'scenario.schema.json');
  expect((await call('scenario', '--schema', '--out', out)).code).toBe(0);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ title: 'Scenario', type: 'object' });
});

test('`mock --scenario` begins with the records of a file, and `lab arrange` adds those of another', async () => {
  const mock = await startMock(['--world', 'empty', '--clock', 'frozen', '--scenario', json]);
  const { controlUrl, baseUrl, personas } = mock;
  const lab = (...args: string[]) => call('lab', '--url', controlUrl, '--json', ...args);
  const total = async (list: string): Promise<number> => {
    const headers = { authorization: `Bearer ${personas.owner?.token}` };
    const page = await (await fetch(`${baseUrl}/${list}`, { headers })).json();
    return (page as { meta: { total: number } }).meta.total;
  };
  expect(await total('customers?q=late@payer.example')).toBe(1);
  const arranged = await lab('arrange', module);
  expect(JSON.parse(arranged.out).ids.server).toMatch(/^[0-9a-f-]{36}$/);
  expect(await total('vps?status=stopped')).toBe(1);
  const refused = await lab('arrange', wrong);
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/\/vps\/0\/status.*did you mean "stopped"\?/s);
  expect((await lab('arrange', join(folder, 'absent.json'))).code).toBe(2);
  expect((await lab('reset')).code).toBe(0);
  expect(await total('vps')).toBe(0);
  expect(await total('invoices?status=overdue')).toBe(1);
});

test('`mock --scenario` does not start with a scenario that cannot be arranged', async () => {
  const { code, err } = await run('mock', '--port', '0', '--scenario', wrong);
  expect(code).toBe(2);
  expect(err).toMatch(/^error: --scenario .*did you mean/);
});
