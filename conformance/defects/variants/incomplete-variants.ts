// Names the lawful variants against which a run may end incomplete.
import type { LawfulVariant } from '../mutant.ts';

/** The beginning of the ids of variants → why a run against them may leave stated sentences unjudged. */
export const incompleteVariants: Readonly<Record<string, string>> = {
  'variant/orders-refused[': 'orders or other purchases are refused, so what they create cannot be judged',
  'variant/one-more-field[': 'a field is wanted whose value the suite cannot know',
  'variant/new-resource-refused[renewService]': 'a renewal is refused as too early',
  'variant/new-resource-refused[getHostingStats]': 'a new account has no statistics yet',
  'variant/tenant-read-forbidden': 'a tenant cannot be read, so its update cannot be judged',
  'variant/provisioning-speed[manual]': 'nothing is ever set up, so its actions cannot be judged',
  'variant/currency-codes[': 'a payment in the currency of the request bodies is refused',
  'variant/flat-errors[flat': 'the reply to the log-in names the 2FA challenge in no known member',
  'variant/created-beside[createVps server]': 'the id of an instance is not where the suite reads it',
  'variant/created-beside[whole]': 'the id of a record is not where the suite reads it',
  'variant/purchase-answers[': 'a purchase is answered without the id of what it creates',
  'variant/states-hidden': 'no record shows when an action is possible, or what the action changed',
  'variant/refresh-token-in-body': 'the payload of a refresh is not stated, and this one wants another',
  'variant/topup-later[': 'the balance does not rise during the run, so top-ups cannot be judged',
  'variant/connection-closed-once': 'an action that may not be repeated may meet the closed connection',
  'variant/others-move-balance[': 'others move money in the wallet, so amounts cannot be compared',
  'variant/others-act-beside[': 'others move money in the wallet, so amounts cannot be compared',
  'variant/others-order-for-customer[': 'customers cannot be created',
};

/** Marks the variants against which a run may end incomplete. */
export const markIncomplete = (variants: readonly LawfulVariant[]): LawfulVariant[] =>
  variants.map((row) =>
    Object.keys(incompleteVariants).some((prefix) => row.id.startsWith(prefix))
      ? { ...row, mayBeIncomplete: true }
      : row,
  );
