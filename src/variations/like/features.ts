// Chooses the features of which the forms of replies tell.
import { familyOf, hasOpenIds } from '../../form/families.ts';
import { TIMES } from '../../form/values.ts';
import { type Feature, type Features, featuresOf, kebab, valuesOf } from '../drawn/features.ts';
import { Naming } from '../drawn/naming.ts';
import { FURTHER, type Learned, type Resource } from './forms.ts';
import { type Found, snakeOf } from './members.ts';

export type Chosen = Partial<Record<Feature, string>>;

/** Returns the value that most elements vote for; undefined without votes. */
export function most(votes: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== undefined) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Returns the features that some choices make. */
export const all = (chosen: Chosen): Features =>
  featuresOf(new Map(Object.entries(chosen).map(([name, value]) => [kebab(name), value])));

/** Chooses the features of which a form tells by itself. */
export function shapesOf(
  { forms: { replies, names: texts } }: Learned,
  resources: readonly Resource[],
  found: Found,
): Chosen {
  const places = resources.flatMap(({ shown }) => [...shown]);
  const namesOf = (at: string): string[] => at.split('/').filter((name) => name !== '*' && name !== FURTHER);
  const casing = most(
    places
      .flatMap(([at]) => namesOf(at))
      .map((name) =>
        /^[a-z]+_[a-z_]+$/.test(name)
          ? 'snake'
          : /^[a-z]+(-[a-z]+)+$/.test(name)
            ? 'kebab'
            : /^[a-z]+([A-Z][a-z]*)+$/.test(name)
              ? 'camel'
              : /^([A-Z][a-z]+)+$/.test(name)
                ? 'pascal'
                : undefined,
      ),
  );
  const masks = places.flatMap(([, form]) => (form.startsWith('time ') ? form.slice(5) : []));
  const moment = '2026-11-20T08:00:01Z';
  const times = Object.entries(TIMES).find(
    ([, write]) => write(moment).replace(/\d/g, '9') === most(masks),
  )?.[0];
  const ids = resources.flatMap(({ schema, shown }) =>
    hasOpenIds(familyOf(schema))
      ? [shown.get(found[familyOf(schema)]?.id?.join('/') ?? '')?.replace(/ of .*/, '')]
      : [],
  );
  const idForm = ({ integer: 'numeric', ulid: 'ulid', prefixed: 'prefixed', code: 'code' } as const)[
    most(ids) ?? ''
  ];
  const singles = resources.filter(({ envelope }) => envelope !== undefined);
  const objects = most(
    singles.map(({ schema, envelope = '', jsonapi }) =>
      jsonapi
        ? 'jsonapi'
        : snakeOf(envelope) === snakeOf(familyOf(schema))
          ? 'resource'
          : ({ '': 'bare', data: 'data', result: 'result' }[envelope] ?? 'own'),
    ),
  );
  const isJsend =
    objects === 'data' &&
    Object.values(replies).filter((one) => '/status' in one && '/data' in one === false).length > 0;
  const names = new Set(places.map(([at]) => snakeOf(at.split('/')[0] ?? '')));
  const fields = texts.fields ?? [];
  const shown = (family: string): Set<string> =>
    new Set(
      resources
        .filter(({ schema }) => familyOf(schema) === family)
        .flatMap((one) => [...one.shown.keys()].map(snakeOf)),
    );
  return {
    ...(casing && { casing }),
    ...(times && { times }),
    ...(idForm && { idForm }),
    ...(objects && objects !== 'own' && { objects: isJsend && hasJsend(replies) ? 'jsend' : objects }),
    ...(names.has('full_name') && !found.Customer?.first_name && { joined: 'names' }),
    ...(shown('Domain').has('domain_name/tld') && { split: 'domains' }),
    ...([...shown('Customer')].some((at) => /^address_/.test(at)) && { addresses: 'flat' }),
    ...((isRenamed(found.Order, ['total_amount', 'created_at', 'invoice_id', 'services']) ||
      resources.some(({ schema, envelope }) => schema === 'Order' && envelope)) && {
      orderDetails: 'renamed',
    }),
    ...((isRenamed(found.Session, ['token', 'expires_at', 'user']) ||
      resources.some(({ schema, envelope }) => schema === 'Session' && envelope)) && { sessions: 'renamed' }),
    fieldKeys: fields.some((one) => one.includes('['))
      ? 'brackets'
      : fields.some((one) => one.startsWith('/'))
        ? 'pointer'
        : fields.some((one) => /\w\.\w/.test(one))
          ? 'dots'
          : fields.length > 1
            ? 'leaf'
            : 'dots',
  };
}

const hasJsend = (replies: Learned['forms']['replies']): boolean =>
  Object.values(replies).filter((one) => one['/status'] === 'word').length * 3 > Object.keys(replies).length;

const isRenamed = (members: Found[string] | undefined, stated: readonly string[]): boolean =>
  stated.some((member) => members?.[member] !== undefined && members[member].join('/') !== member);

const NAMES = ['idName', 'references', 'nesting', 'stateName', 'money', 'words'] as const;

/** Chooses the values of features that make most of the places. */
export function fitNames(chosen: Chosen, found: Found): Chosen {
  const fitted = { ...chosen };
  const score = (some: Chosen): number => {
    const naming = new Naming(all(some), 1);
    return Object.entries(found).reduce(
      (sum, [family, members]) =>
        sum +
        Object.entries(members).filter(
          ([member, place]) => naming.placeOf(family, member).join('/') === place.join('/'),
        ).length,
      0,
    );
  };
  for (const name of NAMES) {
    let best = score(fitted);
    for (const value of valuesOf(name).filter((one) => one !== 'random')) {
      const found = score({ ...fitted, [name]: value });
      if (found > best) [best, fitted[name]] = [found, value];
    }
  }
  return fitted;
}
