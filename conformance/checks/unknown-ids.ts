// Every operation on an id that names nothing.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { withId } from '../kit/exhibits.ts';
import { childParams, isListOf } from '../kit/things.ts';
import { check, subject } from '../suite.ts';
import { validBody } from './authentication.ts';
import { removedZone } from './dns.ts';
import { removedWebhook } from './webhooks-deleted.ts';

/** What was deleted without a trace names nothing either: its owner's calls on it, as far as they were made. */
async function onWhatIsGone(t: Context, id: OperationId): Promise<Exchange | undefined> {
  const [zone, webhook] = [await t.made(removedZone), await t.made(removedWebhook)];
  const calls: Partial<Record<OperationId, Exchange | undefined>> = {
    getDnsZone: zone?.after,
    listDnsRecords: zone?.records,
    deleteDnsZone: zone?.again,
    getWebhook: webhook?.after,
    deleteWebhook: webhook?.again,
  };
  return calls[id];
}

/** The same operations on an id that names nothing. */
const unknown = withId.flatMap(({ op }) => {
  // of what tenants may not do at all nothing could be told by their credential
  const who = op.roles.join() === 'platform_admin' ? 'platformAdmin' : 'tenantA';
  const attempt = subject(`${op.id} on an unknown id`, {
    cost: 1,
    make: async (t: Context): Promise<Exchange> => {
      const gone = await onWhatIsGone(t, op.id);
      if (gone?.status === 404) return gone;
      const id = t.unknownId();
      return t.as(who).send(op.id, {
        params: { id, ...(await childParams(t, op, false)) },
        ...validBody(t, op.id, id),
        spoiled: 'an id that names nothing',
      });
    },
  });
  const mode = op.method === 'GET' ? 'read-only' : 'safe';
  const common = { area: op.area, needs: [who], mode, cost: 0, uses: [attempt] } as const;
  const sentence = `refuse ${op.id} on an id that names nothing`;
  const lenient = op.method === 'DELETE';
  return [
    check(`unknown-id/${op.id}`, {
      ...(lenient ? { should: sentence } : { must: sentence }),
      says: 'endpoints/unknown-id-refused',
      group: 'unknown-id/refused',
      after: ['statuses/listed', 'statuses/success-is-no-error'],
      ...common,
      async run(t: Context) {
        await t.proven(who);
        const reply = await t.use(attempt);
        const empty = isListOf(op) && itemsOf(reply.json)?.length === 0;
        if (!empty) t.expect(reply).refused();
      },
    }),
    check(`unknown-id/${op.id}/404`, {
      should: `answer 404 to ${op.id} on an id that names nothing`,
      says: 'endpoints/unknown-id-404',
      group: 'unknown-id/404',
      after: [`unknown-id/${op.id}`, 'statuses/success-is-no-error'],
      ...common,
      async run(t) {
        t.expect(await t.use(attempt)).status(404);
      },
    }),
    ...(lenient
      ? [
          check(`unknown-id/${op.id}/no-crash`, {
            must: `answer ${op.id} on an id that names nothing without a server error`,
            says: 'endpoints/unknown-id-refused',
            group: 'unknown-id/refused',
            ...common,
            async run(t: Context) {
              const reply = await t.use(attempt);
              if (reply.status >= 500)
                t.fail('it is a server error', { actual: reply.status, exchange: reply });
            },
          }),
        ]
      : []),
  ];
});

export const unknownIds = [...unknown];
