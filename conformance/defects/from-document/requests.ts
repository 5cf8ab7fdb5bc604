// Generates the defects of request bodies: an invalid member that is accepted, a valid value that is refused, a text
// that is cut.

import { document } from '../../../src/contract/document.ts';
import { isObject } from '../../../src/contract/is-object.ts';
import { exampleBody } from '../../../src/contract/openapi.ts';
import { type Operation, operations } from '../../../src/contract/operations.ts';
import { changeAt, isSuccess, setAt, valueAt } from '../../../src/variations/edits.ts';
import { type RequirementId, requirements } from '../../requirements.ts';
import { refusesField } from '../edits/injections.ts';
import type { Injector } from '../mutant.ts';
import {
  bodyMembers,
  type Candidate,
  candidate,
  type Member,
  marksOfOperation,
  type Requirements,
  writes,
} from './document.ts';

const INVALID: Readonly<Record<string, (value: unknown, member: Member) => boolean>> = {
  missing: (value) => value === undefined,
  null: (value) => value === null,
  'of another type': (value, member) =>
    value !== null && value !== undefined && !isConvertible(value, member) && !hasType(value, member.type),
  convertible: (value, member) => isConvertible(value, member) && !hasType(value, member.type),
  malformed: (value, { type }) => value !== null && hasType(value, type),
};

const hasType = (value: unknown, type: string): boolean =>
  type === 'array'
    ? Array.isArray(value)
    : type === 'integer'
      ? Number.isInteger(value)
      : type === 'object'
        ? isObject(value)
        : typeof value === type;

/** Returns whether a scalar is of another type than expected, but could be read as the expected type. */
function isConvertible(value: unknown, { type, schema }: Member): boolean {
  if (type === 'string')
    return schema.format !== 'uuid' && !schema.enum && ['number', 'boolean'].includes(typeof value);
  const isNumeric = typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value));
  return type === 'integer' && (typeof value === 'boolean' || isNumeric);
}

// Makes an operation accept an invalid member: when the mock refuses a request because of the member, the request is
// handled with the value of the last accepted request.
function acceptsInvalid(p: Injector, op: Operation, member: Member, how: string): void {
  const { path } = member;
  const concrete = path.replaceAll('*', '0');
  const isWrong = INVALID[how];
  const accepted = new Map<string, unknown>();
  p.reply(op.id, (reply, { json, bearer }) => {
    const value = valueAt(json, concrete);
    if (isSuccess(reply) && value !== undefined && !isRefused(value, member))
      accepted.set(`${bearer}`, value);
  });
  p.request(op.id, (change, { bearer }) => {
    const right =
      accepted.get(`${bearer}`) ??
      [...accepted.values()].at(-1) ??
      valueAt(exampleBody(document(), op), concrete);
    if (right === undefined || !isWrong || !isObject(change.json)) return undefined;
    const repair = (value: unknown): unknown =>
      isWrong(value, member) && isRefused(value, member) ? right : value;
    if (how !== 'missing') changeAt(change.json, path, repair);
    else if (!path.includes('*')) {
      if (valueAt(change.json, path) === undefined) setAt(change.json, path, right);
    } else {
      const [list = '', name = ''] = path.split('.*.');
      changeAt(change.json, `${list}.*`, (item) =>
        isObject(item) && !(name in item) ? { ...item, [name]: right } : item,
      );
    }
    return undefined;
  });
}

function isRefused(value: unknown, { schema, type }: Member): boolean {
  if (!hasType(value, type)) return true;
  if (schema.enum) return !schema.enum.includes(value);
  if (typeof value === 'number')
    return value < Number(schema.minimum ?? -Infinity) || value > Number(schema.maximum ?? Infinity);
  if (typeof value !== 'string') return Array.isArray(value) && value.length < Number(schema.minItems ?? 0);
  if (schema.format === 'uuid') return !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
  if (schema.format === 'email') return !/^\S+@\S+\.\S+$/.test(value);
  if (/^(idn-)?hostname$/.test(schema.format ?? '')) return !/^[a-z0-9.-]+$/i.test(value);
  if (schema.format === 'uri') return !URL.canParse(value);
  return typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value);
}

const isRequirement = (id: string): id is RequirementId => id in requirements;

const chosenForm = ({ type }: Member): RequirementId =>
  type === 'integer' ? 'order-item/quantity-range' : 'order-item/config-members';

