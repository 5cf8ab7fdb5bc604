// Decides when the state of a world is stored as a new base instead of the records so far, and encodes the base while
// requests go on.
import type { WorldServer } from '../server/app.ts';
import { captureState, encodeInSteps, encodeState, type StateText, sizeOf } from './state-text.ts';

/** An encoded base, and the number of the last record that it contains. */
type Base = StateText & { readonly seq: number };

/** What is stored of a world: the sizes of the base and of the records after it, in characters. */
export type StoredSizes = {
  readonly baseSize: number;
  readonly recordsSize: number;
  /** the snapshots that the records restore */
  readonly restored: Iterable<string>;
  /** the size at which records are replaced by a base; when left out, the size of the base and at least 1,048,576 */
  readonly maxRecordsSize?: number;
};

/** The least size at which records are replaced by a base, in characters. */
const MIN_RECORDS_SIZE = 1_048_576;

/** The size up to which records are left when a world is put down, in characters: about 20 orders. */
const MAX_FEW_RECORDS_SIZE = 65_536;

/** The bases of one world. Its methods are called while no transaction is open. */
export class BaseWriter {
  readonly #worldServer: WorldServer;
  readonly #maxRecordsSize: number | undefined;
  #baseSize: number;
  #recordsSize: number;
  /** the snapshots that records after the base restore */
  #restored: Set<string>;
  #isRequired = false;
  /** the base that is encoded in steps: the size of the records that it replaces, and the snapshots restored since */
  #step: { readonly size: number; readonly restored: Set<string> } | null = null;
  #encoded: Base | null = null;

  constructor(worldServer: WorldServer, stored: StoredSizes) {
    this.#worldServer = worldServer;
    this.#maxRecordsSize = stored.maxRecordsSize;
    this.#baseSize = stored.baseSize;
    this.#recordsSize = stored.recordsSize;
    this.#restored = new Set(stored.restored);
  }

  /** Tells whether the next append must store a base, because changes are in no record. */
  get isRequired(): boolean {
    return this.#isRequired;
  }

  /** Tells whether a base was encoded in steps, so that the next append stores it. */
  get isEncoded(): boolean {
    return this.#encoded !== null;
  }

  /** Tells whether the next start would be faster with a new base. A few records take less time than a base. */
  get isWorthwhile(): boolean {
    return this.#recordsSize > Math.min(this.#maxRecordsSize ?? MAX_FEW_RECORDS_SIZE, MAX_FEW_RECORDS_SIZE);
  }

  /**
   * Counts a queued record.
   * @param snapshot the snapshot that the record restores
   */
  recorded(record: string, snapshot?: string): void {
    this.#recordsSize += record.length;
    if (snapshot === undefined) return;
    this.#restored.add(snapshot);
    this.#step?.restored.add(snapshot);
  }

  /** Tells whether records after the base restore a snapshot. */
  restores(snapshot: string): boolean {
    return this.#restored.has(snapshot);
  }

  /** Makes the next append store a base. */
  require(): void {
    this.#isRequired = true;
    this.cancel();
  }

  /** Gives up a base that is encoded in steps. */
  cancel(): void {
    this.#step = null;
    this.#encoded = null;
  }

  /**
   * Returns the base that an append stores; null for none.
   * @param seq the number of the last record so far, whose changes the present state contains
   */
  take(seq: number): Base | null {
    const base = this.#isRequired ? { ...encodeState(this.#worldServer), seq } : this.#encoded;
    if (base === null) return null;
    this.#baseSize = sizeOf(base);
    this.#recordsSize -= this.#step?.size ?? this.#recordsSize;
    this.#restored = this.#step?.restored ?? new Set();
    this.#isRequired = false;
    this.cancel();
    return base;
  }

  /**
   * Begins to encode the present state in steps, when the records outweigh the base.
   * @param seq the number of the last record so far, whose changes the present state contains
   * @param ready called when the base can be stored
   */
  encodeWhenDue(seq: number, ready: () => void): void {
    if (this.#isRequired || this.#step !== null) return;
    if (this.#recordsSize < (this.#maxRecordsSize ?? Math.max(MIN_RECORDS_SIZE, this.#baseSize))) return;
    const step = { size: this.#recordsSize, restored: new Set<string>() };
    this.#step = step;
    const encode = async (): Promise<void> => {
      const state = await encodeInSteps(captureState(this.#worldServer));
      if (this.#step !== step) return;
      this.#encoded = { ...state, seq };
      ready();
    };
    encode().catch((error: unknown) => {
      if (this.#step === step) this.cancel();
      this.#worldServer.deps.reportFault(error, `encoding the world ${this.#worldServer.name}`);
    });
  }
}
