// Tests that functions of one turn run together, and that an error of one reaches the process without stopping the others.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = `
const { afterInput } = await import(process.argv[1]);
const ran = [];
process.on('uncaughtException', (error) => ran.push(error.message));
process.nextTick(() => ran.push('this turn'));
afterInput(() => ran.push('first'));
afterInput(() => {
  // Runs with the next group.
  afterInput(() => console.log(JSON.stringify(ran)));
  throw new Error('the second throws');
});
afterInput(() => ran.push('third'));
`;

test('a function that throws does not stop the others of its turn, and its error is an uncaught error', async () => {
  const module = new URL('./after-input.ts', import.meta.url).href;
  const args = ['--input-type=module', '--eval', PROGRAM, module];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual(['this turn', 'first', 'third', 'the second throws']);
});
