// Checks that come with a target: written by whoever runs the suite, run through the same door, told in the same reports.

import { didYouMean } from '../contract/nearest.ts';
import type { Catalogue, Check, CheckPart, Sentence } from './define.ts';
import type { ConformOptions } from './options.ts';
import { UsageError } from './outcome.ts';
import { plugInProblems } from './plug-in-problems.ts';

/** A sentence of one's own, where the register has none that says it. */
export type OwnRequirement = {
  /** like the register's: `shop/vat-on-invoices` */
  id: string;
  /** where it is written: `Our terms, 4.2` */
  heading: string;
  /** a whole sentence: `An invoice shows the VAT rate.` */
  says: string;
  basis: 'yours';
};

/** What defineCheck() takes: a check with its id, and the requirement it judges. `R`: the ids of the register. */
export type PlugInSpec<R extends string = string> = Sentence &
  CheckPart & { id: string; requirement: R | OwnRequirement };

/** A check for the `checks` of a target. */
export type PlugIn = PlugInSpec & { readonly kind: 'plug-in' };

/**
 * A check of one's own: one sentence and one story over the target. It gets the same context as the suite's own checks,
 * and the target only through it: paced, recorded without secrets, taken back afterwards, tried twice before it accuses.
 */
export function defineCheck<R extends string>(spec: PlugInSpec<R>): PlugIn {
  return { ...spec, kind: 'plug-in' };
}

/**
 * The options with the target's own checks as part of the catalogue, after the suite's.
 * @throws UsageError naming everything that is wrong with them
 */
export function withPlugIns<O extends Pick<ConformOptions, 'catalogue' | 'target'>>(options: O): O {
  const { checks = [], ...target } = options.target;
  if (options.target.checks === undefined) return options;
  const { catalogue } = options;
  const wrong = plugInProblems(checks);
  const problems = wrong.length > 0 ? wrong : clashes(checks, catalogue);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const own = checks.flatMap(({ requirement }) => (typeof requirement === 'string' ? [] : [requirement]));
  return {
    ...options,
    target,
    catalogue: {
      ...catalogue,
      requirements: {
        ...catalogue.requirements,
        ...Object.fromEntries(own.map(({ id, ...requirement }) => [id, requirement])),
      },
      checks: [...catalogue.checks, ...checks.map(checkOf)],
      // whoever writes a check of their own wants it asked, also where a budget asks little
      ...(catalogue.value ? { value: [...checks.map(({ id }) => id), ...catalogue.value] } : {}),
    },
  };
}

function checkOf({ requirement, ...spec }: PlugIn): Check {
  return {
    ...spec,
    kind: 'check',
    guest: true,
    says: typeof requirement === 'string' ? requirement : requirement.id,
  };
}

/** Where plug-ins and the catalogue, or plug-ins among themselves, do not go together. */
function clashes(checks: readonly PlugIn[], { checks: ours, rules, requirements }: Catalogue): string[] {
  const taken = new Set([...ours, ...rules].map(({ id }) => id));
  const all = new Set([...taken, ...checks.map(({ id }) => id)]);
  const sentences = new Map<string, string>();
  return checks.flatMap(({ id, requirement, after = [] }, at) => {
    const place = `checks[${at}] (${id})`;
    const found: string[] = [];
    if (checks.findIndex((one) => one.id === id) < at)
      found.push(`${place}: another of these checks is called so`);
    if (taken.has(id))
      found.push(`${place}: a check of the suite is called so; choose another id, such as "own/${id}"`);
    for (const one of after) {
      if (!all.has(one)) found.push(`${place}: comes after unknown "${one}"${didYouMean(one, all)}`);
    }
    if (typeof requirement === 'string') {
      if (!Object.hasOwn(requirements, requirement)) {
        const advice = didYouMean(requirement, Object.keys(requirements));
        found.push(
          `${place}: the register has no requirement "${requirement}"${advice || "; a sentence of your own is { id, heading, says, basis: 'yours' }"}`,
        );
      }
      return found;
    }
    const said = JSON.stringify([requirement.heading, requirement.says]);
    if (Object.hasOwn(requirements, requirement.id)) {
      found.push(
        `${place}: "${requirement.id}" is a requirement of the register; name it by its id alone, or choose another id`,
      );
    } else if ((sentences.get(requirement.id) ?? said) !== said) {
      found.push(`${place}: the requirement "${requirement.id}" is written twice, in different words`);
    }
    sentences.set(requirement.id, said);
    return found;
  });
}
