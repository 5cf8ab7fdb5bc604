// Turns what the suite has learned of a deployment into a variation: its form, and values of freedoms that fit it.
import { isObject } from '../../contract/is-object.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import { rateLimits } from '../../contract/policies.ts';
import { familyOf } from '../../form/families.ts';
import type { Behaviour, Form, KindForm, Learned, Members } from '../../form/form.ts';
import { leavesIn } from '../../form/learn/requests.ts';
import type { MockSettings } from '../exchange.ts';
import { freedoms, type Variation, variationOf } from '../vary.ts';
import { freedomsIn, type Known } from './statuses.ts';

/** A variation that imitates a deployment, and what it cannot imitate. */
export type Likeness = { variation: Variation; missing: string[] };

/** Returns the variation that imitates the deployment of a report or target file; null for one without a form. */
export function likenessOf(file: unknown): Likeness | null {
  const learned = isObject(file) && isObject(file.learned) ? file.learned : {};
  if (!isObject(learned.kinds) || !isObject(learned.lists) || !isObject(learned.behaviour)) return null;
  const found: Known = {
    ...{ bodies: {}, accepted: [] },
    ...(learned as Learned & Form & { behaviour: Behaviour }),
  };
  const known = new Set(
    freedoms.flatMap(({ name, values }) => Object.keys(values).map((value) => `${name}=${value}`)),
  );
  // A freedom makes addresses of ids.
  const hasAddresses = Object.values(found.kinds).filter((kind) => kind.hasAddress).length > 2;
  const kinds = Object.entries(found.kinds).map(([family, kind]): [string, KindForm] => [
    family,
    kind.hasAddress ? { ...kind, members: withoutId(kind.members) } : kind,
  ]);
  const { required, unknown, isStrict } = extrasOf(found);
  const choices = [
    ...freedomsIn(found),
    ...(isStrict ? ['unknown=refused'] : []),
    ...(hasAddresses ? ['resource-ids=its URL'] : []),
  ];
  const { bodies: _, accepted: __, behaviour, ...form } = found;
  return {
    variation: {
      ...variationOf(choices.filter((one) => known.has(one))),
      form: { ...form, kinds: Object.fromEntries(kinds) },
      required,
      settings: limitsOf(behaviour),
    },
    missing: missingIn(found, unknown),
  };
}

const withoutId = ({ id: _, ...members }: Members): Members => members;

/** Finds in learned bodies what requests need beside the members of the contract, and whether others are refused. */
function extrasOf({ bodies, kinds }: Known): {
  required: NonNullable<Variation['required']>;
  unknown: string[];
  isStrict: boolean;
} {
  const required: Partial<Record<OperationId, { name: string; example: string | boolean }>> = {};
  const unknown = new Set<string>();
  let isStrict = false;
  for (const { id, body } of operations) {
    const { $remove, $replace: _, ...added } = bodies[id] ?? {};
    const { requests, members = {} } = kinds[familyOf(body?.schema ?? '')] ?? {};
    const own = requests ?? members;
    const textsOf = (name: string): string[] => {
      const place = own[name] ?? [];
      return ('parts' in place ? place.parts : [place]).map((one) => one.join('.'));
    };
    const shown = new Set(Object.keys(own).flatMap(textsOf));
    const leaves = leavesIn(added);
    const sent = new Set(leaves.map(([place]) => place.join('.')));
    const extras = leaves.filter(([place]) => !shown.has(place.join('.')));
    const left = [$remove ?? []].flat().filter((name) => !textsOf(`${name}`).some((text) => sent.has(text)));
    isStrict ||= left.length > 0 && extras.length === 0;
    for (const [[name = '', ...below], value] of extras) {
      const isPlain = left.length === 0 && below.length === 0;
      const example = typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
      // A value of the contract's own member is no further one.
      if (name in own) continue;
      if (isPlain && example !== undefined && required[id] === undefined) required[id] = { name, example };
      else unknown.add([name, ...below].join('.'));
    }
  }
  return { required, unknown: [...unknown], isStrict };
}

/** Says what the mock cannot imitate. */
function missingIn({ kinds, accepted, lists }: Known, unknown: readonly string[]): string[] {
  const listed = (title: string, namesOf: (kind: KindForm) => readonly string[]): string[] => {
    const all = Object.entries(kinds).flatMap(([family, kind]) =>
      namesOf(kind).length > 0 ? [`${family} (${namesOf(kind).join(', ')})`] : [],
    );
    return all.length > 0 ? [`${title}: ${all.join('; ')}`] : [];
  };
  const unmet = operations.map(({ id }) => id).filter((id) => !accepted.includes(id));
  return [
    ...(unknown.length > 0 ? [`request members that the contract does not have: ${unknown.join(', ')}`] : []),
    ...(lists.facts !== null && Object.keys(lists.facts).length === 0 && lists.next !== 'link'
      ? ['how a list points to its next page']
      : []),
    ...(unmet.length > 0 ? [`replies that the run did not get: ${unmet.join(', ')}`] : []),
    ...listed('left out, because no reply showed them or their names say nothing', ({ members }) =>
      Object.keys(members).filter((member) => members[member] === null),
    ),
    ...listed('members that nothing of the contract was found to be', ({ further = [] }) => further),
    'what no run asks: names of query parameters but that of the page, wordings, prices, products',
  ];
}

function limitsOf({ headers }: Behaviour): Partial<MockSettings> {
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
