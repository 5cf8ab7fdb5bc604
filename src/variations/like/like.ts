// Turns what the suite has learned of a deployment into a variation: its form, and values of freedoms that fit it.
import { isObject } from '../../contract/is-object.ts';
import { type Operation, type OperationId, operations } from '../../contract/operations.ts';
import { rateLimits } from '../../contract/policies.ts';
import { familyOf } from '../../form/families.ts';
import type { Behaviour, Form, KindForm, Learned, ListForm, Members } from '../../form/form.ts';
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
  const { bodies: _, accepted: __, behaviour, lists, ...form } = found;
  return {
    variation: {
      ...variationOf(choices.filter((one) => known.has(one))),
      form: {
        ...form,
        kinds: Object.fromEntries(kinds),
        lists: { ...lists, parameters: { ...ignoredIn(behaviour), ...lists.parameters } },
      },
      required,
      settings: limitsOf(behaviour),
    },
    missing: missingIn(found, unknown),
  };
}

/** Query parameter of lists → a wrong value of it, which only those refuse that read the parameter. */
const WRONG_VALUES = { per_page: 'a page size that is no number', sort: 'an unknown order' };

const ignoredIn = ({ refusals }: Behaviour): ListForm['parameters'] =>
  Object.fromEntries(
    Object.entries(WRONG_VALUES).flatMap(([name, fault]) =>
      refusals[fault]?.every((status) => status === '200') ? [[name, null]] : [],
    ),
  );

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

/** What the replies of a run say of the behaviour of a deployment. */
function evidenceOf({ accepted, kinds, behaviour }: Known) {
  const { statuses, refusals, contents } = behaviour;
  const statusesOf = (id: string): readonly string[] => statuses[id] ?? [];
  const successesOf = (fits: (one: Operation) => boolean): string[] =>
    operations
      .filter((one) => one.method !== 'GET' && !STATED.test(one.id) && fits(one))
      .flatMap(({ id }) => statusesOf(id).filter((status) => status.startsWith('2')));
  return {
    ...behaviour,
    accepted,
    kinds,
    statusesOf,
    /** the first status with which a fault was refused */
    refused: (fault: RegExp) => Object.entries(refusals).find(([text]) => fault.test(text))?.[1][0],
    /** whether all successful calls of some operations had a status */
    allSucceed(status: string, fits: (one: Operation) => boolean): boolean {
      const all = successesOf(fits);
      return all.length > 0 && all.every((one) => one === status);
    },
    isCreated: (status: string) => successesOf(isCreation).filter((one) => one === status).length > 1,
    isShape: (status: string, shape: string) => behaviour.errors[status]?.includes(shape) ?? false,
    /** what all replies of some operations hold; undefined where they differ */
    body(fits: (one: Operation) => boolean): string | undefined {
      const found = operations.filter(fits).flatMap(({ id }) =>
        (accepted.includes(id) ? (contents[id] ?? []) : []).map((names) => {
          const shown = names.split(',').filter((name) => name !== FURTHER);
          return { nothing: 'nothing', '': 'empty object', message: 'message' }[shown.join()] ?? 'own';
        }),
      );
      return found.every((one) => one === found[0]) ? found[0] : undefined;
    },
  };
}

const isCreation = ({ success }: Operation): boolean => success === 201;

const CODES = { dotted: /^error\./, kebab: /^[a-z]+(-[a-z0-9]+)*$/, numeric: /^E\d{4}$/ };
const RESETS = { epoch: /^9{10}$/, milliseconds: /^9{13}$/, 'ISO 8601': /^9{4}-/, 'HTTP date': /GMT$/ };
const CONFLICTS = ['424', '423', '409', '402', '400'];

/** Freedom → the value that the replies show, which may be none of the freedom's. */
const VALUES: Readonly<
  Record<string, (evidence: ReturnType<typeof evidenceOf>) => string | false | undefined>
