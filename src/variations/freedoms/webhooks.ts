// What webhook endpoints a deployment accepts, and which deliveries it lists.

import { changeAt, changeMembers, hideRows, invalidFields, onEachRecord, textAt } from '../edits.ts';
import type { Hooks } from '../exchange.ts';
import { type Apply, answerWith, editReply, type Freedom, freedom } from '../freedom.ts';
import { open } from '../sentences.ts';

const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\])/;

const publicAddressesOnly: Apply = answerWith(
  ['createWebhook', 'updateWebhook'],
  invalidFields({ url: 'The address must be public.' }),
  ({ json, bearer }) => bearer !== null && LOCAL.test(textAt(json, 'url')),
);

function deliversNothing(p: Hooks): void {
  const real = new Map<string, string>();
  p.request(['createWebhook', 'updateWebhook'], ({ json }) =>
    changeAt(json, 'url', (url) => {
      if (!LOCAL.test(String(url))) return url;
      const away = `https://undelivered-${real.size}.invalid/`;
      real.set(away, String(url));
      return away;
    }),
  );
  p.reply(
    ({ path }) => path.startsWith('/webhooks'),
    (reply) =>
      changeMembers(
        reply.json,
        (name) => name === 'url',
        (url) => real.get(String(url)) ?? url,
      ),
  );
  onEachRecord(p, 'listWebhookDeliveries', (row) =>
    Object.assign(row, { status: 'failed', response_status: null, error: 'No connection.' }),
  );
}

export const webhooks: readonly Freedom[] = [
  freedom('test-deliveries', 'whether a test payload is listed among the attempts', open.DELIVERIES, {
    'not listed': editReply('listWebhookDeliveries', (reply) =>
      hideRows(reply, (row) => /test|ping/i.test(JSON.stringify(row))),
    ),
  }),
  freedom(
    'webhook-addresses',
    'which addresses an endpoint may have',
    open.DELIVERIES,
    {
      'public ones': publicAddressesOnly,
      'local ones get nothing': deliversNothing,
    },
    { allow: ['webhooks'], incomplete: 'nothing is delivered to the receiver of the suite' },
  ),
];
