// Generates the defects of writes: one without effect or with effect on another record, one that is refused and done, an
// ignored idempotency key; and puts all defects of operations together.
import { randomUUID } from 'node:crypto';
import { type Operation, operations } from '../../../src/contract/operations.ts';
import {
  changeAt,
  isSuccess,
  jsonResponse,
  refusal,
  replaceResponse,
  setAt,
  textAt,
} from '../../../src/variations/edits.ts';
import type { RequirementId } from '../../requirements.ts';
import type { Db, HandlerCall, Injector, StoredRow } from '../mutant.ts';
import {
  type Candidate,
  candidate,
  createdTable,
  homeOf,
  marksOfOperation,
  type Requirements,
  recordOf,
  statesOf,
  writes,
} from './document.ts';
import { prefixes, unavailable } from './offered.ts';
import { reads } from './reads.ts';
import { repeatedCreations, repeatedDeletes, transitions } from './transitions.ts';

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
  if (op.id === 'createPayment') giveOwnReferences(p);
}

/** Gives each payment a reference of its own, by which the mock would know a second one. */
function giveOwnReferences(p: Injector): void {
  p.handler('createPayment', ({ body }, go) => {
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
              if (op.id === 'createPayment') giveOwnReferences(p);
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
