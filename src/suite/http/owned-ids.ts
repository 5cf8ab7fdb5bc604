// Holds the ids that the run owns. The run writes only to resources with these ids.
import { UUID } from '../../contract/uuid.ts';
import { isShortNumber } from '../mapping/ids.ts';
import { leavesOf } from '../mapping/leaves.ts';
import type { Exchange, SentRequest } from '../model/exchange.ts';

/** Matches the names of members with the id of a resource that the reply only refers to and did not create. */
const REFERENCE_MEMBERS = /^(tenant|user|customer|created_by|updated_by|owner|parent)(_id)?$/;

/** The ids that the run owns. */
export class OwnedIds {
  readonly #ids = new Set<string>();
  /** ids that a reply showed before any write created them: they belong to resources of somebody else */
  readonly #foreign = new Set<string>();

  add(...ids: string[]): void {
    for (const id of ids) this.#ids.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /**
   * Adds the ids that a successful write created: the ids in its reply that its request does not contain and that no
   * reply showed before the write.
   */
  addCreated(exchange: Exchange): void {
    const { path, json } = exchange.request;
    const sent = leavesOf(json).map(({ value }) => String(value));
    const idsInRequest = new Set([...path.split(/[/?&=]/), ...sent]);
    collectIds(exchange.json, REFERENCE_MEMBERS, (id) => {
      if (!idsInRequest.has(id) && !this.#foreign.has(id)) this.#ids.add(id);
    });
  }

  /** Records the ids that a reply shows and the run does not own: a later write cannot have created them. */
  noteShown(exchange: Exchange): void {
    collectIds(exchange.json, null, (id) => {
      if (!this.#ids.has(id) && !isShortNumber(id)) this.#foreign.add(id);
    });
  }

  isForeign(id: string): boolean {
    return this.#foreign.has(id) && !this.#ids.has(id);
  }

  /** Finds the first id of a call that the run may not write to. Reads and invalid requests are always allowed. */
  firstForeign(
    { method, path, params }: Pick<SentRequest, 'method' | 'path' | 'params'>,
    deliberateFault: boolean,
  ): string | undefined {
    if (deliberateFault || method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return undefined;
    const inPath = path.split(/[/?&=]/).filter((part) => UUID.test(part));
    return [...Object.values(params), ...inPath].find((id) => !this.#ids.has(id));
  }
}

/** Finds the ids in a reply: members named `id` or `…_id` with strings or numbers, and arrays of UUIDs. */
function collectIds(value: unknown, without: RegExp | null, found: (id: string) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) {
      if (typeof item === 'string' && UUID.test(item)) found(item);
      else collectIds(item, without, found);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (without?.test(key)) continue;
      if (typeof member === 'object') collectIds(member, without, found);
      else if (key === 'id' || key.endsWith('_id')) found(String(member));
    }
  }
}
