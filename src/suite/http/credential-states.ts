// Holds the state of each configured credential: its token, its tenant, and whether it works.
import type { Exchange } from '../model/exchange.ts';
import { CheckEnded } from '../model/outcome.ts';
import type { Credential, CredentialName, Target } from '../model/target.ts';
import type { Secrets } from '../redaction/secrets.ts';

/** What a run knows of one credential. */
export type CredentialState = {
  credential: Credential;
  /** the token or API key that calls use; null until the first log-in */
  token: string | null;
  /** Unix milliseconds from which on the token is renewed; Infinity when unknown */
  expiresAt: number;
  /** whether the target has accepted it in any call */
  accepted: boolean;
  /** why the credential does not work; null while it may */
  rejection: string | null;
  /** the log-in in progress, shared by parallel calls */
  pending: Promise<string> | null;
  /** the tenant by log-in reply, token or profile; null while unknown */
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

  /** Whether the target file has the credential. */
  has(name: CredentialName): boolean {
    return this.#states.has(name);
  }

  /** Returns the state of a credential. @throws CheckEnded (not applicable) when it is not configured */
  get(name: CredentialName): CredentialState {
    const state = this.#states.get(name);
    if (!state) throw new CheckEnded('not-applicable', `no credential ${name} is given`, { need: name });
    return state;
  }

  /** Returns the state of a credential that may work. @throws CheckEnded when it is rejected or not configured */
  usable(name: CredentialName): CredentialState {
    const state = this.get(name);
    if (state.rejection === null) return state;
    throw new CheckEnded('inconclusive', state.rejection, { blockedBy: blockerId(name) });
  }

  /** Rejects a credential for the rest of the run, and returns the error that ends the check. */
  reject(name: CredentialName, reason: string, exchange?: Exchange): CheckEnded {
    const redacted = this.#secrets.redactText(reason);
    this.get(name).rejection = redacted;
    const evidence = exchange ? { exchange } : {};
    return new CheckEnded('inconclusive', redacted, { blockedBy: blockerId(name), evidence });
  }

  /** Lists the rejected credentials, with the reason. */
  rejected(): { name: CredentialName; reason: string }[] {
    return [...this.#states].flatMap(([name, { rejection }]) =>
      rejection === null ? [] : [{ name: name as CredentialName, reason: rejection }],
    );
  }
}

const blockerId = (name: CredentialName): string => `suite/credential/${name}`;
