// Planted faults: media types and the characters of text.

import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Mutant } from './mutant.ts';
import { each, isSuccess, refusal, replaceResponse, setHeader } from './response-edits.ts';

/** UTF-8 read as if every byte were a character of its own. */
const mangled = (value: unknown): unknown => {
  if (typeof value === 'string') return Buffer.from(value, 'utf8').toString('latin1');
  if (Array.isArray(value)) return value.map(mangled);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mangled(member)]))
    : value;
};

export const headers: readonly Mutant[] = [
  ...each(['text/html', 'text/plain'], (media) =>
    stated(
      `representation/wrong-content-type[${media}]`,
      `orders are labelled ${media}`,
      'service/json-bodies',
      'bodies/labelled-json',
      (p) =>
        p.reply(['listOrders', 'getOrder', 'createOrder'], (reply) => {
          if (isSuccess(reply)) setHeader(reply, 'Content-Type', media);
        }),
    ),
  ),
  stated(
    'representation/json-truncated',
    'an invoice is cut short and no longer JSON',
    'service/json-bodies',
    'bodies/parse',
    (p) =>
      p.reply('getInvoice', (reply) => {
        if (isSuccess(reply)) reply.raw = JSON.stringify(reply.json).slice(0, -20);
      }),
  ),
  ...each([401, 403, 404, 422], (status) =>
    stated(
      `errors/html-page[${status}]`,
      `${status} comes with an HTML page`,
      ['errors/two-shapes', 'service/json-bodies'],
      'errors/one-of-two-shapes',
      (p) =>
        p.reply('everything', (reply) => {
          if (reply.status !== status) return;
          setHeader(reply, 'Content-Type', 'text/html');
          reply.raw = `<html><body><h1>${status}</h1></body></html>`;
        }),
    ),
  ),
  chosen(
    'validation/text-plain-accepted',
    'a body labelled text/plain is taken for JSON',
    'errors/wrong-media-type',
    'validation/text-plain',
    (p) =>
      p.request('everything', (change) => {
        if (change.headers['content-type'] !== undefined) change.headers['content-type'] = 'application/json';
        return undefined;
      }),
  ),
  stated(
    'routes/json-request-415',
    'top-ups labelled application/json are answered 415',
    ['service/json-requests', 'errors/status-codes', 'endpoints/wallet-topup'],
    'routes/json-requests',
    (p) =>
      p.reply('topUpWallet', (reply) => {
        if (isSuccess(reply)) replaceResponse(reply, refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send a form.'));
      }),
  ),
  follows(
    'representation/unicode-mangled',
    'characters beyond ASCII are mangled',
    'service/unicode-survives',
    'customers/unicode',
    (p) => p.handler(['createCustomer', 'updateCustomer'], ({ body }, go) => go({ body: mangled(body) })),
  ),
];
