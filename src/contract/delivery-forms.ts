// The forms in which webhooks may arrive: the specification shows neither signing nor retries.

/**
 * How webhooks arrive: once and in order, each twice, those of some seconds in the reverse order, as JSON over several
 * lines, with a second signature of another secret, beside events of a type that the contract does not have or of records
 * that the client does not know, with further members, without a signature, or without one and under other names.
 */
export const DELIVERY_FORMS = [
  ...['once', 'twice', 'out of order', 'with white space', 'two signatures', 'further types'],
  ...['of other records', 'with further members'],
  ...['unsigned', 'other names'],
] as const;
export type DeliveryForm = (typeof DELIVERY_FORMS)[number];
