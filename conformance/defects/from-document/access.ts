// Generates the defects of access: a credential that is accepted or refused by mistake, a record of another tenant or
// an unknown id that is answered, and a step of the pipeline that is left out.

import { type Operation, type OperationId, operations } from '../../../src/contract/operations.ts';
import {
  isSuccess,
  jsonResponse,
  refusal,
  replaceResponse,
  setAt,
  textAt,
} from '../../../src/variations/edits.ts';
import { isJwt, lastGoodBearer, serverError } from '../edits/injections.ts';
import type { CallerIdentity, ClientRequest, Injector, ResponseEdit } from '../mutant.ts';
import {
  bodyMembers,
  type Candidate,
  candidate,
  homeOf,
  marksOfOperation,
  type Requirements,
  recordOf,
  statesOf,
} from './document.ts';

/** The requirements that are broken when a caller reaches records of another tenant. */
export const TENANCY = ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'] as const;

const guarded = operations.filter(({ auth }) => auth !== 'anonymous');

/** Accepts a request without a credential as if the last accepted credential came with it. */
function acceptsNoCredential(p: Injector, id: OperationId): void {
  const good = lastGoodBearer(p);
  p.request(id, (change, { headers }) => {
    const bearer = good();
    if (headers.authorization === undefined && bearer) change.headers.authorization = `Bearer ${bearer}`;
    return undefined;
  });
}

const credentials: readonly Candidate[] = guarded.flatMap((op) => [
  candidate(op, 'missing-credential-accepted', 'area', 'authentication/missing-is-401', (p) =>
    acceptsNoCredential(p, op.id),
  ),
  ...(op.scopes.length === 0 ||
  op.success !== 201 ||
  !bodyMembers(op).some(({ path }) => path === 'customer_id' || path === 'email')
    ? []
    : [
        candidate(
          op,
          'scope-not-checked',
          'area',
          [
            'authentication/keys-carry-scopes',
            'authentication/lacking-permission-is-403',
            'authentication/tenants-for-admins',
            ...TENANCY,
          ],
          (p) => p.skip('authorise', op.id),
        ),
      ]),
]);

type Ending = 'revoked' | 'expired' | 'logged out' | 'refreshed';

const ENDINGS: Readonly<Record<Ending, Requirements>> = {
  revoked: ['states/key-revoked', 'authentication/invalid-is-401', 'endpoints/revoke-api-key'],
  expired: ['authentication/expired-refused'],
  'logged out': ['authentication/logout', 'endpoints/logout'],
  refreshed: ['authentication/refreshed-token-retires'],
};

/** Makes matching requests accept credentials that are no longer valid. */
function acceptsEnded(p: Injector, ending: Ending, where: (request: ClientRequest) => boolean): void {
  const callers = new Map<string, CallerIdentity>();
  const ended = new Set<string>();
  let current: ClientRequest | null = null;
  p.request('everything', (_edit, request) => {
    current = request;
    return undefined;
  });
  p.reply(ending === 'refreshed' ? 'refreshSession' : 'logout', (reply, { bearer }) => {
    if (isSuccess(reply) && bearer !== null) ended.add(bearer);
  });
  p.resolveCredential((bearer, go) => {
    const found = go();
    const caller = 'refused' in found ? found.expired : found;
    if (caller) callers.set(bearer, caller);
    if (!('refused' in found) || !current || !where(current)) return found;
    if (ending === 'expired') return found.expired ?? found;
    const isEnded = ending === 'revoked' ? !isJwt(bearer) : ended.has(bearer);
    return isEnded ? (callers.get(bearer) ?? found) : found;
  });
}

const ENDING_NAMES: readonly Ending[] = ['revoked', 'expired', 'logged out', 'refreshed'];

