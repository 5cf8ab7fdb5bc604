// Tests that a mock which imitates a deployment is judged as the deployment is.
import { expect, test } from 'vitest';
import { diffReports } from '../../src/suite/cli/diff-command.ts';
import type { Report } from '../../src/suite/report/report.ts';
import { likenessOf } from '../../src/variations/like/like.ts';
import { parseVariation, type Variation } from '../../src/variations/vary.ts';
import { sampled } from '../testing/sampled.ts';
import { runSuiteOn } from './run-mutant.ts';

const AREAS = ['customers/', 'dns/', 'support/', 'lists/', 'errors/', 'statuses/', 'limits/'];

const judge = (variation: Variation): Promise<Report> =>
  runSuiteOn({
    ...{ mutations: [], variation, described: false, allow: [], profile: 'stated', only: AREAS },
  });

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
    const deployment = await judge(parseVariation(choice));
    const like = likenessOf(JSON.parse(JSON.stringify(deployment)));
    expect(like).not.toBeNull();
    if (!like) return;
    const mock = await judge(like.variation);
    expect(proven(mock)).toEqual(expect.arrayContaining(proven(deployment)));
    expect(mock.learned?.bodies).toEqual(deployment.learned?.bodies);
    expect(observed(mock)).toEqual(observed(deployment));
    expect(diffReports(deployment, mock).differences).toEqual([]);
  },
  60_000,
);
