// Which ids belong to the run: nothing else on the target is ever written to.
import { UUID } from '../../contract/uuid.ts';
import type { Exchange, SentRequest } from '../model/exchange.ts';

/** Ids a reply mentions without having created them. */
const REFERENCE_MEMBERS = /^(tenant|user|customer|created_by|updated_by|owner|parent)(_id)?$/;

export class OwnedIds {
  readonly #ids = new Set<string>();

  add(...ids: string[]): void {
    for (const id of ids) this.#ids.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Takes over the ids of what a successful write created: those its request did not already name. */
  addCreated(exchange: Exchange): void {
    const { path, body } = exchange.request;
    const idsInRequest = new Set([...path.split(/[/?&=]/), ...valuesInBody(body)]);
    collectIds(exchange.json, (id) => {
      if (!idsInRequest.has(id)) this.#ids.add(id);
    });
  }

  /**
   * The id a call may not write to, or undefined when the call is in order: reading is always, and so is a write whose
   * ids are the run's own, or no ids at all (made wrong on purpose).
   */
  firstForeign(
    { method, path, params }: Pick<SentRequest, 'method' | 'path' | 'params'>,
    deliberateFault: boolean,
  ): string | undefined {
    if (deliberateFault || method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return undefined;
    const inPath = path.split(/[/?&=]/).filter((part) => UUID.test(part));
    return [...Object.values(params), ...inPath].find((id) => !this.#ids.has(id));
  }
}

/** Every text and every number that a JSON body holds as a value. */
function valuesInBody(body: string | null): string[] {
  try {
    const found: string[] = [];
    JSON.parse(body ?? 'null', (_, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') found.push(String(value));
      return value;
    });
    return found;
  } catch {
    return [];
  }
}

/** Ids in a reply: members named `id` or `…_id`, as texts or numbers, and lists of UUIDs. */
function collectIds(value: unknown, found: (id: string) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) {
      if (typeof one === 'string' && UUID.test(one)) found(one);
      else collectIds(one, found);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (REFERENCE_MEMBERS.test(key)) continue;
      if (typeof member === 'object') collectIds(member, found);
      else if (key === 'id' || key.endsWith('_id')) found(String(member));
    }
  }
}
