// Stands for fast-check in tests (vitest.config.ts): properties run with the seed of TEST_SEED, by default 1, so that
// the same commit always has the same result. `npm test` tries an eighth of the values, `npm run test:whole` all.
import fc from 'fast-check';
import { whole } from './sampled.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TEST_SEED ?? 1) });

const assert = ((property: fc.IRawProperty<unknown>, params: fc.Parameters<unknown> = {}) => {
  const { numRuns = 100 } = params;
  return fc.assert(property, { ...params, numRuns: whole ? numRuns : Math.ceil(numRuns / 8) });
}) as typeof fc.assert;

export * from 'fast-check';
export default { ...fc, assert };
