// What a test would otherwise not see: the codes on people's phones, and what went out to webhook endpoints.
import type { Personas, Unseen } from '../src/server/content.ts';
import { outgoing } from '../src/server/outgoing.ts';
import type { Store } from './tables.ts';
import { totpCode } from './totp.ts';

const STEP = 30_000;
/** No list is longer. */
const LISTED = 100;

/** @param store the platform's */
export function unseen(store: Store, personas: Personas): Unseen {
  const until = new Date((Math.floor(store.nowMs / STEP) + 1) * STEP).toISOString();
  const codes = Object.entries(personas).flatMap(([persona, { email, totpSecret }]) =>
    totpSecret === undefined
      ? []
      : [
          {
            persona,
            email: email ?? null,
            code: totpCode(totpSecret, store.nowMs),
            valid_until: until.replace('.000Z', 'Z'),
          },
        ],
  );
  const { data } = store.webhook_deliveries.page({ per_page: LISTED });
  const deliveries = data.map((delivery) => {
    const webhook = store.webhooks.find(delivery.webhook_id);
    return { tenant_id: webhook?.tenant_id ?? null, url: webhook?.url ?? null, ...delivery };
  });
  return { codes, deliveries, waiting: outgoing(store).count() };
}
