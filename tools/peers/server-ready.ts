// The ready line of the server that the tools are tried on.
import type { OperationId } from '../../src/contract/operations.ts';
import type { TargetConfig } from '../../src/suite/model/target-config.ts';

/** One call of an operation to which a conforming server replies with its success status. */
export type PlainCall = {
  operation: OperationId;
  /** the persona whose token it is sent with; null for none */
  as: string | null;
  params: Record<string, string>;
  body?: Record<string, unknown>;
};

export type Ready = {
  /** includes the version segment */
  baseUrl: string;
  /** the target file for our own suite */
  target: TargetConfig;
  /** a token of every persona */
  tokens: Record<string, string>;
  /** one call of each operation, reads first */
  calls: PlainCall[];
};
