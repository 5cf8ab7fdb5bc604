// Turns what the suite has learned of a deployment into a variation: its form, and values of freedoms that fit it.
import { isObject } from '../../contract/is-object.ts';
import { type Operation, type OperationId, operations } from '../../contract/operations.ts';
import { rateLimits } from '../../contract/policies.ts';
import { familyOf } from '../../form/families.ts';
import type { Behaviour, Form, KindForm, Learned, Members } from '../../form/form.ts';
import { leavesIn } from '../../form/learn/requests.ts';
import type { MockSettings } from '../exchange.ts';
import { SHOPS } from '../freedoms/resources.ts';
import { freedoms, type Variation, variationOf } from '../vary.ts';

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

/** What a run has learned, where it has learned a form. */
type Known = Form & Required<Pick<Learned, 'bodies' | 'accepted' | 'behaviour'>>;

/** The member that the freedom of further members adds. */
const FURTHER = 'x_extra';
const ACTIONS =
  /^(suspend|unsuspend|renew|terminate|reissue|start|stop|reboot|resize|close|cancel|deactivate)/;
const STATED = /^(login|logout|createOrder|refreshSession|verifyTwoFactor)$/;

/** Returns choices as `name=value`, each where the replies show it; a value that no freedom has is to be left out. */
function freedomsIn({ accepted, kinds, behaviour }: Known): string[] {
  const { statuses, refusals, errors, headers, contents, nulls } = behaviour;
  const of = (id: string): readonly string[] => statuses[id] ?? [];
  const fault = (form: RegExp): string | undefined =>
    Object.entries(refusals).find(([text]) => form.test(text))?.[1][0];
  const statusesOf = (fits: (one: Operation) => boolean): string[] =>
    operations.filter((one) => fits(one) && !STATED.test(one.id)).flatMap(({ id }) => of(id));
  const successes = (fits: (one: Operation) => boolean): string[] =>
    statusesOf((one) => one.method !== 'GET' && fits(one)).filter((one) => one.startsWith('2'));
  const every = (all: readonly string[], status: string): boolean =>
    all.length > 0 && all.every((one) => one === status);
  const is = (status: string, shape: string): boolean => errors[status]?.includes(shape) ?? false;
  const codes = behaviour.codes.filter((one) => one !== 'VALIDATION_FAILED');
  const coded = (form: RegExp): boolean => codes.length > 1 && codes.every((one) => form.test(one));
  /** Returns what all replies of some operations hold; undefined where they differ. */
  const body = (fits: (one: Operation) => boolean): string | undefined => {
    const found = operations.filter(fits).flatMap(({ id }) =>
      (accepted.includes(id) ? (contents[id] ?? []) : []).map((names) => {
        const shown = names
          .split(',')
          .filter((name) => name !== FURTHER)
          .join();
        return { nothing: 'nothing', '': 'empty object', message: 'message' }[shown] ?? 'own';
      }),
    );
    return found.every((one) => one === found[0]) ? found[0] : undefined;
  };

  const created = successes(({ success }) => success === 201);
  const foreign = refusals["another tenant's id"] ?? [];
  const shapes = Object.keys(errors);
  const [reset = ''] = headers.reset ?? [];
  const conflicts = statusesOf(({ id, method }) => method !== 'GET' && ACTIONS.test(id));
  const chosen: readonly (readonly [boolean, string])[] = [
    ...['400', '402', '409', '423', '424'].map(
      (one) => [conflicts.filter((status) => status === one).length > 1, `conflicts=${one}`] as const,
    ),
    [foreign[0] === '403', `foreign-ids=${foreign.includes('404') ? 'mixed' : '403'}`],
    [true, `reused-keys=${fault(/^another amount$/)}`],
    [true, `malformed-json=${fault(/^the body is no JSON$/)}`],
    [true, `unknown-customer=${fault(/customer.*= an unknown one$/i)}`],
    [fault(/^a page size that is no number$/) === '200', 'sizes=ignored'],
    [accepted.includes('createOrder') && !accepted.includes('cancelOrder'), 'payment-methods=wallet only'],
    [of('topUpWallet').includes('409'), 'parallel-replays=409'],
    [of('getTenant').includes('403') && !accepted.includes('getTenant'), 'tenant-reads=nobody by id'],
    ...Object.entries(SHOPS).map(
      ([what, ids]) =>
        [
          ids.every((id) => of(id).length > 0 && !accepted.includes(id)),
          `purchases-refused=${what}`,
        ] as const,
    ),
    [Object.values(statuses).some((one) => one.includes('410')), 'deleted=410'],
    [created.filter((one) => one === '202').length > 1, 'accepted=202 where it takes time'],
    [
      every(
        successes(() => true),
        '202',
      ),
      'accepted=202',
    ],
    [every(created, '200'), 'accepted=200 for creations'],
    [
      every(
        successes(({ id, success }) => success === 200 && ACTIONS.test(id)),
        '201',
      ),
      'accepted=201 for actions',
    ],
    [is('422', 'flat') && !is('422', 'envelope'), 'errors=flat 422'],
    [is('422', 'flat') && is('422', 'envelope'), 'errors=alternate'],
    [shapes.length > 0 && shapes.every((one) => is(one, 'flat') && !is(one, 'envelope')), 'errors=flat'],
    [coded(/^error\./), 'codes=dotted'],
    [coded(/^[a-z]+(-[a-z0-9]+)*$/), 'codes=kebab'],
    [coded(/^E\d{4}$/), 'codes=numeric'],
    [headers['www-authenticate']?.every((one) => one === 'none') ?? false, 'www-authenticate=none'],
    [true, `media-type=${headers['content-type']?.find((one) => /^application\/json/i.test(one))}`],
    [/^9{10}$/.test(reset), 'reset=epoch'],
    [/^9{13}$/.test(reset), 'reset=milliseconds'],
    [/^9{4}-/.test(reset), 'reset=ISO 8601'],
    [/GMT$/.test(reset), 'reset=HTTP date'],
    [true, `deletes=${body(({ method }) => method === 'DELETE')}`],
    [true, `actions=${body(({ id }) => /^(suspend|unsuspend|start|stop|reboot|resize)/.test(id))}`],
    [!nulls, 'nulls=omitted'],
    [Object.values(kinds).some(({ further }) => further?.includes(FURTHER)), 'further-members=some'],
  ];
  return chosen.flatMap(([holds, choice]) => (holds ? [choice] : []));
}