function breachedBy(op: Operation, member: Member, how: string): Requirements {
  const [mark] = member.marks;
  const required = `${mark?.split('/')[0]}/required`;
  if (how === 'missing' || how === 'null')
    return [isRequirement(required) ? required : 'errors/other-fields'];
  if (how === 'convertible') return ['errors/no-conversion', 'errors/other-fields'];
  const isStatedForm =
    !member.path.includes('config.') &&
    (how === 'of another type' ||
      member.schema.format === 'uuid' ||
      member.componentMarks.includes('billing-cycle/values'));
  if (!mark || !isStatedForm)
    return [mark ? chosenForm(member) : 'errors/other-fields', 'errors/other-fields'];
  return [
    mark,
    ...member.componentMarks,
    ...marksOfOperation(op),
    'errors/validation-is-422',
    'errors/one-entry-per-field',
  ];
}

/** Stated members that the suite does not send with another type. */
const NOT_TRIED = ['customer_id', 'domain', 'billing_cycle'].map((name) => `createHostingAccount ${name}`);

const accepted: readonly Candidate[] = operations.flatMap((op) =>
  bodyMembers(op)
    .filter(({ marks, path }) => marks.length > 0 || !path.includes('.'))
    .flatMap((member) =>
      Object.keys(INVALID)
        .filter((how) => (how !== 'missing' || member.required) && (how !== 'null' || !member.nullable))
        .filter((how) => how !== 'of another type' || !NOT_TRIED.includes(`${op.id} ${member.name}`))
        .map((how) => {
          const isStated = member.marks.length > 0;
          return candidate(
            op,
            'invalid-member-accepted',
            { of: isStated && op.area !== 'auth' ? `${op.id} ${how} ${member.path}` : op.area },
            breachedBy(op, member, how),
            (p) => acceptsInvalid(p, op, member, how),
            `${member.path} ${how}`,
          );
        }),
    ),
);

// The suite buys one hosting account only, so that it tries each billing cycle on orders.
const refused: readonly Candidate[] = operations
  .filter(({ id }) => id !== 'createHostingAccount')
  .flatMap((op) =>
    bodyMembers(op).flatMap((member) =>
      (member.schema.enum ?? [])
        .filter((value) => typeof value === 'string')
        .map((value) => {
          const all = member.componentMarks.find((id) => /all-accepted|wallet$/.test(id));
          const values = (member.schema.enum ?? []).join(', ');
          return candidate(
            op,
            'valid-value-refused',
            { of: `${op.area} ${member.path}` },
            all && member.marks.length > 0
              ? [all, ...member.marks, ...member.componentMarks, ...marksOfOperation(op)]
              : ['endpoints/valid-requests-accepted', 'dns/record-types', ...marksOfOperation(op)],
            (p) =>
              p.request(op.id, ({ json }, { bearer }) => {
                let isSent = false;
                changeAt(json, member.path, (sent) => {
                  isSent ||= sent === value;
                  return sent;
                });
                return bearer !== null && isSent
                  ? refusesField(
                      member.path.replaceAll('*', '0'),
                      `The value is invalid. Allowed: ${values}.`,
                    )
                  : undefined;
              }),
            `${member.path} ${value}`,
          );
        }),
    ),
  );

const truncated: readonly Candidate[] = writes.flatMap((op) =>
  bodyMembers(op)
    .filter(
      ({ type, schema, path }) =>
        type === 'string' &&
        !schema.enum &&
        !schema.format &&
        /^[a-z_]*(name|subject|message|description|content)$/.test(path),
    )
    .map(({ path }) =>
      candidate(
        op,
        'sent-text-truncated',
        { of: `${op.area} ${op.method}` },
        [
          'endpoints/create-echoes',
          'endpoints/update-persists',
          'endpoints/keeps-what-was-sent',
          ...marksOfOperation(op),
        ],
        (p) =>
          p.handler(op.id, ({ body }, go) => {
            const copy = structuredClone(body);
            changeAt(copy, path, (text) =>
              typeof text === 'string' && text.length > 5 ? text.slice(0, 5) : text,
            );
            return go({ body: copy });
          }),
        path,
      ),
    ),
);

export const requestDefects: readonly Candidate[] = [...accepted, ...refused, ...truncated];
