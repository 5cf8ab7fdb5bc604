// Generates the defects of reads: a stale read, one of another record, a list that lacks rows, a changed member.
import { type Operation, operations } from '../../../src/contract/operations.ts';
import { changeAt, hideRows, onSuccess, textAt, valueAt } from '../../../src/variations/edits.ts';
import {
  bodyMembers,
  type Candidate,
  candidate,
  isListOp,
  marksOfOperation,
  replyMembers,
} from './document.ts';

const shownTexts = (op: Operation): string[] =>
  replyMembers(op)
    .filter(
      ({ path, type, schema }) => type === 'string' && !schema.enum && !schema.format && !path.includes('.'),
    )
    .map(({ path }) => path);

export const reads: readonly Candidate[] = operations
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
