// The forms in which webhooks may arrive: the specification shows neither signing nor retries.

/**
 * How webhooks arrive: once and in order, half a minute after the time that they name, as `application/json` with a charset,
 * each twice, those of some seconds in the reverse order and followed by events of earlier states, as JSON over several
 * lines, with a second signature of another secret, beside events of a type that the contract does not have or of records
 * that the client does not know, with further members, without a signature, or without one and under other names.
 */
export const DELIVERY_FORMS = [
  ...['once', 'half a minute late', 'with a charset', 'twice', 'out of order', 'with white space'],
  ...['further types', 'of other records', 'with further members', 'two signatures'],
  ...['unsigned', 'other names'],
] as const;
export type DeliveryForm = (typeof DELIVERY_FORMS)[number];
