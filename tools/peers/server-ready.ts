// What the server that tools are tried on says of itself when it listens.
import type { OperationId } from '../../src/contract/operations.ts';
import type { TargetConfig } from '../../src/suite/model/target-config.ts';

/** One call of an operation that a conformant server answers with its success status. */
export type PlainCall = {
  operation: OperationId;
  /** whose token it is sent with; null: none */
  as: string | null;
  params: Record<string, string>;
  body?: Record<string, unknown>;
};

export type Ready = {
  /** version segment included */
  baseUrl: string;
  /** the target file of our own suite */
  target: TargetConfig;
  /** a token of every persona */
  tokens: Record<string, string>;
  /** one call of each operation, those that change nothing first */
  calls: PlainCall[];
};
