// Maps the UUIDs of the mock to the ids of a deployment and back.
import { UUID } from '../contract/uuid.ts';
import { hasOpenIds } from './families.ts';
import type { Form } from './form.ts';

const NOBODY = '00000000-dead-4bad-8bad-000000000000';

/** The ids of one deployment; an id keeps its form for the whole run. */
export class Ids {
  readonly #form: Form['ids'];
  readonly #shown = new Map<string, string | number>();
  readonly #uuids = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** the tenant whose request is read or answered now; its numbers are its own where tenants count for themselves */
  tenant = '';

  constructor(form: Form['ids']) {
    this.#form = form;
  }

  /** Returns the id that the deployment shows for a UUID of the mock. */
  show(uuid: unknown, kind: string): unknown {
    if (this.#form === 'uuid' || !hasOpenIds(kind) || typeof uuid !== 'string') return uuid;
    const series = this.#seriesOf(kind);
    const key = `${series} ${uuid}`;
    const known = this.#shown.get(key);
    if (known !== undefined) return known;
    const id = this.#form.startsWith('numeric') ? this.#number(series) : this.#text(uuid, kind);
    this.#shown.set(key, id);
    this.#uuids.set(`${series} ${id}`, uuid);
    return id;
  }

  /** Returns the mock's UUID of an id. An id that nothing has becomes the UUID of nobody, or stays malformed. */
  read(id: unknown, kind: string): unknown {
    if (this.#form === 'uuid' || !hasOpenIds(kind)) return id;
    if (typeof id !== 'string' && typeof id !== 'number') return id;
    const known = this.#uuids.get(`${this.#seriesOf(kind)} ${id}`);
    if (known !== undefined) return known;
    return UUID.test(String(id)) || this.#isFormed(String(id)) ? NOBODY : id;
  }

  /** Returns whose numbers an id is one of: those of the deployment, of a tenant or of a kind. */
  #seriesOf(kind: string): string {
    if (this.#form === 'numeric per kind') return kind;
    return this.#form === 'numeric per tenant' ? this.tenant : '';
  }

  #number(series: string): number {
    const count = (this.#counts.get(series) ?? 0) + 1;
    this.#counts.set(series, count);
    return this.#form === 'numeric' ? 40_000 + count * 7 : count;
  }

  #isFormed(id: string): boolean {
    return this.#form.startsWith('numeric')
      ? /^\d+$/.test(id)
      : /^[a-z]+_[0-9a-z]+$|^[0-9A-Z-]{9,}$/.test(id);
  }

  #text(uuid: string, kind: string): string {
    const digits = BigInt(`0x${uuid.replaceAll('-', '')}`).toString(36);
    if (this.#form === 'ulid') return `01${digits.toUpperCase().padStart(25, '0').slice(0, 25)}`;
    const short = kind.replaceAll(/[a-z]/g, '').toLowerCase() + kind.slice(1, 3).toLowerCase();
    return this.#form === 'prefixed'
      ? `${short}_${digits}`
      : `${short.toUpperCase()}-${digits.slice(0, 12).toUpperCase()}`;
  }
}
