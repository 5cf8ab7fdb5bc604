// What a deployment may do otherwise with the bodies of requests: fields that it wants, refuses, converts or ignores.

import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { type OperationId, operation } from '../../contract/operations.ts';
import { validateValue } from '../../contract/validation/validate.ts';
import { nameOf, propertiesOf } from '../../form/families.ts';
import { changeAt, errorsOf, isInvalid, isSuccess, LISTS, setErrors } from '../edits.ts';
import type { ClientRequest, RequestMatcher } from '../exchange.ts';
import { type Apply, changeSent, eachValue, editRequest, type Freedom, freedom } from '../freedom.ts';
import { open } from '../sentences.ts';

const bodyOf = (id: OperationId | null): string => (id === null ? '' : (operation(id).body?.schema ?? ''));
const fieldsRefused = (schema: string, body: unknown): Set<string> =>
  new Set(validateValue(schema, body).map(({ field }) => field));

/** Returns whether a request has a valid body. */
export const hasValidBody = ({ operation: id, json }: Pick<ClientRequest, 'operation' | 'json'>): boolean =>
  isObject(json) && bodyOf(id) !== '' && fieldsRefused(bodyOf(id), json).size === 0;

/**
 * Makes one member of a body invalid, so that the server refuses the request without effect; one that is valid, if there
 * is one.
 * @returns the member, and whether it was valid; null when no member can be made invalid
 */
function poison(id: OperationId, body: JsonObject): { name: string; wasValid: boolean } | null {
  const schema = bodyOf(id);
  const wrong = fieldsRefused(schema, body);
  const names = id === 'createOrder' ? ['payment_method'] : Object.keys(propertiesOf(schema));
  for (const name of names.toSorted((one, other) => Number(wrong.has(one)) - Number(wrong.has(other)))) {
    if (name === 'type' || name === 'metadata') continue;
    const poisoned = { ...body, [name]: { poisoned: [true] } };
    // A schema with alternatives lists members that this body's alternative does not have and does not check.
    if (![...fieldsRefused(schema, poisoned)].some((field) => field.split('.')[0] === name)) continue;
    Object.assign(body, poisoned);
    return { name, wasValid: !wrong.has(name) };
  }
  return null;
}

/** Refuses further fields of requests. The server still refuses who may not ask, and other fields. */
const refusesFields =
  (where: RequestMatcher, messagesOf: (body: JsonObject, id: OperationId) => Record<string, string>): Apply =>
  (p) => {
    type Refused = { messages: Record<string, string>; poisoned: { name: string; wasValid: boolean } };
    const refused = new WeakMap<ClientRequest, Refused>();
    p.request(where, ({ json }, request) => {
      if (request.operation === null || !isObject(json) || bodyOf(request.operation) === '') return;
      const messages = messagesOf(json, request.operation);
      const poisoned = Object.keys(messages).length > 0 ? poison(request.operation, json) : null;
      if (poisoned !== null) refused.set(request, { messages, poisoned });
    });
    p.reply(where, (reply, request) => {
      const found = refused.get(request);
      if (!found) return;
      if (isSuccess(reply)) throw new Error(`${request.operation} accepted a request that had to fail.`);
      if (!isInvalid(reply)) return;
      const errors = { ...errorsOf(reply.json) };
      if (found.poisoned.wasValid) delete errors[found.poisoned.name];
      const further = Object.entries(found.messages).map(([name, message]) => [name, [message]]);
      setErrors(reply.json, { ...errors, ...Object.fromEntries(further) });
    });
  };

/** A member that some deployments require although the contract does not have it. */
export type RequiredMember = {
  name: string;
  example: string | boolean;
  /** the values that are accepted; when left out, every value of the example's type */
  values?: readonly string[];
};

/** Requires further members, which the target file shows. The requests that the specification shows need none. */
export const requires =
  (members: Partial<Record<OperationId, RequiredMember>>): Apply =>
  (p) => {
    p.target((file) => {
      const bodies: JsonObject = isObject(file.bodies) ? file.bodies : {};
      for (const [id, { name, example }] of Object.entries(members))
        bodies[id] = { ...(isObject(bodies[id]) ? bodies[id] : {}), [name]: example };
      file.bodies = bodies;
    });
    refusesFields(Object.keys(members) as OperationId[], (body, id): Record<string, string> => {
      const { name = '', example, values } = members[id] ?? {};
      const given = body[name];
      delete body[name];
      if (given === undefined || given === '') return { [name]: 'This field is required.' };
      if (values)
        return values.includes(String(given)) ? {} : { [name]: `This must be one of: ${values.join(', ')}.` };
      const isRight =
        typeof given === typeof example && String(given).includes('@') === String(example).includes('@');
      return isRight ? {} : { [name]: 'This field is required.' };
    })(p);
  };

