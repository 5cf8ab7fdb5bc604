// Tests the bound of V8's young generation, in processes of their own.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MODULE = new URL('./young-generation.ts', import.meta.url).href;

/**
 * Creates objects of which a part lives for a while, as under load, and returns the size of the young generation in MiB.
 * @param start what the process does first
 * @param flags the flags of the process
 */
async function youngGenerationAfterLoad(start: string, ...flags: string[]): Promise<number> {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { setImmediate } from 'node:timers/promises';
    import { boundYoungGeneration } from '${MODULE}';
    ${start}
    const kept = [];
    for (let round = 0, n = 0; round < 250; round += 1) {
      for (let at = 0; at < 20_000; at += 1) {
        const made = { at, list: [at], text: 'text ' + at };
        if (at % 5 === 0) kept[n++ % 60_000] = made;
      }
      await setImmediate();
    }
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    console.log(space_size / 1_048_576);`;
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '-e', script]);
  return Number(stdout);
}

test('the young generation grows to 32 MiB and not further, unless the process was started with a size', async () => {
  expect(await youngGenerationAfterLoad('boundYoungGeneration();')).toBeLessThanOrEqual(32);
  expect(await youngGenerationAfterLoad('')).toBeGreaterThan(32);
  expect(
    await youngGenerationAfterLoad('boundYoungGeneration();', '--max-semi-space-size=64'),
  ).toBeGreaterThan(32);
});
