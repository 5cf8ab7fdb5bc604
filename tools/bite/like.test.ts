// Tests that a mock which imitates a deployment is judged as the deployment is.
import { expect, test } from 'vitest';
import type { Report } from '../../src/suite/report/report.ts';
import { parseVariation } from '../../src/variations/vary.ts';
import { sampled } from '../testing/sampled.ts';
import { compareLike } from './like.ts';

const AREAS = ['customers/', 'dns/', 'support/', 'lists/', 'errors/', 'statuses/', 'limits/'];

const observed = ({ results }: Report): string[] =>
  results.flatMap(({ id, verdict, message }) => (verdict === 'observed' ? [`${id}: ${message}`] : []));

// Returns the places of the members that values and effects have shown.
const proven = ({ learned }: Report) =>
  Object.entries(learned?.kinds ?? {}).flatMap(([kind, { members, guessed = [] }]) =>
    Object.entries(members).flatMap(([name, place]) => (guessed.includes(name) ? [] : [[kind, name, place]])),
  );

const NAMED =
  'casing=kebab,id-name=uuid,id-form=prefixed,lists=items,pages=offset,page-size=5,states=upper,times=milliseconds,errors=flat 422,deletes=nothing,nulls=omitted';

test.each(sampled(['5', NAMED], 1))(
  'of the deployment %s and the mock like it, the suite learns the same',
  async (choice) => {
    const { original, imitation, differences } = await compareLike(parseVariation(choice), AREAS);
    expect(proven(imitation)).toEqual(expect.arrayContaining(proven(original)));
    expect(imitation.learned?.bodies).toEqual(original.learned?.bodies);
    expect(observed(imitation)).toEqual(observed(original));
    expect(differences).toEqual([]);
  },
  60_000,
);
