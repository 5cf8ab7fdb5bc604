// Generates the defects of operations as a whole: one that is not offered or fails, a write without effect or with
// effect on another record, a transition that is allowed or refused by mistake, a stale read, an ignored idempotency key.

import { randomUUID } from 'node:crypto';
import { type Operation, operations } from '../../../src/contract/operations.ts';
import {
  changeAt,
  hideRows,
  isSuccess,
  jsonResponse,
  onSuccess,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from '../../../src/variations/edits.ts';
import type { RequirementId } from '../../requirements.ts';
import type { BrokenRequirements } from '../define-mutant.ts';
import { NOT_IMPLEMENTED, serverError } from '../edits/injections.ts';
import type { Db, HandlerCall, Injector, ResponseEdit, StoredRow } from '../mutant.ts';
import {
  bodyMembers,
  type Candidate,
  candidate,
  createdTable,
  homeOf,
  marksOfOperation,
  recordOf,
  replyMembers,
  statesOf,
} from './document.ts';

/** Returns whether a reply is a refusal because of the state of a record. */
const isWrongState = (reply: ResponseEdit): boolean =>
  !isSuccess(reply) && JSON.stringify(reply.json ?? null).includes('"INVALID_STATE"');

type Requirements = readonly [RequirementId, ...RequirementId[]];

const writes = operations.filter(({ method, area }) => method !== 'GET' && area !== 'auth');
const isListOp = ({ id }: Operation): boolean => id.startsWith('list');
const UNKNOWN_ROUTE = refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.');

/** Requirements that are broken too when a kind of operation does not work. */
const impliedBy = (op: Operation): RequirementId[] => [
  'service/path-prefixes',
  ...(isListOp(op) ? (['endpoints/list-shows-all'] as const) : []),
  ...(op.id === 'getInvoice' ? (['states/order-creates-invoice'] as const) : []),
  ...(op.id === 'getService' ? (['states/order-creates-services'] as const) : []),
];

const answersAll = (p: Injector, ops: readonly Operation[], by: ReturnType<typeof refusal>): void =>
  p.request(
    ({ operation, bearer }) =>
      ops.some(({ id, auth }) => id === operation && (bearer !== null || auth === 'anonymous')),
    () => by,
  );

const unavailable: readonly Candidate[] = operations.flatMap((op) => [
  candidate(op, 'success-answered-500', 'operation', [...marksOfOperation(op), ...impliedBy(op)], (p) =>
    p.reply(op.id, (reply) => {
      if (isSuccess(reply)) replaceResponse(reply, serverError());
    }),
  ),
  // A 404 for a path with an id may also mean that the record does not exist.
  ...[NOT_IMPLEMENTED, ...(op.path.includes('{') ? [] : [UNKNOWN_ROUTE])].map((reply) =>
    candidate(
      op,
      'operation-missing',
      marksOfOperation(op).length > 1 ? 'operation' : 'area',
      [...marksOfOperation(op), ...impliedBy(op), 'authentication/invalid-is-401'],
      (p) => answersAll(p, [op], reply),
      `${reply.status}`,
    ),
  ),
  ...(op.method === 'POST' && op.success === 201 && !op.path.includes('{')
    ? [
        candidate(
          op,
          'valid-request-refused',
          { of: `${op.idempotency}` },
          'endpoints/valid-requests-accepted',
          (p) => answersAll(p, [op], refusal(422, 'NOT_TODAY', 'This is refused.')),
        ),
      ]
    : []),
]);

const prefixes: readonly Candidate[] = operations
  .filter((op, at) => operations.findIndex(({ area }) => area === op.area) === at)
  .map((op) => {
    const ops = operations.filter(({ area }) => area === op.area);
    const broken: Requirements = ['service/path-prefixes', ...ops.map((one) => marksOfOperation(one)[0])];
    return candidate(op, 'path-prefix-unknown', 'area', broken, (p) =>
      p.request(
        ({ operation, bearer }) => bearer !== null && ops.some(({ id }) => id === operation),
        () => UNKNOWN_ROUTE,
      ),
    );
  });

function restore(db: Db, table: string, before: StoredRow): void {
  const rows = homeOf(db, before).table(table);
  const { id, ...members } = before;
  if (rows.find(id)) rows.update(id, members);
  else rows.insert({ ...before });
}

/** Wraps the handler of an operation on a record; `act` gets the record before and the call of the real handler. */
const onRecord = (
  p: Injector,
  op: Operation,
  act: (before: StoredRow, call: HandlerCall, go: () => unknown, table: string) => unknown,
): void =>
  p.handler(op.id, (call, go) => {
    const record = recordOf(op);
    const row =
      record && call.db.platform.table(record.table).find(call.request.params[record.parameter] ?? '');
    return row && record ? act(structuredClone(row), call, go, record.table) : go();
  });

function effectOf(op: Operation): Requirements {
  const marks = marksOfOperation(op);
  const [exists, ...more] = marks;
  if (op.method === 'PUT') return ['endpoints/update-persists', ...marks];
  if (op.path.endsWith('/renew')) return ['products/renewal-visible', 'states/action-visible', ...marks];
  if (op.id === 'reissueCertificate') return ['ssl/reissue-visible', ...marks];
  const also = ['states/acknowledged-action-happens', 'states/deletes-delete'] as const;
  if (op.id === 'resizeVps') return [exists, ...more, 'endpoints/update-persists', ...also];
  return more.length > 0 ? [more[0] ?? exists, exists, ...more, ...also] : [exists, ...also];
}

const marksOfReads = (table: string): RequirementId[] => [
  'endpoints/list-shows-all',
  ...operations
    .filter((op) => op.method === 'GET' && (recordOf(op)?.table === table || op.path.endsWith(`/${table}`)))
    .flatMap(marksOfOperation),
];

const withoutEffect: readonly Candidate[] = writes.flatMap((op) => {
  const record = recordOf(op);
  const created = createdTable(op);
  if (created)
    return [
      candidate(
        op,
        'creation-not-stored',
        'operation',
        op.id === 'transferDomain'
          ? 'domains/transfer-is-a-domain'
          : [...marksOfOperation(op), ...marksOfReads(created)],
        (p) =>
          p.handler(op.id, ({ db }, go) => {
            const result = go();
            const row = db.platform.table(created).find(textAt(result, 'id'));
            if (row) homeOf(db, row).table(created).remove(row.id);
            return result;
          }),
      ),
    ];
  // Nothing shows what these do, or an instance looks after it as before.
  if (['resetHostingPassword', 'testWebhook', 'rebootVps'].includes(op.id)) return [];
  const read =
    record &&
    operations.find(({ method, path }) => method === 'GET' && op.path.startsWith(path) && path.endsWith('}'));
  return record
    ? [
        candidate(op, 'write-without-effect', 'operation', effectOf(op), (p) =>
          onRecord(p, op, (before, { db }, go, table) => {
            const result = structuredClone(go());
            restore(db, table, before);
            return result;
          }),
        ),
        ...(read
          ? [
              candidate(
                op,
                'effect-not-shown',
                'area',
                ['states/acknowledged-action-happens', 'states/shown-as-left', ...effectOf(op)],
                (p) => {
                  const last = new Map<string, unknown>();
                  const done = new Set<string>();
                  p.reply([op.id, read.id], (reply, { operation, params: { id = '' } }) => {
                    if (operation === op.id) {
                      if (isSuccess(reply)) done.add(id);
                    } else if (done.has(id) && last.has(id)) {
                      replaceResponse(reply, jsonResponse(200, last.get(id)));
                    } else if (isSuccess(reply)) last.set(id, structuredClone(reply.json));
                  });
                },
              ),
            ]
          : []),
      ]
    : [];
});

/** Applies what a write changed in its record to the newest other record in the same state. */
function changeAnother(db: Db, table: string, before: StoredRow): void {
  const rows = homeOf(db, before).table(table);
  const other = rows.all().findLast(({ id, status }) => id !== before.id && status === before.status);
  const after = rows.find(before.id);
  if (!other) return;
  if (!after) {
    rows.remove(other.id);
    return;
  }
  const changes = Object.entries(after).filter(
    ([name, value]) => !name.endsWith('_at') && JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  rows.update(other.id, Object.fromEntries(changes));
}

const onOthers: readonly Candidate[] = writes
  .filter((op) => recordOf(op) !== null && (op.method !== 'POST' || op.success === 200))
  .map((op) =>
    candidate(
      op,
      'write-changes-another-record',
      { of: `${op.area} ${op.method}` },
      [op.method === 'PUT' ? 'endpoints/update-of-one' : 'states/others-untouched', ...effectOf(op)],
      (p) =>
        onRecord(p, op, (before, { db }, go, table) => {
          const result = structuredClone(go());
          changeAnother(db, table, before);
          return result;
        }),
    ),
  );

/** What a refused write leaves behind: another text, or the state that the action leads to. */
function leftBehind(op: Operation, row: StoredRow): Record<string, unknown> {
  const to = statesOf(op)?.transitions.find(({ operation }) => operation === op.id)?.to;
  if (op.method !== 'PUT') return to === undefined ? {} : { status: to };
  const text = Object.keys(row).find((name) => /^(last_name|description|name|content)$/.test(name));
  return text ? { [text]: `${String(row[text] ?? '')} changed` } : {};
}

const refusedButDone: readonly Candidate[] = writes
  .filter(
    (op) =>
      op.statuses.includes(422) && (op.method === 'PUT' || op.area === 'orders') && recordOf(op) !== null,
  )
  .map((op) =>
    candidate(
      op,
      'refused-write-changes-record',
      'operation',
      op.method === 'PUT'
        ? 'endpoints/refused-write-changes-nothing'
        : ['states/refused-action-changes-nothing', ...marksOfOperation(op)],
      (p) =>
        p.reply(op.id, (reply, { params }) => {
          const record = recordOf(op);
          if (reply.status !== 422 || !record) return;
          p.readDb((db) => {
            const row = db.table(record.table).find(params[record.parameter] ?? '');
            if (row) homeOf(db, row).table(record.table).update(row.id, leftBehind(op, row));
          });
        }),
    ),
  );

function wrongStateOf(op: Operation, state: string, isFinal: boolean): BrokenRequirements {
  const marks = marksOfOperation(op);
  if (op.id === 'cancelOrder' && state !== 'cancelled')
    return ['states/only-pending-orders-cancel', ...marks];
  if (op.area === 'support') return 'support/closed-is-final';
  if (op.area !== 'vps') return ['states/wrong-state-refused', ...marks];
  return isFinal
    ? 'states/vps-terminated-final'
    : ['states/vps-wrong-state-refused', 'states/vps-terminated-final'];
}

const transitions: readonly Candidate[] = writes.flatMap((op) => {
  const machine = recordOf(op) && statesOf(op);
  const record = recordOf(op);
  const own = machine?.transitions.filter(({ operation }) => operation === op.id) ?? [];
  if (!machine || !record || own.length === 0 || op.method === 'PUT') return [];
  const isJudged = ['orders', 'services', 'vps', 'support'].includes(op.area);
  const reached = new Set([
    ...machine.final,
    ...machine.transitions.flatMap(({ from }) => (from === null ? [] : [from])),
  ]);
  const illegal = machine.states.filter(
    (state) => reached.has(state) && isJudged && own.every(({ from }) => from !== state),
  );
  return [
    ...illegal.map((state) => {
      const isFinal = machine.final.includes(state);
      return candidate(
        op,
        'illegal-transition-allowed',
        { of: `${op.id} ${op.area === 'orders' ? state : isFinal ? 'final' : ''}` },
        wrongStateOf(op, state, isFinal),
        (p) =>
          p.reply(op.id, (reply, { params }) => {
            const row = p.readDb((db) => db.table(record.table).find(params[record.parameter] ?? ''));
            if (isWrongState(reply) && row?.status === state)
              replaceResponse(reply, jsonResponse(op.success, { ...row }));
          }),
        state,
      );
    }),
    ...(isJudged
      ? [
          candidate(
            op,
            'illegal-transition-answered-500',
            'area',
            ['states/wrong-state-no-crash', 'states/only-pending-orders-cancel'],
            (p) =>
              p.reply(op.id, (reply) => {
                if (isWrongState(reply)) replaceResponse(reply, serverError());
              }),
          ),
        ]
      : []),
    ...(['services', 'orders'].includes(op.area)
      ? [
          candidate(op, 'legal-transition-refused', 'operation', marksOfOperation(op), (p) =>
            p.handler(op.id, () => p.throwRefusal('INVALID_STATE')),
          ),
        ]
      : []),
    ...own
      .filter(({ to }) => op.method === 'DELETE' || !/ing$|pending_/.test(to))
      .map(({ to }) =>
        candidate(
          op,
          'state-misnamed',
          { of: `${op.area} ${to}` },
          [
            op.area === 'vps'
              ? 'states/vps-action-visible'
              : op.area === 'support'
                ? 'support/closed-is-final'
                : op.area === 'tenants'
                  ? 'states/tenant-terminated-shown'
                  : 'states/action-visible',
            'states/acknowledged-action-happens',
          ],
          (p) =>
            p.reply(
              ({ operation }) => operations.some(({ id, area }) => id === operation && area === op.area),
              (reply) => {
                if (isSuccess(reply))
                  for (const row of recordsIn(reply.json)) if (row.status === to) row.status = `${to}_now`;
              },
            ),
          to,
        ),
      ),
  ];
});

const repeatedDeletes: readonly Candidate[] = writes
  .filter((op) => op.method === 'DELETE' && recordOf(op)?.parameter === 'id')
  .map((op) =>
    candidate(
      op,
      'second-delete-answered-500',
      'operation',
      [
        'states/wrong-state-no-crash',
        ...marksOfOperation(op),
        'endpoints/unknown-child-no-crash',
        'endpoints/unknown-id-refused',
      ],
      (p) => {
        const done = new Set<string>();
        p.request(op.id, (_edit, { path }) => (done.has(path) ? serverError() : undefined));
        p.reply(op.id, (reply, { path }) => {
          if (isSuccess(reply)) done.add(path);
        });
      },
    ),
  );

/** A creation whose names are taken fails as a whole; a replay gets the first reply. */
const repeatedCreations: readonly Candidate[] = writes
  .filter(
    (op) => createdTable(op) !== null && !op.path.includes('{') && !/^\/(orders|payments)$/.test(op.path),
  )
  .map((op) =>
    candidate(op, 'second-creation-answered-500', 'operation', ['states/wrong-state-no-crash'], (p) => {
      const keys = new Map<string, string | undefined>();
      p.request(op.id, (_edit, { text, headers }) => {
        const key = headers['idempotency-key'];
        return keys.has(text) && (key === undefined || key !== keys.get(text)) ? serverError() : undefined;
      });
      p.reply(op.id, (reply, { text, headers }) => {
        if (isSuccess(reply)) keys.set(text, headers['idempotency-key']);
      });
    }),
  );

/** Text members that a list and the detail of a record have in common, and that name no record. */
const shownTexts = (op: Operation): string[] =>
  replyMembers(op)
    .filter(
      ({ path, type, schema }) => type === 'string' && !schema.enum && !schema.format && !path.includes('.'),
    )
    .map(({ path }) => path);

const reads: readonly Candidate[] = operations
  .filter(({ method, responses }) => method === 'GET' && responses[200]?.schema)
  .flatMap((op) => {
    const isPage = isListOp(op);
    const [exists, ...more] = marksOfOperation(op);
    const rest = [
      exists,
      ...more,
      'states/acknowledged-action-happens',
      'endpoints/update-persists',
    ] as const;
    const create = operations.find(
      ({ method, path, success }) => method === 'POST' && success === 201 && path === op.path,
    );
    const list = operations.find((one) => isListOp(one) && op.path === `${one.path}/{id}`);
    const creation = operations.find(({ method, path }) => method === 'POST' && path === list?.path);
    const sent = bodyMembers(creation ?? op).map(({ path }) => path);
    return [
      candidate(
        op,
        'read-stale',
        isPage ? 'all' : 'operation',
        ['states/shown-as-left', ...rest, 'endpoints/list-shows-all'],
        (p) => {
          const last = new Map<string, unknown>();
          onSuccess(p, op.id, (json, { path, query, bearer }, reply) => {
            const key = `${path}?${query} ${bearer}`;
            const now = structuredClone(json);
            if (last.has(key)) reply.json = structuredClone(last.get(key));
            if (isPage || !last.has(key)) last.set(key, now);
          });
        },
      ),
      ...(isPage && (create || /Services|Invoices/.test(op.id)) && !op.path.includes('{')
        ? [
            candidate(
              op,
              'new-record-not-listed',
              'operation',
              [exists, ...more, 'endpoints/list-shows-all'],
              (p) => {
                let start: number | undefined;
                p.request('everything', () => {
                  start ??= p.now();
                  return undefined;
                });
                onSuccess(p, op.id, (_json, _request, reply) =>
                  hideRows(
                    reply,
                    (row) => Date.parse(textAt(row, 'created_at')) >= Math.floor((start ?? 0) / 1000) * 1000,
                  ),
                );
              },
            ),
          ]
        : []),
      ...(isPage && create
        ? shownTexts(create)
            .filter((name) => bodyMembers(create).some(({ path }) => path === name))
            .map((name) => `data.*.${name}`)
        : []
      ).map((path) =>
        candidate(
          op,
          'list-differs-from-detail',
          'area',
          'endpoints/list-and-detail-agree',
          (p) => onSuccess(p, op.id, (json) => changeAt(json, path, (value) => `x${String(value)}`)),
          path,
        ),
      ),
      ...(list
        ? shownTexts(op)
            .filter((name) => sent.includes(name))
            .map((name) =>
              candidate(
                op,
                'sent-value-shown-changed',
                'operation',
                ['endpoints/create-echoes', 'endpoints/fields', 'endpoints/keeps-what-was-sent'],
                (p) =>
                  onSuccess(p, op.id, (json) => changeAt(json, name, (value) => `${String(value)}.invalid`)),
                name,
              ),
            )
        : []),
      ...(list
        ? [
            candidate(
              op,
              'another-record-shown',
              { of: op.stated.success ? op.id : 'read' },
              ['endpoints/about-the-named', exists],
              (p) => {
                let other: unknown;
                onSuccess(p, op.id, (json, _request, reply) => {
                  const isNew = valueAt(json, 'id') !== valueAt(other, 'id');
                  if (other !== undefined && isNew) reply.json = structuredClone(other);
                  other ??= structuredClone(json);
                });
              },
            ),
          ]
        : []),
    ];
  });

/** Runs a repeated request again; a text of the body that must be unique differs in the second request. */
function ignoresKey(p: Injector, op: Operation): void {
  p.skip('replay', op.id);
  p.skip('remember', op.id);
  const keys = new Set<string>();
  p.request(op.id, (change, request) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return undefined;
    for (const name of ['domain', 'common_name'])
      if (keys.has(key)) changeAt(change.json, name, (text) => String(text).replace('.', '-two.'));
    keys.add(key);
    return undefined;
  });
  if (op.id === 'createPayment')
    p.handler(op.id, ({ body }, go) => {
      const copy = structuredClone(body);
      setAt(copy, 'reference', randomUUID());
      return go({ body: copy });
    });
}

const idempotencyKeys: readonly Candidate[] = operations
  .filter(({ idempotency }) => idempotency !== null)
  .flatMap((op) => {
    const broken: Requirements =
      op.idempotency === 'A'
        ? ['idempotency/replay-is-one-operation']
        : ['idempotency/purchases', 'idempotency/renewal', 'idempotency/replay-same-answer'];
    return [
      candidate(op, 'idempotency-key-ignored', 'operation', broken, (p) => ignoresKey(p, op)),
      ...(op.idempotency === 'A'
        ? [
            candidate(op, 'idempotency-key-demanded', 'operation', 'idempotency/key-is-optional', (p) =>
              p.request(op.id, (_edit, { headers, bearer }) =>
                headers['idempotency-key'] === undefined && bearer !== null
                  ? refusal(400, 'IDEMPOTENCY_KEY_REQUIRED', 'Send an Idempotency-Key.')
                  : undefined,
              ),
            ),
            candidate(op, 'parallel-requests-of-one-key-both-done', 'operation', broken, (p) => {
              if (op.id === 'createPayment')
                p.handler(op.id, ({ body }, go) => {
                  const copy = structuredClone(body);
                  setAt(copy, 'reference', randomUUID());
                  return go({ body: copy });
                });
              p.raceReplay(op.id);
            }),
          ]
        : []),
    ];
  });

export const operationDefects: readonly Candidate[] = [
  ...unavailable,
  ...prefixes,
  ...withoutEffect,
  ...onOthers,
  ...refusedButDone,
  ...transitions,
  ...repeatedCreations,
  ...repeatedDeletes,
  ...reads,
  ...idempotencyKeys,
];
