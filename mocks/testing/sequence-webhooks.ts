// For tests of random sequences: random calls on webhook endpoints. The calls of all actors cause the events that are
// delivered.
import type { MoveTools, WeightedMove } from './sequence-move.ts';

const EVENTS = [['*'], ['order.created', 'invoice.paid'], ['customer.created'], ['yet.unknown']];
const URLS = ['https://hooks.example.net/in', 'http://localhost:4000/', 'https://hooks.example.net:70000/'];

/** Builds the random calls on webhook endpoints, with their weights. */
export function webhookMoves({ roll, pick, id, rememberIds, get, post }: MoveTools): WeightedMove[] {
  const hook = (): string => `/webhooks/${id('webhooks')}`;
  const endpoint = () => ({
    url: pick(URLS, 'https://hooks.example.net/in'),
    events: pick(EVENTS, ['*']),
    status: roll() < 0.8 ? 'enabled' : 'disabled',
  });
  return [
    [
      1,
      () => ({
        ...post('create webhook', '/webhooks', endpoint()),
        rememberReply: (answer) => rememberIds('webhooks', answer.id),
      }),
    ],
    [
      1.5,
      () => {
        const body = { status: pick(['enabled', 'disabled', 'asleep'], 'enabled') };
        return { name: 'update webhook', method: 'PUT', path: hook(), body };
      },
    ],
    [
      1,
      () => post('test webhook', `${hook()}/test`, roll() < 0.5 ? undefined : { event_type: 'vps.stopped' }),
    ],
    [0.5, () => get('list webhooks', '/webhooks', pick(['', 'event=order.created', 'status=disabled'], ''))],
    [0.5, () => get('get webhook', hook())],
    [1, () => get('deliveries', `${hook()}/deliveries`, pick(['', 'status=failed', 'sort=created_at'], ''))],
    [0.8, () => ({ name: 'delete webhook', method: 'DELETE', path: hook() })],
  ];
}
