// Lawful variants of what replies show: no states, masked rows, members that count, and effects that come later.
import { isObject } from '../../../src/contract/is-object.ts';
import { variant } from '../define-mutant.ts';
import {
  changeAt,
  each,
  header,
  isSuccess,
  jsonResponse,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from '../edits/response-edits.ts';
import type { Injector, LawfulVariant, RequestMatcher, ResponseEdit } from '../mutant.ts';

const hasState: RequestMatcher = ({ operation }) =>
  operation !== null &&
  !/order|login|session|twofactor/i.test(operation) &&
  /service|customer|tenant|ticket|vps|subscription|apikey|domain|certificate|zone|email|hosting|webhook/i.test(
    operation,
  );

/** Removes the state, and the times at which it changed, from records. */
const hideStates = (p: Injector): void =>
  p.reply(hasState, (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of recordsIn(reply.json))
      for (const name of [
        'status',
        'state',
        'suspended_at',
        'terminated_at',
        'deactivated_at',
        'closed_at',
        'revoked_at',
        'updated_at',
        'cancelled_at',
        'ends_at',
        'suspend_reason',
        'suspension_reason',
      ])
        delete record[name];
  });

const masked = (text: unknown): unknown =>
  typeof text === 'string' && text.length > 2 ? `${text.slice(0, 2)}***` : text;

export const variantsVisibility: readonly LawfulVariant[] = [
  variant(
    'variant/states-hidden',
    'records show neither a state nor the time at which it changed',
    hideStates,
  ),
  variant('variant/list-rows-masked', 'lists show e-mail addresses and telephone numbers masked', (p) =>
    p.reply(['listCustomers'], (reply) => {
      if (!isSuccess(reply)) return;
      for (const row of recordsIn(reply.json))
        for (const name of ['email', 'phone']) changeAt(row, name, masked);
    }),
  ),
  variant(
    'variant/reads-counted',
    'records count how often they were read and hold a link that is new each time',
    (p) => {
      let reads = 0;
      p.reply(
        ({ method, operation }) => method === 'GET' && !/usage$/i.test(operation ?? ''),
        (reply) => {
          if (!isSuccess(reply) || !isObject(reply.json) || 'data' in reply.json || reply.raw !== null)
            return;
          reads += 1;
          reply.json.views = reads;
          reply.json.console_url = `https://console.example/?token=${reads}abc`;
        },
      );
    },
  ),
  ...each(['cancel_pending', 'cancels_at_period_end', 'active'], (status) =>
    variant(
      `variant/subscription-ends-later[${status}]`,
      `a cancelled subscription stays active to the end of its period and is \`${status}\``,
      (p) => {
        const cancelled = new Map<string, unknown>();
        p.reply('getSubscription', (reply, { params }) => {
          const id = params.id ?? '';
          if (isSuccess(reply) && !cancelled.has(id) && valueAt(reply.json, 'status') === 'active')
            cancelled.set(id, structuredClone(reply.json));
          else if (isSuccess(reply) && valueAt(reply.json, 'status') === 'cancelled' && cancelled.has(id)) {
            reply.json = structuredClone(cancelled.get(id));
            setAt(reply.json, 'status', status);
            setAt(reply.json, 'cancel_at_period_end', true);
          }
        });
        p.reply('cancelSubscription', (reply) => {
          if (!isSuccess(reply)) return;
          setAt(reply.json, 'status', status);
          setAt(reply.json, 'cancel_at_period_end', true);
        });
      },
    ),
  ),
  variant('variant/idempotency-key-is-uuid', 'an Idempotency-Key that is no UUID is refused', (p) =>
    p.request('everything', (_edit, { headers, bearer }) =>
      bearer !== null &&
      headers['idempotency-key'] !== undefined &&
      !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(headers['idempotency-key'])
        ? refusal(400, 'BAD_IDEMPOTENCY_KEY', 'The key must be a UUID.')
        : undefined,
    ),
  ),
  variant('variant/replay-refused', 'a replay is answered 409 and changes nothing', (p) =>
    p.reply('everything', (reply) => {
      if (header(reply, 'Idempotent-Replayed') !== undefined)
        replaceResponse(reply, refusal(409, 'ALREADY_DONE', 'This key was used.'));
    }),
  ),
  variant('variant/zone-deletion-takes-time', 'a deleted zone is shown as being deleted', (p) => {
    const zones = new Map<string, unknown>();
    const deleted = new Set<string>();
    p.reply('getDnsZone', (reply, { params }) => {
      const id = params.id ?? '';
      if (isSuccess(reply)) zones.set(id, structuredClone(reply.json));
      if (reply.status !== 404 || !deleted.has(id)) return;
      const zone = zones.get(id);
      if (!isObject(zone)) return;
      replaceResponse(reply, jsonResponse(200, { ...zone, status: 'deleting' }));
    });
    p.reply('deleteDnsZone', (reply, { params }) => {
      if (isSuccess(reply)) deleted.add(params.id ?? '');
    });
  }),
  variant('variant/refresh-token-in-body', 'a refresh reads the JWT from the body, under `token`', (p) =>
    p.request('refreshSession', (change, { headers }) => {
      const token = textAt(change.json, 'token');
      if (token === '')
        return headers.authorization === undefined
          ? refusal(401, 'UNAUTHENTICATED', 'No token.')
          : refusal(422, 'VALIDATION_FAILED', 'The given data was invalid.', {
              token: ['The token is required.'],
            });
      change.headers.authorization = `Bearer ${token}`;
      return undefined;
    }),
  ),
  variant(
    'variant/test-deliveries-not-listed',
    'a test payload is not listed among the delivery attempts',
    (p) =>
      p.reply('listWebhookDeliveries', (reply: ResponseEdit) =>
        changeAt(reply.json, 'data', (rows) =>
          Array.isArray(rows) ? rows.filter((row) => !/test|ping/i.test(JSON.stringify(row))) : rows,
        ),
      ),
  ),
  variant('variant/values-normalized', 'names are stored in capitals, e-mail addresses in lower case', (p) =>
    p.request(['createCustomer', 'updateCustomer'], ({ json }) => {
      for (const name of ['first_name', 'last_name', 'company_name'])
        changeAt(json, name, (text) => (typeof text === 'string' ? text.toUpperCase() : text));
      changeAt(json, 'email', (text) => (typeof text === 'string' ? text.toLowerCase() : text));
      return undefined;
    }),
  ),
];
