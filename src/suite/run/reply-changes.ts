// Changes of recorded replies, each of which contradicts what the specification states or what a write of the run has
// fixed: a judgement of the changed reply shows whether the run would have noticed such a deployment.

import { documentText } from '../../contract/document.ts';
import { isObject } from '../../contract/is-object.ts';
import { valueAtPointer, withValueAt } from '../../contract/json/pointer.ts';
import { operation } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { isSecretMember } from '../../redaction/secret-names.ts';
import { lazyExchange } from '../http/transport/lazy-exchange.ts';
import { idText } from '../mapping/ids.ts';
import type { ResponseMapping } from '../mapping/learned-names.ts';
import { type Leaf, leavesOf, parentOf } from '../mapping/leaves.ts';
import { isDistinctive } from '../mapping/shape.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { hasStatedReply, isListOperation, namedId } from '../model/kinds.ts';
import { itemsInPage, type PaginationPointers } from '../model/pagination.ts';

/** A change of one reply. */
export type ReplyChange = {
  of: Exchange;
  /** what is changed, in words: `old value` */
  kind: string;
  /** where: a JSON Pointer, the name of a header, or empty for the whole reply */
  place: string;
  make: () => Exchange;
};

/** What the run has sent for one member of a resource: the value, and the one before the last update. */
type SentValue = { value: unknown; before: unknown };

const UTC_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)$/;
const RATE_HEADER = /^(?:x-)?ratelimit-(?:limit|remaining|reset)$/i;
const SERVER_ERROR = { error: { code: 'server_error', message: 'The server failed.' } };
const AMOUNT_MEMBERS = /"(\w+)":\{[^{}]*"\$ref":"#\/components\/schemas\/(?:Signed)?MinorUnits"/g;

type OtherReply = { status?: number; headers?: Exchange['headers']; body?: unknown };

/** Returns an exchange with another status, other headers or another body in its reply. */
function edit(exchange: Exchange, reply: OtherReply, mapping: ResponseMapping): Exchange {
  const { status = exchange.status, headers = exchange.headers } = reply;
  const bytes = 'body' in reply ? Buffer.from(JSON.stringify(reply.body) ?? '') : exchange.bytes;
  const copy = headers.map(([name, value]): [string, string] => [name, value]);
  return lazyExchange({ ...exchange }, { status, headers: copy, bytes }, null, exchange.ms, mapping);
}

/** Returns a value of the same type and form that is another one. */
function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return null;
  return value.replace(/[a-z0-9](?=[^a-z0-9]*$)/i, (last) =>
    /\d/.test(last) ? `${(Number(last) + 1) % 10}` : last === 'e' ? 'a' : 'e',
  );
}

/**
 * Lists the changes of the successful replies of a run that contradict what is stated: the status, the stated headers and
 * members, times and amounts, and the values of acknowledged writes in every later reply that shows their resource.
 * @param exchanges in order of sending
 */
