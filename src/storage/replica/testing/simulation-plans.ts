// Test helper: random plans of simulations, and the run of one simulation for one seed.
import fc from 'fast-check';
import type { Mutation } from './simulated-replica.ts';
import { FAULTS, type Plan, type SimulationResult, simulate } from './simulation.ts';

/** Plans with a few kinds of faults each: many kinds at once hide what follows from some of them. */
const plans: fc.Arbitrary<Plan> = fc
  .tuple(fc.subarray([...FAULTS], { minLength: 1, maxLength: 4 }), fc.constantFrom(1, 0.3))
  .chain(([kinds, pace]) =>
    fc.record({
      seed: fc.nat(),
      ...{ calls: pace === 1 ? fc.constant(20) : fc.constant(50), pace: fc.constant(pace) },
      worlds: fc.constantFrom(['a'], ['a', 'b']),
      // A failed append tells a replica that it lost a world, so that some defects show only in reads.
      topUps: fc.constantFrom(0.5, 0.2, 0.05),
      keyed: fc.constantFrom(0.9, 0.3),
      faults: fc.array(
        fc.record({
          kind: fc.constantFrom(...kinds),
          replica: fc.nat(2),
          atMs: fc.nat(20_000),
          forMs: fc.oneof(fc.integer({ min: 50, max: 4000 }), fc.integer({ min: 5000, max: 9000 })),
        }),
        { maxLength: 8 },
      ),
    }),
  );

/** A simulation of one seed; `counterexample` is the smallest one with a problem that was found. */
export type SeedResult = SimulationResult & { readonly counterexample: string | null };

/**
 * Runs the simulation of a seed, which chooses the plan and the order of all messages.
 * @param shrinks how many smaller simulations are tried when there is a problem
 */
export async function simulateSeed(
  seed: number,
  { mutation = {}, shrinks = 0 }: { mutation?: Mutation; shrinks?: number } = {},
): Promise<SeedResult> {
  const results: SimulationResult[] = [];
  let tries = 0;
  const property = fc.asyncProperty(fc.scheduler(), plans, async (scheduler, plan) => {
    if (tries++ > shrinks) return;
    const result = await simulate(scheduler, plan, mutation);
    if (results.length === 0 || result.problems.length > 0) results.push(result);
    if (result.problems.length > 0) throw new Error(result.problems.join('\n'));
  });
  const { counterexample } = await fc.check(property, { seed, numRuns: 1, endOnFailure: shrinks === 0 });
  const smallest = results.at(-1);
  if (!smallest) throw new Error(`The simulation of the seed ${seed} did not run.`);
  const text = counterexample && [JSON.stringify(counterexample[1]), String(counterexample[0])].join('\n');
  return { ...smallest, counterexample: text };
}
