// Tests which replies a reply reader accepts, and with which messages it reports other replies.
import { expect, test } from 'vitest';
import type { Evidence, ReplyReader } from '../model/context.ts';
import type { Exchange } from '../model/exchange.ts';
import { exchange } from '../testing/exchange.ts';
import { createReplyReader } from './reply-reader.ts';

class Breach extends Error {
  evidence: Evidence;
  constructor(message: string, evidence: Evidence) {
    super(message);
    this.evidence = evidence;
  }
}
const read = (json: unknown, status = 200): ReplyReader =>
  createReplyReader(exchange({ json, status }), (message, evidence) => {
    throw new Breach(message, evidence);
  });

const order = {
  id: '3f1b0a52-93a0-4f6e-8f7e-0d1f4a2b9c11',
  total: 5,
  services: ['a'],
  config: { plan: 'x' },
};

test('a reply reader returns the values of a valid reply', () => {
  const reader = read(order);
  expect(reader.uuid('/id')).toBe(order.id);
  expect(reader.integer('/total')).toBe(5);
  expect(reader.strings('/services')).toEqual(['a']);
  expect(reader.object('/config')).toEqual({ plan: 'x' });
  expect(reader.at('/config/plan')).toBe('x');
  expect(reader.status(200, 201).status).toBe(200);
});

test.each<[string, (reader: ReplyReader) => unknown]>([
  ['listOrders answered 200, not 404', (reader) => reader.status(404)],
  ['listOrders answered 200, not a refusal', (reader) => reader.refused()],
  ['listOrders: `/total` is not a string', (reader) => reader.string('/total')],
  ['listOrders: `/nothing` is not there', (reader) => reader.at('/nothing')],
  ['listOrders: the body is not an array', (reader) => reader.array()],
  ['listOrders: `/services/0` is not a UUID', (reader) => reader.uuid('/services/0')],
  ['listOrders: the error body has neither of the two shapes', (reader) => reader.error()],
])('a breach of what the reader expects has the message: %s', (message, run) => {
  expect(() => run(read(order))).toThrow(message);
});

test('a reply reader finds an invalid field in any spelling, and reports a field that the reply does not name', () => {
  const body = { message: 'no', errors: { 'items[0].quantity': ['must be a number'] } };
  expect(read(body, 422).invalid('items.0.quantity')).toEqual(['must be a number']);
  expect(() => read(body, 422).invalid('items.0.sku_id')).toThrow('has no entry for `items.0.sku_id`');
  expect(() => read(body, 400).invalid('items.0.quantity')).toThrow('answered 400, not 422');
});

test('the error for a breach contains the expected value, the actual value and the exchange', () => {
  try {
    read({}, 500).status(200, 201);
  } catch (error) {
    expect(error).toMatchObject({
      evidence: { expected: '200 or 201', actual: 500, exchange: { status: 500 } },
    });
  }
  expect.assertions(1);
});

test('a 403 where a success is expected makes the check inconclusive when the call had a credential, whose role may be too weak', () => {
  const request = { ...exchange().request, headers: { authorization: 'Bearer x' } };
  const stop = (kind: string) => (message: string) => {
    throw new Error(`${kind}: ${message}`);
  };
  const reading = (status: number, sent: Exchange['request'] = request): ReplyReader =>
    createReplyReader(exchange({ status, request: sent }), stop('breach'), stop('cannot be told'));
  expect(() => reading(403).success()).toThrow('cannot be told: listOrders answered 403');
  expect(() => reading(404).success()).toThrow('breach: listOrders answered 404');
  expect(() => reading(403, exchange().request).success()).toThrow('breach');
});