const endedCredentials: readonly Candidate[] = guarded
  .filter(({ id }) => id !== 'refreshSession' && id !== 'logout')
  .flatMap((op) =>
    ENDING_NAMES.map((ending) =>
      candidate(
        op,
        'ended-credential-accepted',
        { of: `${ending} ${op.area < 'e'}` },
        ENDINGS[ending],
        (p) =>
          acceptsEnded(p, ending, ({ operation }) =>
            operations.some(
              ({ id, area, method }) => id === operation && area === op.area && method === op.method,
            ),
          ),
        ending,
      ),
    ),
  )
  // The suite reads lists with ended credentials.
  .filter(({ id }) => /\[list/.test(id) && !id.startsWith('tenants/'));

function treatEveryoneAsAdmin(p: Injector, where: OperationId): void {
  p.skip('authorise', where);
  p.step('locate', where, (call, go) => {
    const { caller } = call;
    call.caller = { ...caller, role: 'platform_admin' };
    return go();
  });
}

/** Lets an operation refuse a record of another tenant after it has changed the record. */
function refusesTooLate(p: Injector, id: OperationId): void {
  const foreign = new WeakSet<ClientRequest>();
  p.readAcrossTenants(id, (request) => foreign.add(request));
  p.reply(id, (reply, request) => {
    if (foreign.has(request)) replaceResponse(reply, refusal(404, 'NOT_FOUND', 'Not found.'));
  });
}

const acceptsForeignReference = (p: Injector, id: OperationId, member: string, table: string): void =>
  p.handler(id, ({ db, body }, go) => {
    const row = db.platform.table(table).find(textAt(body, member));
    return row && row.tenant_id !== db.tenantId ? go({ db: homeOf(db, row) }) : go();
  });

const isShown = (op: Operation): boolean =>
  op.method !== 'POST' ||
  (statesOf(op)?.transitions.some(({ operation, from, to }) => operation === op.id && from !== to) ?? false);

/** The operations that the suite does not call with the customer of another tenant. */
const NOT_TRIED: readonly OperationId[] = ['transferDomain', 'createDnsZone'];

const foreign: readonly Candidate[] = guarded.flatMap((op) => {
  const isList = op.id.startsWith('list') && !op.path.includes('{');
  if (op.area === 'auth') return [];
  if (op.area === 'tenants')
    return recordOf(op)
      ? [
          candidate(op, 'foreign-record-answered', 'operation', TENANCY, (p) =>
            treatEveryoneAsAdmin(p, op.id),
          ),
        ]
      : [];
  const reads = op.method === 'GET';
  return [
    ...(isList || recordOf(op)
      ? [
          candidate(
            op,
            isList ? 'foreign-records-listed' : 'foreign-record-answered',
            { of: `${op.area} ${isList ? 'list' : reads ? 'read' : 'write'}` },
            TENANCY,
            (p) => p.readAcrossTenants(op.id),
          ),
        ]
      : []),
    ...(recordOf(op) && !reads && isShown(op)
      ? [
          candidate(
            op,
            'foreign-record-changed-by-refused-request',
            'area',
            [...TENANCY, 'endpoints/refused-write-changes-nothing', 'states/refused-action-changes-nothing'],
            (p) => refusesTooLate(p, op.id),
          ),
        ]
      : []),
    ...(isList &&
    ['listOrders', 'listServices', 'listInvoices'].includes(op.id) &&
    op.query.some(({ name }) => name === 'customer_id')
      ? [
          candidate(op, 'foreign-records-in-filtered-list', 'operation', TENANCY, (p) =>
            p.handler(op.id, ({ db, query }, go) =>
              query.customer_id === undefined ? go() : go({ db: db.platform }),
            ),
          ),
        ]
      : []),
    ...(isList && op.query.some(({ name }) => name === 'q')
      ? [
          candidate(op, 'foreign-records-in-searched-list', 'operation', TENANCY, (p) =>
            p.handler(op.id, ({ db, query }, go) => (query.q === undefined ? go() : go({ db: db.platform }))),
          ),
        ]
      : []),
    ...bodyMembers(op)
      .filter(({ path }) => (path === 'customer_id' && !NOT_TRIED.includes(op.id)) || path === 'invoice_id')
      .map(({ path, marks }) =>
        candidate(
          op,
          'foreign-reference-accepted',
          'operation',
          [
            ...TENANCY,
            ...marks,
            ...(op.id === 'createOrder' ? (['order-request/customer-exists'] as const) : []),
            ...(op.id === 'createHostingAccount' ? (['hosting-request/customer-exists'] as const) : []),
          ],
          (p) => acceptsForeignReference(p, op.id, path, path === 'customer_id' ? 'customers' : 'invoices'),
          path,
        ),
      ),
  ];
});

/** Replaces the reply to a request whose path names a record that no tenant has. */
function answersUnknownIds(p: Injector, op: Operation, by: (request: ClientRequest) => ResponseEdit): void {
  const record = recordOf(op);
  p.reply(op.id, (reply, request) => {
    if (reply.status !== 404 || !record) return;
    const id = request.params[record.parameter] ?? '';
    if (p.readDb((db) => db.platform.table(record.table).find(id)) === undefined)
      replaceResponse(reply, by(request));
  });
}

const UNKNOWN: readonly (readonly [string, Requirements, (request: ClientRequest) => ResponseEdit])[] = [
  [
    'success',
    ['endpoints/unknown-id-refused', 'errors/success-is-no-error', 'endpoints/unknown-id-404', ...TENANCY],
    ({ params, json }) =>
      jsonResponse(200, { ...(typeof json === 'object' && json), id: params.rid ?? params.id }),
  ],
  ['500', ['endpoints/unknown-id-refused', 'endpoints/unknown-child-no-crash'], serverError],
  ['400', ['endpoints/unknown-id-404'], () => refusal(400, 'BAD_ID', 'Bad id.', { id: ['Bad id.'] })],
];

const unknownIds: readonly Candidate[] = guarded
  .filter((op) => recordOf(op) !== null)
  .flatMap((op) =>
    UNKNOWN.map(([label, broken, by]) =>
      candidate(
        op,
        'unknown-id-answered',
        recordOf(op)?.parameter !== 'id'
          ? { of: `${label} ${op.id}` }
          : { of: `${label} ${label === 'success' ? op.area : op.method}` },
        broken,
        (p) =>
          answersUnknownIds(p, op, (request) => {
            const reply = structuredClone(by(request));
            if (reply.status === 200) setAt(reply.json, 'id', request.params.rid ?? request.params.id);
            return reply;
          }),
        label,
      ),
    ),
  );

/** The steps of the pipeline that a defect leaves out, and what the mock then breaks. */
const STEPS: Readonly<Record<string, Requirements>> = {
  authenticate: ['authentication/missing-is-401', 'authentication/before-validation'],
  validate: ['errors/validation-is-422', 'errors/unusable-body', 'errors/other-fields'],
};

const leftOutSteps: readonly Candidate[] = guarded.flatMap((op) =>
  Object.entries(STEPS).flatMap(([step, broken]) =>
    step === 'validate' && op.body === null
      ? []
      : [
          candidate(
            op,
            'step-left-out',
            step === 'validate' && bodyMembers(op).some(({ marks }) => marks.length > 0)
              ? { of: `${step} ${op.id}` }
              : { of: `${step} ${op.method}` },
            step === 'validate' && !bodyMembers(op).some(({ marks }) => marks.length > 0)
              ? [
                  'errors/unusable-body',
                  'errors/other-fields',
                  'errors/validation-is-422',
                  ...marksOfOperation(op),
                ]
              : [...broken, ...marksOfOperation(op)],
            (p) => p.skip(step, op.id),
            step,
          ),
        ],
  ),
);

export const accessDefects: readonly Candidate[] = [
  ...credentials,
  ...endedCredentials,
  ...foreign,
  ...unknownIds,
  ...leftOutSteps,
];