> = {
  conflicts({ statusesOf }) {
    const found = operations
      .filter(({ id, method }) => method !== 'GET' && ACTIONS.test(id) && !STATED.test(id))
      .flatMap(({ id }) => statusesOf(id));
    return CONFLICTS.find((status) => found.filter((one) => one === status).length > 1);
  },
  'foreign-ids'({ refusals }) {
    const kinds = Object.entries(refusals).flatMap(([fault, statuses]) =>
      statuses.includes('403') ? (/^another tenant's id \((?!tenant)(.+)\)$/.exec(fault)?.[1] ?? []) : [],
    );
    return kinds.length > 0 && (kinds.every((kind) => /order|customer/.test(kind)) ? 'mixed' : '403');
  },
  'reused-keys': ({ refused }) => refused(/^another amount$/),
  'malformed-json': ({ refused }) => refused(/^the body is no JSON$/),
  'method-unknown': ({ refused }) => refused(/^PATCH$/),
  'unknown-customer': ({ refused }) => refused(/customer.*= an unknown one$/i),
  'payment-methods': ({ accepted }) =>
    accepted.includes('createOrder') && !accepted.includes('cancelOrder') && 'wallet only',
  'parallel-replays': ({ statusesOf }) => statusesOf('topUpWallet').includes('409') && '409',
  'tenant-reads': ({ accepted, statusesOf }) =>
    statusesOf('getTenant').includes('403') && !accepted.includes('getTenant') && 'nobody by id',
  'purchases-refused': ({ accepted, statusesOf }) =>
    Object.entries(SHOPS).findLast(([, ids]) =>
      ids.every((id) => statusesOf(id).length > 0 && !accepted.includes(id)),
    )?.[0],
  deleted: ({ statuses }) => Object.values(statuses).some((one) => one.includes('410')) && '410',
  accepted({ allSucceed, isCreated }) {
    if (allSucceed('201', ({ id, success }) => success === 200 && ACTIONS.test(id))) return '201 for actions';
    if (allSucceed('200', isCreation)) return '200 for creations';
    if (allSucceed('202', () => true)) return '202';
    return isCreated('202') && '202 where it takes time';
  },
  errors({ errors, isShape }) {
    const shapes = Object.keys(errors);
    if (shapes.length > 0 && shapes.every((one) => isShape(one, 'flat') && !isShape(one, 'envelope')))
      return 'flat';
    return isShape('422', 'flat') && (isShape('422', 'envelope') ? 'alternate' : 'flat 422');
  },
  codes({ codes }) {
    const own = codes.filter((one) => one !== 'VALIDATION_FAILED');
    return own.length > 1 && formOf(CODES, own);
  },
  'www-authenticate': ({ headers }) => headers['www-authenticate']?.every((one) => one === 'none') && 'none',
  'media-type': ({ headers }) => headers['content-type']?.find((one) => /^application\/json/i.test(one)),
  reset: ({ headers }) => formOf(RESETS, [headers.reset?.[0] ?? '']),
  creations({ contents }) {
    const shown = Object.values(contents).flat();
    return Object.keys(freedoms.find(({ name }) => name === 'creations')?.values ?? {}).find((value) =>
      shown.some((names) => `${names},`.startsWith(`${value.replace(' beside ', ',')},`)),
    );
  },
  deletes: ({ body }) => body(({ method }) => method === 'DELETE'),
  actions: ({ body }) => body(({ id }) => /^(suspend|unsuspend|start|stop|reboot|resize)/.test(id)),
  nulls: ({ nulls }) => !nulls && 'omitted',
  'further-members': ({ kinds }) =>
    Object.values(kinds).some(({ further }) => further?.includes(FURTHER)) && 'some',
};

const formOf = (forms: Readonly<Record<string, RegExp>>, texts: readonly string[]): string | undefined =>
  Object.keys(forms).find((name) => texts.every((one) => forms[name]?.test(one)));

/** Returns choices as `name=value`, each where the replies show it; a value that no freedom has is to be left out. */
function freedomsIn(found: Known): string[] {
  const evidence = evidenceOf(found);
  return Object.entries(VALUES).flatMap(([name, valueIn]) => {
    const value = valueIn(evidence);
    return value ? [`${name}=${value}`] : [];
  });
}
