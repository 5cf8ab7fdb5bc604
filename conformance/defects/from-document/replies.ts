// Generates the defects of replies: for each operation a member that is missing, null, of another type or format, a
// wrong status, a missing header, a wrong media type, and an error body of another form.

import { type Operation, operations } from '../../../src/contract/operations.ts';
import {
  changeAt,
  dropHeader,
  onSuccess,
  refusal,
  removeAt,
  replaceResponse,
  setHeader,
} from '../../../src/variations/edits.ts';
import type { BrokenRequirements } from '../define-mutant.ts';
import { shiftInstant } from '../edits/injections.ts';
import type { ResponseEdit } from '../mutant.ts';
import {
  type Candidate,
  type Cell,
  candidate,
  type Member,
  marksOfOperation,
  marksOfReply,
  membersOfComponent,
  replyMembers,
  statedHeaders,
} from './document.ts';

type Edit = (value: unknown) => unknown;

const OTHER_TYPE: Readonly<Record<string, Edit>> = {
  string: () => 7,
  integer: String,
  number: String,
  boolean: () => 'yes',
  array: () => ({}),
  object: () => 'a text',
};

const MALFORMED: Readonly<Record<string, readonly (readonly [string, Edit])[]>> = {
  'date-time': [
    ['not in UTC', (value) => `${shiftInstant(value, 7_200_000).slice(0, -1)}+02:00`],
    ['without zone', (value) => String(value).replace('Z', '')],
    ['HTTP date', (value) => new Date(String(value)).toUTCString()],
    ['number', (value) => Math.floor(Date.parse(String(value)) / 1000)],
  ],
  uuid: [['no UUID', () => 'record-7']],
  email: [['no address', () => 'nobody']],
  amount: [['decimal', (value) => Number(value) / 100 + 0.001]],
  count: [['negative', () => -1]],
  enum: [['unknown value', () => 'unknown']],
};

const isAmount = ({ componentMarks }: Member): boolean => componentMarks.includes('service/integer-amounts');

function formsOf(member: Member): readonly (readonly [string, Edit])[] {
  const { schema, type, open } = member;
  if (schema.enum && type === 'string') return (!open && MALFORMED.enum) || [];
  if (isAmount(member)) return MALFORMED.amount ?? [];
  if (type === 'integer' && Number(schema.minimum) >= 0) return MALFORMED.count ?? [];
  return MALFORMED[schema.format ?? ''] ?? [];
}

const notNull =
  (edit: Edit): Edit =>
  (value) =>
    value === null ? value : edit(value);

function breachedBy(op: Operation, member: Member, edited: 'presence' | 'type' | 'form'): BrokenRequirements {
  const isStated = marksOfReply(op, op.success).length > 0 && member.marks.length > 0;
  const [own, ...also] = isStated ? member.marks : [];
  const general =
    edited === 'presence' ? undefined : member.componentMarks.find((id) => id.startsWith('service/'));
  if (own && (edited !== 'form' || general || member.schema.format === 'uuid'))
    return [own, ...also, ...(general ? [general] : []), ...marksOfOperation(op)];
  return general && (edited === 'form' || isAmount(member)) ? general : 'endpoints/fields';
}

function ofMember(op: Operation, member: Member): Candidate[] {
  const { path, required, nullable, type } = member;
  const edits: [string, 'presence' | 'type' | 'form', (json: unknown) => void, string?][] = [
    [
      'reply-member-of-another-type',
      'type',
      (json) => changeAt(json, path, notNull(OTHER_TYPE[type] ?? String)),
    ],
  ];
  if (required) edits.push(['reply-member-missing', 'presence', (json) => removeAt(json, path)]);
  if (required && !nullable)
    edits.push(['reply-member-null', 'presence', (json) => changeAt(json, path, () => null)]);
  for (const [form, edit] of formsOf(member))
    edits.push(['reply-member-malformed', 'form', (json) => changeAt(json, path, notNull(edit)), form]);
  return edits.map(([wrong, kind, edit, form]) => {
    const broken = breachedBy(op, member, kind);
    const cell: Cell =
      typeof broken === 'string'
        ? { of: `${broken} ${wrong === 'reply-member-missing' ? op.area : op.method}` }
        : { of: `${op.id} ${path} ${form ?? ''}` };
    const detail = form === undefined ? path : `${path}, ${form}`;
    return candidate(op, wrong, cell, broken, (p) => onSuccess(p, op.id, edit), detail);
  });
}

function ofStatus(op: Operation): Candidate[] {
  const [isStated] = marksOfReply(op, op.success);
  return [200, 201, 202, 204]
    .filter((status) => status !== op.success)
    .map((status): Candidate => {
      const row = candidate(
        op,
        'success-status-wrong',
        isStated ? 'operation' : { of: `${op.method} ${status}` },
        isStated && status !== 204
          ? [isStated, 'errors/status-codes', 'endpoints/created-only-by-post']
          : status === 204
            ? ['errors/status-codes', 'endpoints/creates-answer-201']
            : status === 201 && op.method !== 'POST'
              ? 'endpoints/created-only-by-post'
              : ['endpoints/creates-answer-201', 'endpoints/created-only-by-post'],
        (p) =>
          p.reply(op.id, (reply) => {
            if (reply.status === op.success) reply.status = status;
            if (reply.status === 204) reply.raw = '';
          }),
        `${status}`,
      );
      // That no reply has the status 204 is this contract's reading of the stated list.
      return status === 204 ? { ...row, basis: 'chosen' } : row;
    });
}

