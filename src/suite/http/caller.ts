// Describes callers: the credential that a call uses, and the check or fixture that sends it.
import type { Purpose } from '../model/exchange.ts';
import type { CredentialName } from '../model/target.ts';

/** One way to authenticate a call. */
export type Caller = {
  /** the name of this caller in reports */
  label: string;
  /** the caller whose rate limit the call counts against */
  budgetOwner: string;
  /**
   * the configured credential, whose token the suite renews when it expires; null for calls without a configured
   * credential
   */
  credential: CredentialName | null;
  /** the value of the `Authorization` header; null sends none */
  authorization: string | null;
};

/** The caller without a credential. */
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

/** Which check or fixture sends a call, and for what purpose. */
export type RequestOrigin = {
  purpose: Purpose;
  /** id of the check or fixture that sends the call */
  by: string;
  /** id of the check that is running; empty outside of checks */
  checkId: string;
};
