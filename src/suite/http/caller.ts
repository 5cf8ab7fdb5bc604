// Who a call is made as, and on whose behalf.
import type { Purpose } from '../model/exchange.ts';
import type { CredentialName } from '../model/target.ts';

/** One way to authenticate. */
export type Caller = {
  /** what reports print */
  label: string;
  /** whose allowance it draws on */
  budgetOwner: string;
  /** the configured credential behind it, whose token is renewed when it ran out; null for raw and anonymous calls */
  credential: CredentialName | null;
  /** the `Authorization` value; null: none */
  authorization: string | null;
};

export const anonymous: Caller = {
  label: 'anonymous',
  budgetOwner: 'anonymous',
  credential: null,
  authorization: null,
};

/** Creates the caller that sends a credential's token or API key. */
export const credentialCaller = (name: CredentialName, token: string): Caller => ({
  label: name,
  budgetOwner: name,
  credential: name,
  authorization: `Bearer ${token}`,
});

/** Why a call is made: who asked for it, within which check. */
export type RequestOrigin = {
  purpose: Purpose;
  /** the check or subject that sends */
  by: string;
  /** the check that runs; empty outside of checks */
  checkId: string;
};
