// Limits the memory that reply bodies take during a run, so that a target cannot exhaust the memory of the suite.
import type { TransportFailure } from '../../model/exchange.ts';
import { valueLimitProblem } from '../../model/json-depth.ts';
import { LARGE_REPLY_BYTES, MAX_LARGE_BYTES, MAX_REPLY_BYTES } from '../../model/limits.ts';
import type { TransportReply } from './transport.ts';

/** Counts the large reply bodies of a run, and refuses further ones when the run has read too many. */
export class ReplySizeLimit {
  /** how many bytes of large bodies may still be read */
  #largeBytesLeft = MAX_LARGE_BYTES;

  /** The size limit in bytes for the next reply body. */
  get maxBytes(): number {
    return this.#largeBytesLeft > 0 ? MAX_REPLY_BYTES : LARGE_REPLY_BYTES;
  }

  /** Counts a reply body. @returns why the body is not given to checks; null when it is given to them */
  admit({ bytes }: TransportReply): string | null {
    if (bytes.length <= LARGE_REPLY_BYTES) return null;
    if (this.#largeBytesLeft <= 0) return `the body is larger than ${LARGE_REPLY_BYTES / 1024} KiB`;
    const why = valueLimitProblem(bytes);
    if (why === null) this.#largeBytesLeft -= bytes.length;
    return why;
  }

  /**
   * Adds to the message of a failure that the run has read too many large bodies, when that is why this body was
   * refused.
   */
  explain(failure: TransportFailure): TransportFailure {
    if (failure.kind !== 'protocol' || this.#largeBytesLeft > 0) return failure;
    const spent = `large bodies of ${MAX_LARGE_BYTES / 1_048_576} MiB in all were read before it`;
    return { ...failure, message: `${failure.message}; ${spent}` };
  }
}
