// Defects of the scope of an idempotency key: the mock mixes up keys of different tenants, endpoints or bodies, or
// stores refusals.
import { chosen, follows, stated } from './define-mutant.ts';
import { each, isSuccess, jsonResponse, refusal, replaceResponse } from './edits/response-edits.ts';
import { keyOf, PURCHASES, REPLAY_IS_ONE } from './idempotency.ts';
import type { Mutant, ResponseEdit } from './mutant.ts';

const WITHOUT_KEY = {
  createOrder: 'idempotency/key-is-optional',
  createPayment: 'idempotency/payment-without-key',
  topUpWallet: 'idempotency/topup-without-key',
} as const;

export const idempotencyKeys: readonly Mutant[] = [
  follows(
    'idempotency/key-shared-across-tenants',
    'an idempotency key belongs to the first caller of any tenant',
    ['idempotency/key-within-tenant', 'service/own-tenant-only'],
    'idempotency/key-within-tenant',
    (p) => {
      for (const step of ['replay', 'remember']) {
        p.step(step, PURCHASES, (call, go) => {
          const { caller } = call;
          call.caller = { ...caller, id: 'anybody', tenantId: null };
          try {
            return go();
          } finally {
            call.caller = caller;
          }
        });
      }
    },
  ),
  ...each(['createOrder', 'createEmailService'] as const, (operation) =>
    follows(
      `idempotency/key-shared-across-tenants[${operation}]`,
      `a key of ${operation} belongs to the first caller of any tenant`,
      ['idempotency/key-within-tenant', 'service/own-tenant-only'],
      `idempotency/key-within-tenant/${operation}`,
      (p) => {
        const first = new Map<string, unknown>();
        p.reply(operation, (reply, { headers }) => {
          const key = headers['idempotency-key'];
          if (key === undefined) return;
          if (first.has(key)) replaceResponse(reply, jsonResponse(201, first.get(key)));
          else if (isSuccess(reply)) first.set(key, structuredClone(reply.json));
        });
      },
    ),
  ),
  chosen(
    'idempotency/other-body-repeats',
    'the same key with another body is a second operation',
    'idempotency/other-body',
    'idempotency/other-body',
    (p) => {
      for (const step of ['replay', 'remember']) {
        p.step(step, PURCHASES, (call, go) => {
          const { idempotencyKey } = call;
          if (idempotencyKey !== null)
            call.idempotencyKey = `${idempotencyKey} ${JSON.stringify(call.request.json)}`;
          try {
            return go();
          } finally {
            call.idempotencyKey = idempotencyKey;
          }
        });
      }
    },
  ),
  chosen(
    'idempotency/other-endpoint-replayed',
    'a key replays the answer of another endpoint',
    'idempotency/other-endpoint',
    'idempotency/other-endpoint',
    (p) => {
      const stored = new Map<string, { operation: string | null; reply: ResponseEdit }>();
      p.request(PURCHASES, (_edit, request) => {
        const last = stored.get(`${request.bearer} ${keyOf(request)}`);
        return last && last.operation !== request.operation ? structuredClone(last.reply) : undefined;
      });
      p.reply(PURCHASES, (reply, request) => {
        if (isSuccess(reply) && keyOf(request) !== null) {
          stored.set(`${request.bearer} ${keyOf(request)}`, {
            operation: request.operation,
            reply: structuredClone(reply),
          });
        }
      });
    },
  ),
  ...each([422, 401], (status) =>
    chosen(
      `idempotency/refusal-uses-up-key[${status}]`,
      `an attempt refused with ${status} uses up its key`,
      'idempotency/refusal-keeps-key',
      status === 422 ? 'idempotency/refused-keeps-the-key' : 'idempotency/unauthenticated-keeps-the-key',
      (p) => {
        const refused = new Map<string, ResponseEdit>();
        p.request(PURCHASES, (_edit, request) => {
          const reply = refused.get(keyOf(request) ?? '');
          return reply && structuredClone(reply);
        });
        p.reply(PURCHASES, (reply, request) => {
          const key = keyOf(request);
          if (reply.status === status && key !== null) refused.set(key, structuredClone(reply));
        });
      },
    ),
  ),
  ...each(PURCHASES, (operation) =>
    follows(
      `idempotency/key-required[${operation}]`,
      `${operation} demands an Idempotency-Key`,
      'idempotency/key-is-optional',
      WITHOUT_KEY[operation],
      (p) =>
        p.request(operation, (_edit, request) =>
          keyOf(request) === null && request.bearer !== null
            ? refusal(400, 'IDEMPOTENCY_KEY_REQUIRED', 'Send an Idempotency-Key.')
            : undefined,
        ),
    ),
  ),
  follows(
    'idempotency/header-case-sensitive',
    'the header works in one letter case only',
    ['idempotency/header-case', REPLAY_IS_ONE],
    'idempotency/order-replay-services',
    (p) =>
      p.request(PURCHASES, (change, { headerNames }) => {
        if (!headerNames.includes('Idempotency-Key')) delete change.headers['idempotency-key'];
        return undefined;
      }),
  ),
  stated(
    'idempotency/session-payment-keys-ignored',
    'idempotency keys of sessions are ignored',
    'idempotency/replay-is-one-operation',
    'idempotency/order-replay-services',
    (p) => {
      for (const step of ['replay', 'remember'])
        p.step(step, ['createPayment', 'createOrder', 'topUpWallet'], (call, go) => {
          const k = call.idempotencyKey;
          if (call.caller.kind === 'session') call.idempotencyKey = null;
          try {
            return go();
          } finally {
            call.idempotencyKey = k;
          }
        });
    },
  ),
];
