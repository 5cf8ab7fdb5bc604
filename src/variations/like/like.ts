// Turns what the suite has learned of a deployment into a variation: values of freedoms where they fit, and names.
import { operations } from '../../contract/operations.ts';
import { rateLimits } from '../../contract/policies.ts';
import { familyOf } from '../../form/families.ts';
import type { Form, KindForm, MemberPlace, Members } from '../../form/form.ts';
import { drawForm } from '../drawn/draw-form.ts';
import { kebab } from '../drawn/features.ts';
import type { MockSettings } from '../exchange.ts';
import { freedoms, type Variation, variationOf } from '../vary.ts';
import { all, type Chosen, fitNames, shapesOf } from './features.ts';
import { type Learned, type Resource, readLearned, resourcesIn } from './forms.ts';
import { listsOf } from './lists.ts';
import { membersIn } from './members.ts';
import { keepsNames, requestsOf } from './requests.ts';
import { statesOf } from './states.ts';
import { freedomsIn } from './statuses.ts';

/** A variation that imitates a deployment, and what it cannot imitate. */
export type Likeness = { variation: Variation; missing: string[] };

/**
 * Returns the variation that imitates the deployment of a report or target file; null for one without forms.
 */
export function likenessOf(file: unknown): Likeness | null {
  const learned = readLearned(file);
  if (learned === null) return null;
  const resources = resourcesIn(learned);
  const { requests, required, unknown, isStrict } = requestsOf(learned);
  const { found, missing, further } = membersIn(resources, learned, requests);
  const chosen: Chosen = { ...shapesOf(learned, resources, found) };
  const fitted = fitNames(chosen, found);
  // A freedom makes addresses of ids.
  const urls = resources.flatMap(({ schema, shown }) => {
    const { id } = found[familyOf(schema)] ?? {};
    return id !== undefined && /^url/.test(shown.get(id.join('/')) ?? '') ? [familyOf(schema)] : [];
  });
  for (const family of urls) delete found[family]?.id;
  const requestNames = keepsNames(learned, requests, found) ? ('contract' as const) : undefined;
  const states = statesOf(learned);
  const lists = listsOf(learned, fitted);
  const features: Chosen = {
    ...fitted,
    ...(requestNames && { requestNames }),
    ...states.features,
    ...lists.features,
  };
  const known = new Set(
    freedoms.flatMap(({ name, values }) => Object.keys(values).map((value) => `${name}=${value}`)),
  );
  const choices = Object.entries(features).map(([name, value]) => `${kebab(name)}=${value}`);
  const drawn = drawForm(all(features), 1);
  const envelopes = envelopesOf(resources, features);
  const { rows, facts, size, parameters } = lists.given;
  const kinds = Object.entries(drawn.kinds).map(([family, kind]): [string, KindForm] => {
    const hidden = (missing[family] ?? []).filter((member) => !SECRETS.test(member));
    const shown = placed(family, kind.members, found[family] ?? {});
    const members = { ...shown, ...nowhere(hidden) };
    const base = requestNames === 'contract' ? (kind.requests ?? {}) : shown;
    const asked = placed(family, base, requests[family] ?? {});
    const envelope = envelopes[family];
    return [
      family,
      {
        ...kind,
        ...{ members, requests: asked },
        ...(envelope !== undefined && { envelope: [envelope] }),
        ...(rows?.[family] && { rows: rows[family] }),
      },
    ];
  });
  const form: Form = {
    ...drawn,
    kinds: Object.fromEntries(kinds),
    words: Object.fromEntries(
      [...Object.keys(drawn.words), ...Object.keys(states.words)].map((name) => [
        name,
        { ...drawn.words[name], ...states.words[name] },
      ]),
    ),
    lists: {
      ...drawn.lists,
      ...(facts && { facts }),
      ...(size && { size }),
      parameters: { ...drawn.lists.parameters, ...parameters },
    },
  };
  return {
    variation: {
      ...variationOf(
        [
          ...choices,
          ...freedomsIn(learned),
          ...(isStrict ? ['unknown=refused'] : []),
          ...(urls.length > 2 ? ['resource-ids=its URL'] : []),
        ].filter((one) => known.has(one)),
      ),
      form,
      required,
      settings: limitsOf(learned),
    },
    missing: [
      ...unknown,
      ...lists.missing,
      ...unmet(learned),
      ...summary(missing),
      ...more(further),
      NEVER_ASKED,
    ],
  };
}

/** Members without which a client cannot go on; they keep their names where those of the deployment are not known. */
const SECRETS = /^(key|secret|password|token)$/;

const nowhere = (members: readonly string[]): Members =>
  Object.fromEntries(members.map((member) => [member, null]));

/** Returns the members of a family at the places that replies show. A member that would stand in such a place moves. */
function placed(family: string, members: Members, shown: Members): Members {
  const taken = Object.values(shown).flatMap((place) =>
    place && !('parts' in place) ? [place.join('.')] : [],
  );
  const free = Object.entries(members).map(([member, place]): [string, MemberPlace] => {
    const at = place && !('parts' in place) ? place.join('.') : '';
    const isTaken = taken.some((one) => one === at || one.startsWith(`${at}.`) || at.startsWith(`${one}.`));
    return [member, isTaken && at !== '' ? [`${family}_${member}`.toLowerCase()] : place];
  });
  return { ...Object.fromEntries(free), ...shown };
}

const NEVER_ASKED =
  'what no run asks: names of query parameters but that of the page, wordings, prices, products';

/** Says which operations accepted no request, so that nothing is known of their replies. */
function unmet({ accepted }: Learned): string[] {
  const ids = operations.map(({ id }) => id).filter((id) => !accepted.includes(id));
  return ids.length === 0 ? [] : [`replies that the run did not get: ${ids.join(', ')}`];
}

/** Says which members the mock does not have. */
const more = (further: readonly string[]): string[] =>
  further.length === 0 ? [] : [`members that nothing of the contract was found to be: ${further.join('; ')}`];

/** Says which members are left out. */
const summary = (missing: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.keys(missing).length === 0
    ? []
    : [
        `left out, because no reply showed them or their names say nothing: ${Object.entries(missing)
          .map(([family, members]) => `${family} (${members.join(', ')})`)
          .join('; ')}`,
      ];

/** Returns the members that single resources stand in, where no feature makes them. */
const envelopesOf = (resources: readonly Resource[], { objects }: Chosen): Record<string, string> =>
  objects !== undefined
    ? {}
    : Object.fromEntries(
        resources.flatMap(({ schema, envelope }) => (envelope ? [[familyOf(schema), envelope]] : [])),
      );

/** Returns the settings with which the mock shows the limits of the deployment. */
function limitsOf({ forms: { headers } }: Learned): Partial<MockSettings> {
  const [[figure, ...figures] = [], [auth] = []] = [headers['limit, general'], headers['limit, auth']].map(
    (texts) => texts?.map(Number),
  );
  if (figure === undefined) return {};
  const { sets } = rateLimits();
  const set = (['A', 'B'] as const).find((name) =>
    [figure, ...figures].every((one) => Object.values(sets[name].tiers).includes(one)),
  );
  const [free, pro, business, enterprise, reseller, platform] = Array(6).fill(figure);
  return {
    limits: set ?? { free, pro, business, enterprise, reseller, platform },
    ...(auth !== undefined && { limitsAuth: auth }),
  };
}
