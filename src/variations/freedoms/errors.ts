// What a deployment may do otherwise when it refuses a request: the form of error bodies, statuses, field names.

import { isObject } from '../../contract/is-object.ts';
import { operations } from '../../contract/operations.ts';
import { UUID } from '../../contract/uuid.ts';
import {
  changeAt,
  changeMembers,
  errorsOf,
  invalidFields,
  isInvalid,
  isSuccess,
  jsonResponse,
  NOT_FOUND,
  page,
  refusal,
  replaceResponse,
  setAt,
  setErrors,
  textAt,
  valueAt,
} from '../edits.ts';
import type { Hooks, ResponseEdit } from '../exchange.ts';
import {
  type Apply,
  answerWith,
  eachValue,
  editReply,
  type Freedom,
  freedom,
  replaceReply,
} from '../freedom.ts';
import { randomOf } from '../random.ts';
import { open } from '../sentences.ts';

const code = ({ json }: ResponseEdit): string => textAt(json, 'error.code');

const onErrors = (edit: (reply: ResponseEdit) => void): Apply =>
  editReply('everything', (reply) => {
    if (reply.status >= 400) edit(reply);
  });

/**
 * @param errors the value of `errors` when there is none; when left out, the member stays absent
 * @param isFlat tells which refusals have the flat form
 */
const flat = (errors?: unknown, isFlat: (reply: ResponseEdit) => boolean = () => true): Apply =>
  onErrors((reply) => {
    const error = valueAt(reply.json, 'error');
    if (!isObject(error) || !isFlat(reply)) return;
    const { code: _, errors: own, ...members } = error;
    const all = own ?? structuredClone(errors);
    reply.json = { ...members, ...(all === undefined ? {} : { errors: all }) };
  });

const is422 = ({ status }: ResponseEdit): boolean => status === 422;

const alternate: Apply = (p) => {
  let count = 0;
  flat(undefined, (reply) => is422(reply) && count++ % 2 === 1)(p);
};

const errorsElsewhere = (errors: unknown): Apply =>
  onErrors((reply) => {
    if (reply.status !== 422 && isObject(valueAt(reply.json, 'error')))
      setAt(reply.json, 'error.errors', structuredClone(errors));
  });

/** Replies 403 to some requests with an id that another tenant was shown. */
const foreign =
  (is403: (path: string) => boolean): Apply =>
  (p) => {
    const owners = new Map<string, string>();
    p.reply('everything', async (reply, request) => {
      if (request.bearer === null || request.path.startsWith('/tenants')) return;
      const tenant = await p.tenantOf(request);
      if (isSuccess(reply)) {
        changeMembers(
          structuredClone(reply.json),
          (name) => name === 'id',
          (id) => owners.has(String(id)) || owners.set(String(id), tenant),
        );
        return;
      }
      const owner = owners.get(request.params.id ?? '');
      if (reply.status === 404 && owner !== undefined && owner !== tenant && is403(request.path))
        replaceResponse(reply, refusal(403, 'FORBIDDEN', 'This is not yours.'));
    });
  };

/** Changes the field errors of a refusal: `edit` gets the messages of a field. */
const onFieldErrors = (edit: (messages: unknown[], field: string) => unknown): Apply =>
  onErrors((reply) => {
    const errors = errorsOf(reply.json);
    for (const [field, messages] of Object.entries(errors)) errors[field] = edit([messages].flat(), field);
  });

/** Returns whether a message lists the allowed billing cycles, which it must, under whatever field it stands. */
const listsCycles = (message: unknown): boolean => String(message).includes('semi_annual');

function otherMessages(p: Hooks): void {
  const inWords = (words: string) => (message: unknown) => (listsCycles(message) ? message : words);
  onErrors(({ json }) =>
    changeAt(
      json,
      valueAt(json, 'error') ? 'error.message' : 'message',
      inWords('The platform did <not> do this & that.'),
    ),
  )(p);
  onFieldErrors((messages, field) =>
    /billing_cycle/.test(field)
      ? messages
      : [...new Set(messages.map(inWords('This value is not accepted.')))],
  )(p);
}

