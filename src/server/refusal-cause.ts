// Names the cause of an error reply in a few words, for the log and the list of requests.
import { Refusal } from '../state/refusal.ts';

/** The cause of an error reply. */
export type RefusalCause = {
  /** the key of the refusal, such as `VALIDATION_FAILED`, or the name of an internal error; null when nothing failed */
  rule: string | null;
  /** the first fields that were refused, as dotted paths such as `items.0.quantity`; at most five */
  fields: string[];
};

const MAX_FIELDS = 5;
const NO_CAUSE: RefusalCause = { rule: null, fields: [] };

/** Returns the cause of the reply to a request that ended with `error`; null: the request succeeded. */
export function refusalCause(error: Error | null): RefusalCause {
  if (error === null) return NO_CAUSE;
  if (!(error instanceof Refusal)) return { rule: error.name, fields: [] };
  return { rule: error.reason, fields: Object.keys(error.errors ?? {}).slice(0, MAX_FIELDS) };
}
