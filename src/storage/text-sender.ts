// Sends texts to which states refer to a store, each once.
import type { SharedText } from './shared-text.ts';
import { StorageError } from './world-store.ts';

/** What a store answers when it lacks texts to which a change refers; nothing of the change is stored. */
export type MissingTexts = { readonly missing: readonly string[] };

/** Tells whether a store lacks texts. */
export const isMissing = (result: unknown): result is MissingTexts =>
  typeof result === 'object' && result !== null && 'missing' in result;

/** How many hashes of stored texts are kept in memory. */
const MAX_KNOWN = 20_000;
/** How often a change is tried whose texts other processes remove meanwhile. */
const MAX_TRIES = 20;

/** Remembers which texts a store has, so that each is sent once. */
export class TextSender {
  readonly #known = new Set<string>();

  /**
   * Makes a change that refers to texts.
   * @param change stores the change and the given texts, which the store may lack
   * @throws StorageError `unavailable` when the store lacks the texts again and again
   */
  async send<Result>(
    texts: readonly SharedText[],
    change: (fresh: readonly SharedText[]) => Promise<Result | MissingTexts>,
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      const fresh = texts.filter(({ hash }) => !this.#known.has(hash));
      const result = await change(fresh);
      if (!isMissing(result)) {
        if (this.#known.size + fresh.length > MAX_KNOWN) this.#known.clear();
        for (const { hash } of fresh) this.#known.add(hash);
        return result;
      }
      for (const hash of result.missing) this.#known.delete(hash);
      const [unknown] = result.missing.filter((hash) => texts.every((text) => text.hash !== hash));
      if (unknown !== undefined)
        throw new RangeError(`A state refers to the text ${unknown}, which is not given.`);
      if (tries === MAX_TRIES)
        throw new StorageError(
          'unavailable',
          'The texts of a state could not be stored: send the request again.',
        );
    }
  }
}
