// Stands for fast-check in tests (vitest.config.ts): properties run with the seed of TEST_SEED, by default 1, so that
// the same commit always has the same result.
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TEST_SEED ?? 1) });

export * from 'fast-check';
export default fc;