export function replyChanges(
  exchanges: readonly Exchange[],
  mapping: ResponseMapping,
  lists: PaginationPointers,
): ReplyChange[] {
  const amounts = new Set([...documentText().matchAll(AMOUNT_MEMBERS)].map(([, name]) => name));
  const sent = new Map<string, Map<string, SentValue>>();
  const rowsOf = new Map<string, Map<string, unknown>>();
  const changes: ReplyChange[] = [];
  for (const exchange of exchanges) {
    const { operation: id, received, headers, request, purpose, deliberateFault } = exchange;
    if (id === null || purpose === 'cleanup' || deliberateFault !== null || !isSuccess(exchange)) continue;
    const add = (kind: string, place: string, reply: OtherReply): void => {
      changes.push({ of: exchange, kind, place, make: () => edit(exchange, reply, mapping) });
    };
    const put = (kind: string, place: string, value: unknown): void =>
      add(kind, place, { body: withValueAt(received, place, value) });
    noteWrite(exchange, sent);
    add('status', '', { status: 500, body: SERVER_ERROR });
    for (const [name] of headers)
      if (RATE_HEADER.test(name))
        add('header', name, { headers: headers.filter(([other]) => other !== name) });
    if (!isObject(received) && !Array.isArray(received)) continue;
    const leaves = leavesOf(received);
    const scalars = leaves.filter(({ value }) => typeof value !== 'object');
    for (const { pointer, name, value } of scalars) {
      if (typeof value === 'string' && UTC_TIME.test(value))
        put('time', pointer, value.replace(/T.*/, ' at noon'));
      if (Number.isInteger(value) && amounts.has(name)) put('amount', pointer, Number(value) / 100 + 0.001);
    }
    if (hasStatedReply(id) && isObject(received)) {
      const schema = operation(id).responses[exchange.status]?.schema;
      for (const name of schema ? Object.keys(received) : []) {
        const { [name]: _, ...rest } = received;
        if (schema && validateValue(schema, rest, 'stated').length > 0) {
          add('missing member', `/${name}`, { body: rest });
          put('null', `/${name}`, null);
        }
      }
    }
    const named = namedId(id, request.params);
    for (const { pointer, value } of scalars.filter(({ value }) => sent.has(String(value)))) {
      const shown = shownValues(scalars, pointer, sent.get(String(value)));
      for (const [leaf, { before }] of shown) {
        put('value sent', leaf.pointer, otherValue(leaf.value));
        if (before !== undefined && before !== leaf.value) put('old value', leaf.pointer, before);
      }
      const [[one] = [], [two] = []] = shown.filter(([{ value }]) => typeof value === 'string');
      if (one && two && one.value !== two.value)
        add('swapped values', one.pointer, {
          body: withValueAt(withValueAt(received, one.pointer, two.value), two.pointer, one.value),
        });
      const other = [...sent.keys()].find((key) => key !== value);
      if (value === named && other !== undefined) put("another resource's id", pointer, other);
    }
    const rows = isListOperation(id) ? itemsInPage(received, lists) : undefined;
    for (const [at, row] of rows?.entries() ?? []) {
      const own = isObject(row) ? idText(row.id) : undefined;
      const replaced = (next: readonly unknown[]) => ({ body: withRows(received, rows ?? [], next) });
      if (own !== undefined && sent.has(own))
        add('missing row', `/${at}`, replaced(rows?.toSpliced(at, 1) ?? []));
      const foreign = exchange.caller === 'tenantA' ? rowsOf.get(`${id} tenantB`) : undefined;
      const [foreignRow] = foreign?.values() ?? [];
      if (foreignRow !== undefined)
        add("another tenant's row", `/${at}`, replaced(rows?.with(at, foreignRow) ?? []));
    }
    if (rows)
      rowsOf.set(`${id} ${exchange.caller}`, new Map(rows.entries().map(([at, row]) => [`${at}`, row])));
  }
  return changes;
}

/** Records what an acknowledged write has fixed: the distinctive values that it sent for its resource. */
function noteWrite(
  { operation: id, request, json }: Exchange,
  sent: Map<string, Map<string, SentValue>>,
): void {
  if (id === null || request.method === 'GET') return;
  const resource = namedId(id, request.params) ?? (isObject(json) ? idText(json.id) : undefined);
  if (resource === undefined) return;
  if (request.method === 'DELETE') sent.delete(resource);
  if (!isObject(request.json)) return;
  const facts = sent.get(resource) ?? new Map<string, SentValue>();
  for (const { pointer, name, value } of leavesOf(request.json))
    if (typeof value !== 'object' && isDistinctive(value) && !isSecretMember(name))
      facts.set(pointer, { value, before: facts.get(pointer)?.value });
  sent.set(resource, facts);
}

/** Finds the values beside the id of a resource that a write has sent for it. */
function shownValues(
  scalars: readonly Leaf[],
  idPointer: string,
  facts: ReadonlyMap<string, SentValue> | undefined,
): [Leaf, SentValue][] {
  const holder = `${parentOf(idPointer)}/`;
  return scalars.flatMap((leaf): [Leaf, SentValue][] => {
    // A deployment may show what was sent under a name of its own.
    const fact = facts?.values().find(({ value }) => value === leaf.value);
    return fact !== undefined && leaf.pointer.startsWith(holder) ? [[leaf, fact]] : [];
  });
}

/** Returns the body of a list with other rows. */
function withRows(body: unknown, rows: readonly unknown[], next: readonly unknown[]): unknown {
  if (body === rows) return next;
  const place = leavesOf(body).find(
    ({ pointer, value }) => value === rows && valueAtPointer(body, pointer) === rows,
  );
  return place === undefined ? body : withValueAt(body, place.pointer, next);
}
