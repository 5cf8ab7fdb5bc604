// Tells the callers of recorded traffic apart by what they authenticate with.
import { sha256Hex } from '../../../contract/digest.ts';
import { isObject } from '../../../contract/is-object.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Target } from '../../model/target.ts';
import { jwtClaims, tenantIdIn, tokenIn } from './login-reply.ts';

/** Tells the callers of recorded traffic apart without showing what they authenticate with. */
export class Callers {
  /** credential as sent → label */
  readonly #labels = new Map<string, string>();
  /** tenant → label of its first user */
  readonly #tenants = new Map<string, string>();
  readonly #emails = new Map<string, string>();
  /** the values that successful replies have shown */
  readonly shown = new Set<unknown>();

  constructor(credentials: Target['credentials']) {
    for (const [name, { token, apiKey, email }] of Object.entries(credentials)) {
      for (const secret of [token, apiKey]) if (secret !== undefined) this.#labels.set(secret, name);
      if (email !== undefined) this.#emails.set(email, name);
    }
  }

  /** Returns the name of a caller: of the target file, or of the tenant whose first user it is, or else a fingerprint. */
  labelOf(headers: Readonly<Record<string, string>>): string {
    const sent = headers.authorization ?? headers['x-api-key'] ?? headers.cookie;
    if (sent === undefined) return 'anonymous';
    const secret = sent.replace(/^\w+ /, '');
    const { sub, tenant_id } = jwtClaims(secret);
    const tenant = typeof tenant_id === 'string' ? tenant_id.toLowerCase() : null;
    return this.#labels.get(secret) ?? this.#name(typeof sub === 'string' ? sub : secret, tenant, secret);
  }

  /** Learns from the reply to a log-in whose token it shows. */
  learn(exchange: Exchange): void {
    const token = exchange.operation === null ? null : tokenIn(exchange);
    const { json } = exchange;
    if (token === null || !isObject(json)) return;
    const user = isObject(json.user) ? json.user : {};
    const email = this.#emails.get(String(user.email));
    if (email !== undefined) this.#labels.set(token, email);
    else if (typeof user.id === 'string') this.#name(user.id, tenantIdIn(json), token);
  }

  #name(user: string, tenant: string | null, secret: string): string {
    const print = `caller ${sha256Hex(user).slice(0, 8)}`;
    const first = tenant === null ? print : (this.#tenants.get(tenant) ?? print);
    if (tenant !== null) this.#tenants.set(tenant, first);
    const place = first === print ? [...this.#tenants.values()].indexOf(print) : -1;
    const label = ['tenantA', 'tenantB'][place] ?? print;
    this.#labels.set(secret, label);
    return label;
  }
}