const CODES: Readonly<Record<string, (code: string) => string>> = {
  dotted: (code) => `error.${code.toLowerCase().replaceAll('_', '.')}`,
  kebab: (code) => code.toLowerCase().replaceAll('_', '-'),
  numeric: (code) => `E${1000 + Math.floor(randomOf(1, code) * 9000)}`,
};

const cycleMessage = (message: string): Apply =>
  onFieldErrors((messages, field) => (field.endsWith('billing_cycle') ? [message] : messages));

function wholeRefusal(p: Hooks): void {
  p.reply('everything', (reply) => {
    const errors = valueAt(reply.json, 'error.errors');
    const name = isObject(errors)
      ? Object.keys(errors).find((key) => key.endsWith('billing_cycle'))
      : undefined;
    if (reply.status !== 422 || !isObject(errors) || name === undefined) return;
    setAt(reply.json, 'error.message', [errors[name]].flat().join(' '));
    setAt(reply.json, 'error.errors', { ...errors, [name]: ['is not allowed'] });
  });
}

const mergeKeys = (rename: (key: string) => string): Apply =>
  onErrors((reply) => {
    if (!isInvalid(reply)) return;
    const merged: Record<string, unknown[]> = {};
    for (const [key, messages] of Object.entries(errorsOf(reply.json)))
      merged[rename(key)] = [...(merged[rename(key)] ?? []), ...(Array.isArray(messages) ? messages : [])];
    setErrors(reply.json, merged);
  });

const ASYNCHRONOUS =
  /^(start|stop|reboot|resize|create|terminate)(Vps|Certificate|HostingAccount|Tenant)$|^(register|transfer|renew)Domain$/;

const accepted = (status: number, includes: (operation: string) => boolean): Apply =>
  editReply('everything', (reply, { operation, method }) => {
    const isStated = ['login', 'createOrder', 'refreshSession', 'verifyTwoFactor'].includes(
      operation ?? 'login',
    );
    if (isSuccess(reply) && method !== 'GET' && !isStated && includes(operation ?? '')) reply.status = status;
  });

