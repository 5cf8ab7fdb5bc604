// Lists the side effects that the API does not show: current TOTP codes, and deliveries to webhook endpoints.
import type { Personas, SideEffects } from '../src/server/mock-definition.ts';
import { outboxTable } from '../src/server/outbox-queue.ts';
import { totpCode } from './identity/totp.ts';
import type { Store } from './tables.ts';

const TOTP_STEP_MS = 30_000;
/** The maximum number of deliveries in the list of side effects. */
const MAX_LISTED = 100;

/** Lists the current TOTP codes of personas and the latest deliveries to webhook endpoints. */
export function sideEffects(store: Store, personas: Personas): SideEffects {
  const until = new Date((Math.floor(store.nowMs / TOTP_STEP_MS) + 1) * TOTP_STEP_MS).toISOString();
  const codes = Object.entries(personas).flatMap(([persona, { email, totpSecret }]) =>
    totpSecret === undefined
      ? []
      : [
          {
            persona,
            email: email ?? null,
            code: totpCode(totpSecret, store.nowMs),
            at: store.now,
            valid_until: until.replace('.000Z', 'Z'),
          },
        ],
  );
  const { data } = store.webhook_deliveries.page({ per_page: MAX_LISTED });
  const deliveries = data.map((delivery) => {
    const webhook = store.webhooks.find(delivery.webhook_id);
    return { tenant_id: webhook?.tenant_id ?? null, url: webhook?.url ?? null, ...delivery };
  });
  return { codes, deliveries, waiting: outboxTable(store).count() };
}
