// Holds the state of each configured credential: its token, its tenant, and whether it works.
import type { Exchange } from '../../model/exchange.ts';
import { CheckEnded } from '../../model/outcome.ts';
import type { Credential, CredentialName, Target } from '../../model/target.ts';
import type { Secrets } from '../../redaction/secrets.ts';

/** The state of one credential during a run. */
export type CredentialState = {
  credential: Credential;
  /** the token or API key that calls use; null until the first log-in */
  token: string | null;
  /** time from which the token is renewed, in Unix milliseconds; Infinity when the expiry is unknown */
  expiresAt: number;
  /** whether the target has accepted the credential in any call */
  accepted: boolean;
  /** why the credential does not work; null as long as it may work */
  rejection: string | null;
  /** the log-in in progress, shared by parallel calls */
  pending: Promise<string> | null;
  /** id of the credential's tenant, as a log-in reply, a token or the profile states it; null while unknown */
  tenant: string | null;
};

/** The states of all configured credentials. */
export class CredentialStates {
  readonly #secrets: Secrets;
  readonly #states = new Map<string, CredentialState>();

  constructor(credentials: Target['credentials'], secrets: Secrets) {
    this.#secrets = secrets;
    for (const [name, credential] of Object.entries(credentials)) {
      this.#states.set(name, {
        credential,
        token: credential.token ?? credential.apiKey ?? null,
        expiresAt: Number.POSITIVE_INFINITY,
        accepted: false,
        rejection: null,
        pending: null,
        tenant: null,
      });
    }
  }

  /** Returns whether the target file contains the credential. */
  has(name: CredentialName): boolean {
    return this.#states.has(name);
  }

  /** Returns the state of a credential. @throws CheckEnded (not applicable) when the credential is not configured */
  get(name: CredentialName): CredentialState {
    const state = this.#states.get(name);
    if (!state) throw new CheckEnded('not-applicable', `no credential ${name} is given`, { need: name });
    return state;
  }

  /**
   * Returns the state of a credential that may work. @throws CheckEnded when the credential is rejected or not
   * configured
   */
  usable(name: CredentialName): CredentialState {
    const state = this.get(name);
    if (state.rejection === null) return state;
    throw new CheckEnded('inconclusive', state.rejection, {
      blockedBy: blockerId(name),
      inconclusiveCause: 'credential-rejected',
    });
  }

  /** Marks a credential as rejected for the rest of the run, and returns the error that ends the check. */
  reject(name: CredentialName, reason: string, exchange?: Exchange): CheckEnded {
    const redacted = this.#secrets.redactText(reason);
    this.get(name).rejection = redacted;
    const evidence = exchange ? { exchange } : {};
    return new CheckEnded('inconclusive', redacted, {
      blockedBy: blockerId(name),
      evidence,
      inconclusiveCause: 'credential-rejected',
    });
  }

  /** Lists the rejected credentials, with the reason. */
  rejected(): { name: CredentialName; reason: string }[] {
    return [...this.#states].flatMap(([name, { rejection }]) =>
      rejection === null ? [] : [{ name: name as CredentialName, reason: rejection }],
    );
  }
}

const blockerId = (name: CredentialName): string => `suite/credential/${name}`;