function ofMedia(op: Operation): Candidate[] {
  const { media = '', schema } = op.responses[op.success] ?? {};
  const [exists] = marksOfOperation(op);
  return [
    ...['text/html', 'text/plain', 'application/octet-stream']
      .filter((other) => schema !== null || other !== 'application/octet-stream')
      .map((other) =>
        candidate(
          op,
          'media-type-wrong',
          schema ? 'method' : 'operation',
          schema ? 'service/json-bodies' : [exists, 'service/json-bodies'],
          (p) => onSuccess(p, op.id, (_json, _request, reply) => setHeader(reply, 'Content-Type', other)),
          `${media} → ${other}`,
        ),
      ),
    candidate(
      op,
      'reply-truncated',
      schema ? 'method' : 'operation',
      schema ? 'service/json-bodies' : [exists, 'billing/pdf-complete', 'ssl/bundle-whole'],
      (p) =>
        onSuccess(p, op.id, (json, _request, reply) => {
          const text = reply.raw ?? JSON.stringify(json);
          reply.raw = text.slice(0, Math.floor(text.length * 0.6));
        }),
    ),
  ];
}

const ofHeaders = (op: Operation): Candidate[] =>
  statedHeaders()
    .filter(({ on }) => on === '2XX')
    .flatMap(({ name, marks: [mark] }) =>
      mark
        ? [
            candidate(
              op,
              'reply-header-missing',
              { of: `${name} ${op.method === 'GET'}` },
              mark,
              (p) => onSuccess(p, op.id, (_json, _request, reply) => dropHeader(reply, name)),
              name,
            ),
          ]
        : [],
    );

/** Replies that another error gets in the place of a documented one. */
const ERROR_STATUSES: Readonly<Record<number, readonly number[]>> = {
  401: [400, 403, 404],
  403: [401, 402, 404, 422],
  404: [400, 418, 422, 500],
  422: [400, 404, 500],
};

const ERROR_FORMS: readonly (readonly [string, (reply: ResponseEdit) => void])[] = [
  ['a bare text', (reply) => Object.assign(reply, { json: { error: 'Something went wrong' } })],
  ['a problem', (reply) => Object.assign(reply, { json: { problem: 'It failed', status: reply.status } })],
  [
    'an HTML page',
    (reply) => {
      setHeader(reply, 'Content-Type', 'text/html');
      reply.raw = `<html><body><h1>${reply.status}</h1></body></html>`;
    },
  ],
  ['nothing', (reply) => Object.assign(reply, { raw: '' })],
];

function ofError(status: number): Candidate[] {
  const op = { id: `${status}`, area: 'errors', method: 'any' };
  const documented = operations.find(({ id }) => id === (status === 404 ? 'getOrder' : 'createOrder'));
  const [stated, ...also] = documented ? marksOfReply(documented, status) : [];
  const isAbout = (reply: ResponseEdit): boolean => reply.status === status;
  const statuses = (ERROR_STATUSES[status] ?? []).map((other) =>
    candidate(
      op,
      'error-status-wrong',
      { of: `${status} ${other}` },
      stated
        ? [stated, ...also, 'errors/status-codes', 'states/key-revoked']
        : other === 418
          ? 'errors/status-codes'
          : other === 500
            ? 'endpoints/unknown-id-refused'
            : 'endpoints/unknown-id-404',
      (p) =>
        p.reply('everything', (reply) => {
          if (isAbout(reply)) replaceResponse(reply, refusal(other, 'REFUSED', 'No.', { id: ['No.'] }));
        }),
      `→ ${other}`,
    ),
  );
  const forms = ERROR_FORMS.map(([form, edit]) =>
    candidate(
      op,
      'error-form-wrong',
      { of: `${form} ${status}` },
      form === 'nothing'
        ? 'errors/always-a-body'
        : ['errors/two-shapes', 'service/json-bodies', 'errors/always-a-body'],
      (p) =>
        p.reply('everything', (reply) => {
          if (isAbout(reply)) edit(reply);
        }),
      `is ${form}`,
    ),
  );
  const members = membersOfComponent(status === 422 ? 'ValidationErrorEnvelope' : 'ErrorEnvelope')
    .filter(({ name, required }) => required && name !== 'error')
    .flatMap(({ path, type, marks: [mark, ...also] }) =>
      (
        [
          ['missing', (json) => removeAt(json, path)],
          ['null', (json) => changeAt(json, path, () => null)],
          ['of another type', (json) => changeAt(json, path, OTHER_TYPE[type] ?? String)],
        ] as [string, (json: unknown) => void][]
      ).flatMap(([how, edit]) =>
        mark
          ? [
              candidate(
                op,
                'error-member-wrong',
                { of: `${path} ${how}` },
                [mark, ...also, 'errors/two-shapes', 'errors/errors-is-a-map'],
                (p) =>
                  p.reply('everything', (reply) => {
                    if (isAbout(reply)) edit(reply.json);
                  }),
                `${path} ${how}`,
              ),
            ]
          : [],
      ),
    );
  return [...statuses, ...forms, ...members];
}

export const replyDefects: readonly Candidate[] = operations.flatMap((op) => [
  ...replyMembers(op)
    .filter(
      ({ path, marks }) =>
        !path.includes('config.') && (marks.length > 0 || !path.replace('data.*.', '').includes('.')),
    )
    .flatMap((member) => ofMember(op, member)),
  ...ofStatus(op),
  ...ofMedia(op),
  ...ofHeaders(op),
]);

export const errorDefects: readonly Candidate[] = [401, 403, 404, 422].flatMap(ofError);