/** Returns the paths of the members that a schema does not have. The options of a product may have any name. */
function unknownMembers(schema: string, body: unknown): string[] {
  if (!isObject(body) || schema === 'ProductConfig') return [];
  const properties = propertiesOf(schema);
  return Object.entries(body).flatMap(([name, value]) => {
    const property = properties[name];
    if (!property) return [name];
    const inner = nameOf(property) || nameOf(property.items ?? {});
    if (Object.keys(propertiesOf(inner)).length === 0) return [];
    const values = Array.isArray(value) ? value.map((one, at) => [`${name}.${at}`, one]) : [[name, value]];
    return values.flatMap(([path, one]) => unknownMembers(inner, one).map((rest) => `${path}.${rest}`));
  });
}

/** Converts the scalars of a wrong type to the stated one, as coercing validators do. */
const converts = (where: RequestMatcher): Apply =>
  editRequest(where, ({ json }, request) => {
    for (const field of bodyOf(request.operation) === ''
      ? []
      : fieldsRefused(bodyOf(request.operation), json))
      changeAt(json, field, (value) => {
        if (typeof value === 'number') return String(value);
        return typeof value === 'boolean' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
          ? Number(value)
          : value;
      });
  });

const CONTRACT_NUMBER = 'RV-2024/0381-7';
const WANTING = [
  'createCustomer',
  'createOrder',
  'createTenant',
  'createVps',
  'createHostingAccount',
  'createTicket',
  'createWebhook',
  'createApiKey',
  'createDnsZone',
  'topUpWallet',
] as const;

/** Takes the query parameters from the requests of lists whose names do not match. */
const without = (kept: RegExp): Apply =>
  editRequest(LISTS, (edit) => {
    const query = new URLSearchParams(edit.query);
    for (const name of [...query.keys()]) if (!kept.test(name)) query.delete(name);
    edit.query = query.toString();
  });

export const requests: readonly Freedom[] = [
  freedom(
    'required',
    'whether requests need members that the contract does not have; a 422 names them',
    open.PAYLOADS,
    {
      some: requires({
        createCustomer: { name: 'terms_accepted', example: true },
        createTicket: { name: 'contact_email', example: '{unique}@example.org' },
        createApiKey: { name: 'contact_email', example: '{unique}@example.org' },
        createWebhook: { name: 'purpose_label', example: 'Conformance {unique}' },
        createDnsZone: { name: 'purpose_label', example: 'Conformance {unique}' },
        createVps: { name: 'display_label', example: 'Conformance {unique}' },
      }),
      'of given values': requires({
        createTicket: { name: 'queue', example: 'accounting', values: ['accounting', 'engineering'] },
      }),
    },
    { own: 'none', chance: 30 },
  ),
  freedom(
    'unknown',
    'what becomes of unknown members of a request',
    open.PAYLOADS,
    {
      refused: refusesFields('everything', (body, id) =>
        Object.fromEntries(unknownMembers(bodyOf(id), body).map((name) => [name, 'This field is unknown.'])),
      ),
    },
    { own: 'ignored', chance: 40 },
  ),
  freedom(
    'contract-number',
    'which operation wants a value that only the platform knows',
    open.PAYLOADS,
    eachValue(WANTING, (id) =>
      refusesFields(
        id,
        ({ framework_contract, ...body }): Record<string, string> =>
          framework_contract === CONTRACT_NUMBER || !hasValidBody({ operation: id, json: body })
            ? {}
            : { framework_contract: 'This field must be the number of your framework contract.' },
      ),
    ),
    { incomplete: 'a field is wanted whose value the suite cannot know', chance: 0 },
  ),
  freedom('types-converted', 'whether scalars are converted to their stated types', open.STATUSES, {
    order: converts('createOrder'),
    everywhere: converts('everything'),
    null: editRequest(['createOrder', 'createHostingAccount'], ({ json }) => {
      changeAt(json, 'items.*.config', (config) => config ?? {});
      changeAt(json, 'items.*.sku_id', (sku) => sku ?? 'hosting-pro');
      changeAt(json, 'items.*.quantity', (quantity) => quantity ?? 1);
      changeAt(json, 'payment_method', (method) => method ?? 'wallet');
    }),
  }),
  freedom('config', 'whether the members of `config` are used', open.SKU, {
    ignored: changeSent('createOrder', 'items.*.config', (config) => {
      if (!isObject(config)) return config;
      const { domain: _, plan: __, ...rest } = config;
      return rest;
    }),
  }),
  freedom('filters', 'which query parameters lists have besides those of pages', open.QUERIES, {
    ignored: without(/page|cursor|limit|offset/),
    'searches only': without(/page|cursor|limit|offset|sort|^q$/),
  }),
  freedom('amounts', 'what becomes of a fraction of a cent', open.STATUSES, {
    'rounded down': changeSent(['topUpWallet', 'createPayment'], 'amount', (amount) =>
      typeof amount === 'number' ? Math.floor(amount) : amount,
    ),
  }),
];
