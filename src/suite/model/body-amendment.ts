// Declares how a catalogue amends a request body that a target refuses with 422.
import type { OperationId } from '../../contract/operations.ts';
import type { BodyOptions, CallerApi } from './context.ts';

/** A request body that is meant to be valid and that the target refused with 422. */
export type RefusedBody = Required<BodyOptions> & {
  operation: OperationId;
  /** the body as it was sent */
  body: Record<string, unknown>;
  /** the body before the first refusal */
  original: Record<string, unknown>;
  /** field key → messages, from the reply */
  errors: Record<string, string[]>;
  /** field → number of values that were sent for it since the first refusal */
  tried: ReadonlyMap<string, number>;
};

/** A body to send instead, and the fields whose values are new in it. */
export type AmendedBody = { body: Record<string, unknown>; fields: readonly string[] };

/**
 * Returns a body that meets a refusal better; undefined when none is known.
 * @param api the caller, for reads that show which values the target knows
 */
export type AmendBody = (refused: RefusedBody, api: CallerApi) => Promise<AmendedBody | undefined>;
