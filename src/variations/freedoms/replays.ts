// What the platform may do otherwise with replays of requests that have an Idempotency-Key.
import type { OperationId } from '../../contract/operations.ts';
import { UUID } from '../../contract/uuid.ts';
import { dropHeader, header, isSuccess, refusal, replaceResponse, valueAt } from '../edits.ts';
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
import { open } from '../sentences.ts';

const MONEY: readonly OperationId[] = ['createOrder', 'createPayment', 'topUpWallet'];
const isReplay = (reply: ResponseEdit): boolean => header(reply, 'Idempotent-Replayed') !== undefined;
const isReusedKey = ({ json }: ResponseEdit): boolean =>
  valueAt(json, 'error.code') === 'IDEMPOTENCY_KEY_REUSED';

const onReplays = (edit: (reply: ResponseEdit) => void, isAny = false): Apply =>
  editReply(isAny ? 'everything' : MONEY, (reply) => {
    if ((isAny || isSuccess(reply)) && isReplay(reply)) edit(reply);
  });

function firstReplyAgain(p: Hooks): void {
  const stored = new Map<string, ResponseEdit>();
  p.reply(MONEY, (reply, { bearer, operation, headers }) => {
    const key = `${bearer} ${operation} ${headers['idempotency-key']}`;
    if (isSuccess(reply)) stored.set(key, structuredClone(reply));
    const first = stored.get(key);
    if (first && isReusedKey(reply)) replaceResponse(reply, structuredClone(first));
  });
}

const refusesParallel =
  (status: number): Apply =>
  (p) => {
    const running = new Set<string>();
    const mine = new WeakMap<object, string>();
    p.request(MONEY, (_edit, request) => {
      const key = request.headers['idempotency-key'];
      if (key === undefined) return undefined;
      const name = `${request.bearer} ${key}`;
      const reply = refusal(status, 'IN_FLIGHT', 'The first is still running.');
      if (running.has(name)) return { ...reply, headers: { ...reply.headers, 'Retry-After': '1' } };
      running.add(name);
      mine.set(request, name);
      return undefined;
    });
    p.yieldBefore(MONEY);
    p.reply(MONEY, (_reply, request) => void running.delete(mine.get(request) ?? ''));
  };

export const replays: readonly Freedom[] = [
  freedom('replays', 'the reply to a replayed request', open.REPLAYS, {
    '200': onReplays((reply) => {
      reply.status = 200;
    }),
    'without header': onReplays((reply) => dropHeader(reply, 'Idempotent-Replayed')),
    '200 without header': onReplays((reply) => {
      reply.status = 200;
      dropHeader(reply, 'Idempotent-Replayed');
    }),
    refused: onReplays(
      (reply) => replaceResponse(reply, refusal(409, 'ALREADY_DONE', 'This key was used.')),
      true,
    ),
  }),
  freedom('reused-keys', 'the reply to a used Idempotency-Key with another body', open.REPLAYS, {
    ...eachValue([409, 400], (status) =>
      replaceReply(MONEY, isReusedKey, refusal(status, 'KEY_REUSED', 'Another body.')),
    ),
    'the first reply': firstReplyAgain,
  }),
  freedom(
    'parallel-replays',
    'the reply to a replay while the first request runs',
    open.REPLAYS,
    eachValue([409, 429], refusesParallel),
  ),
  freedom('idempotency-keys', 'which keys are accepted', open.REPLAYS, {
    UUIDs: answerWith(
      'everything',
      refusal(400, 'BAD_IDEMPOTENCY_KEY', 'The key must be a UUID.'),
      ({ headers: { 'idempotency-key': key }, bearer }) =>
        bearer !== null && key !== undefined && !UUID.test(key),
    ),
  }),
];
