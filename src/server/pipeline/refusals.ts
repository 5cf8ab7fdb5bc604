// How refusals are answered: by the entries of the document, and by the mock's own entry for preferences.
import { errorCodes } from '../../contract/error-codes.ts';
import type { ErrorCode } from '../../contract/openapi.ts';
import type { Refusal, RefusalReason } from '../../state/refusal.ts';

/** The refusal of a preference that the mock cannot meet, which is no refusal of the platform. */
const PREFERENCE_INVALID: ErrorCode = {
  status: 400,
  code: 'BAD_REQUEST',
  message:
    'The mock cannot meet a preference of this request (Prefer header, or __prefer): errors says which, and what is allowed.',
};

/** Returns the entry of a refusal: its status, code and message. */
export const refusalEntry = (reason: RefusalReason): ErrorCode =>
  reason === 'PREFERENCE_INVALID' ? PREFERENCE_INVALID : errorCodes()[reason];

/** Writes the message of a refusal: that of its entry, or its own, with the values of the refusal in place of `{name}`. */
export function refusalMessage({ reason, extra, values, sentence }: Refusal): string {
  const message = sentence ?? refusalEntry(reason).message;
  const named: Record<string, unknown> = { ...extra, ...values };
  if (!extra && !values) return message;
  return message.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in named ? String(named[name]) : whole,
  );
}
