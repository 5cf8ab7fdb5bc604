// Chooses values of freedoms by the statuses, error bodies and headers that a run has met.
import { type Operation, operations } from '../../contract/operations.ts';
import type { Form, Learned } from '../../form/form.ts';
import { SHOPS } from '../freedoms/resources.ts';

/** What a run has learned, where it has learned a form. */
export type Known = Form & Required<Pick<Learned, 'bodies' | 'accepted' | 'behaviour'>>;

/** The member that the freedom of further members adds. */
const FURTHER = 'x_extra';
const ACTIONS =
  /^(suspend|unsuspend|renew|terminate|reissue|start|stop|reboot|resize|close|cancel|deactivate)/;
const STATED = /^(login|logout|createOrder|refreshSession|verifyTwoFactor)$/;

/** Returns choices as `name=value`, each where the replies show it; a value that no freedom has is to be left out. */
export function freedomsIn({ accepted, kinds, behaviour }: Known): string[] {
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
