// The checks that claim something about the values of replies, for runs against a server whose values are falsified.
import type { Report } from '../../src/suite/run/conform.ts';

const VALUE_CLAIMS =
  /\/(echo|payment-echo|update-persists|nameservers-persist|opening-message|replies-in-order|reply-is-returned|service-of-the-sku|invoice-agrees|total-follows-quantity|total-is-the-sum|wallet-pays-the-total|topup-exact|topups-all-count|invoice-adds-up|resize-shows|mailbox-of-the-domain|unicode)$/;

/** Returns the ids of the checks that claim something about values and that have passed. */
export const passedValueClaims = ({ results }: Report): string[] =>
  results.filter(({ id, verdict }) => verdict === 'pass' && VALUE_CLAIMS.test(id)).map(({ id }) => id);
