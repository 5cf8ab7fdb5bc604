// The texts to which the states in a file refer: how many states use each, and which are removed with the last use.
import type { MissingTexts } from '../text-sender.ts';
import type { TextEntry } from './contents.ts';
import type { Rows } from './rows.ts';

/** A text and its hash. */
export type GivenText = readonly [hash: string, text: string];

type Entry = TextEntry & { readonly uses: number };

/** The shared texts of a file. All changes since the last `commit` or `rollBack` belong to one transaction. */
export class TextTable {
  readonly #rows: Rows;
  readonly #entries = new Map<string, Entry>();
  /** the entries before the first change of the transaction; undefined for those that were not there */
  readonly #before = new Map<string, Entry | undefined>();
  #lastId = 0;

  /** @param uses the hashes to which states refer, once for each reference */
  constructor(rows: Rows, texts: ReadonlyMap<string, TextEntry>, uses: Iterable<string>) {
    this.#rows = rows;
    for (const [hash, text] of texts) {
      this.#entries.set(hash, { ...text, uses: 0 });
      this.#lastId = Math.max(this.#lastId, text.id);
    }
    this.use(uses);
    this.#before.clear();
  }

  /** Adds those of the given texts that are needed; returns the hashes of needed texts that are neither given nor there. */
  add(needed: readonly string[], given: readonly GivenText[]): MissingTexts | null {
    const texts = new Map(given);
    const missing = needed.filter((hash) => !this.#entries.has(hash) && !texts.has(hash));
    if (missing.length > 0) return { missing };
    for (const hash of needed) {
      if (this.#entries.has(hash)) continue;
      const body = Buffer.from(texts.get(hash) ?? '');
      this.#lastId += 1;
      this.#rows.insertText(this.#lastId, hash, body);
      this.#set(hash, { id: this.#lastId, bytes: body.length, uses: 0 });
    }
    return null;
  }

  /** Counts uses by a state; `times` -1 when the state is removed. */
  use(hashes: Iterable<string>, times: 1 | -1 = 1): void {
    for (const hash of hashes) {
      const entry = this.#entries.get(hash);
      if (entry) this.#set(hash, { ...entry, uses: entry.uses + times });
    }
  }

  /** The size of texts, in bytes; one that is named several times counts once. */
  bytesOf(hashes: readonly string[]): number {
    return [...new Set(hashes)].reduce((sum, hash) => sum + (this.#entries.get(hash)?.bytes ?? 0), 0);
  }

  read(hash: string): string | undefined {
    const entry = this.#entries.get(hash);
    return entry && this.#rows.readText(entry.id, hash);
  }

  /** Removes the texts that lost their last use in this transaction. */
  removeUnused(): void {
    for (const hash of this.#before.keys()) {
      const entry = this.#entries.get(hash);
      if (entry?.uses !== 0) continue;
      this.#rows.removeText(entry.id);
      this.#entries.delete(hash);
    }
  }

  commit(): void {
    this.#before.clear();
  }

  rollBack(): void {
    for (const [hash, entry] of this.#before)
      if (entry) this.#entries.set(hash, entry);
      else this.#entries.delete(hash);
    this.#before.clear();
  }

  #set(hash: string, entry: Entry): void {
    if (!this.#before.has(hash)) this.#before.set(hash, this.#entries.get(hash));
    this.#entries.set(hash, entry);
  }
}