export const errors: readonly Freedom[] = [
  freedom(
    'messages',
    'error messages, except those that must list allowed values',
    open.MESSAGES,
    { other: otherMessages },
    { chance: 60 },
  ),
  freedom(
    'codes',
    'error codes other than VALIDATION_FAILED',
    open.CODES,
    eachValue(Object.keys(CODES), (form) =>
      onErrors(({ json }) =>
        changeAt(json, 'error.code', (own) =>
          own === 'VALIDATION_FAILED' ? own : CODES[form]?.(String(own)),
        ),
      ),
    ),
    { chance: 60 },
  ),
  freedom(
    'errors',
    'which of the error bodies a reply has',
    open.SHAPES,
    {
      'flat 422': flat(undefined, is422),
      alternate,
      flat: flat(),
      'flat, empty errors': flat({}),
      'flat, null errors': flat(null),
      'empty list of errors': errorsElsewhere([]),
      'empty errors': errorsElsewhere({}),
      'null errors': errorsElsewhere(null),
    },
    { own: 'envelope', many: true },
  ),
  freedom(
    'foreign-ids',
    "the reply to another tenant's id",
    open.STATUSES,
    { '403': foreign(() => true), mixed: foreign((path) => /^\/(orders|customers)/.test(path)) },
    { own: '404' },
  ),
  freedom(
    'malformed-json',
    'the reply to a body that is no JSON',
    open.STATUSES,
    {
      '422': replaceReply(
        'everything',
        (reply) => reply.status === 400 && code(reply).startsWith('MALFORMED'),
        invalidFields({ body: 'This is no JSON.' }),
      ),
    },
    { own: '400' },
  ),
  freedom(
    'unknown-customer',
    'the reply to a request for an unknown customer',
    open.STATUSES,
    {
      '404': replaceReply(
        'everything',
        ({ status, json }) =>
          status === 422 &&
          Object.keys(errorsOf(json)).join() === 'customer_id' &&
          /no such customer/i.test(JSON.stringify(json)),
        NOT_FOUND,
      ),
    },
    { own: '422' },
  ),
  freedom('malformed-ids', 'who refuses ids that cannot be ids', open.STATUSES, {
    'the service, 400': replaceReply(
      'everything',
      ({ status }, { params }) => status === 404 && Object.values(params).some((id) => !UUID.test(id)),
      refusal(400, 'BAD_ID', 'This cannot be an id.'),
    ),
    'a page of the gateway': answerWith('everything', page(400), ({ path }) =>
      /\/[^/]*[^\w/.-][^/]*/.test(path),
    ),
  }),
  freedom('item-errors', 'how an error inside an order item is named', open.FIELD_NAMES, {
    items: mergeKeys((key) => key.replace(/^items\..*/, 'items')),
    'items.0': mergeKeys((key) => key.replace(/^(items\.\d+)\..*/, '$1')),
    config: mergeKeys((key) => key.replace(/(^|\.)config\..*/, '$1config')),
  }),
  freedom('cycle-message', 'the wording of the allowed billing cycles', open.CYCLE_MESSAGE, {
    pattern: cycleMessage(
      'Erlaubt: semi_annual, quarterly, monthly, one_time, hourly, <N>_year (N = 1 … 10).',
    ),
    order: cycleMessage(
      `Les valeurs admises: ${Array.from({ length: 10 }, (_, n) => `${10 - n}_year`).join(' | ')} | semi_annual | quarterly | monthly | one_time | hourly`,
    ),
    'whole refusal': wholeRefusal,
  }),
  freedom(
    'insufficient-funds',
    'the reply to an order that the wallet cannot pay',
    open.STATUSES,
    eachValue([402, 409, 400], (status) =>
      replaceReply(
        'everything',
        (reply) => reply.status >= 400 && code(reply) === 'INSUFFICIENT_FUNDS',
        refusal(status, 'PAYMENT_REQUIRED', 'Not enough.'),
      ),
    ),
    { own: '422' },
  ),
  freedom(
    'conflicts',
    'the reply to an action that the state does not allow',
    open.STATUSES,
    eachValue([400, 402, 409, 423, 424], (status) =>
      onErrors((reply) => {
        if (reply.status === 422 && !['VALIDATION_FAILED', ''].includes(code(reply)))
          replaceResponse(reply, refusal(status, code(reply), 'The state does not allow it.'));
      }),
    ),
    { own: '422' },
  ),
  freedom(
    'deleted',
    'the reply to the id of what was deleted',
    open.STATUSES,
    {
      '410': (p) => {
        const ended = new Set<string>();
        p.reply('everything', (reply, { method, path, operation }) => {
          if (method === 'DELETE' && isSuccess(reply) && operation !== null) ended.add(path);
          else if (
            reply.status === 404 &&
            [...ended].some((one) => path === one || path.startsWith(`${one}/`))
          )
            replaceResponse(reply, refusal(410, 'GONE', 'It was deleted.'));
        });
      },
    },
    { own: '404' },
  ),
  freedom('second-delete', 'the reply to a deletion of what was deleted', open.STATUSES, {
    '200': (p) => {
      const deleted = new Set<string>();
      p.reply(
        ['deleteDnsZone', 'deleteDnsRecord', 'deleteMailbox', 'deleteWebhook'],
        (reply, { path, bearer }) => {
          if (isSuccess(reply)) deleted.add(`${bearer} ${path}`);
          if (reply.status === 404 && deleted.has(`${bearer} ${path}`))
            replaceResponse(reply, jsonResponse(200, { deleted: true }));
        },
      );
    },
  }),
  freedom('accepted', 'the status of what is accepted', open.STATUSES, {
    '200 for creations': accepted(200, (operation) =>
      operations.some(({ id, success }) => id === operation && success === 201),
    ),
    '202': accepted(202, () => true),
    '202 where it takes time': accepted(202, (operation) => ASYNCHRONOUS.test(operation)),
    '201 for actions': accepted(201, (operation) =>
      /^(suspend|unsuspend|renew|cancelOrder|reset|reissue|start|stop|reboot|resize|close|test|terminateService)/.test(
        operation,
      ),
    ),
  }),
];
