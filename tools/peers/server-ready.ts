// What the server reports when it listens.
import type { OperationId } from '../../src/contract/operations.ts';
import type { TargetConfig } from '../../src/suite/model/target-config.ts';

/** A call of an operation that a conformant server answers with its success status. */
export type PlainCall = {
  operation: OperationId;
  /** the persona whose token it carries; null: none */
  as: string | null;
  params: Record<string, string>;
  body?: Record<string, unknown>;
};

/** The line that the server prints when it listens. */
export type Ready = {
  /** base URL with its version segment */
  baseUrl: string;
  /** the target file of our own suite */
  target: TargetConfig;
  /** a token of every persona */
  tokens: Record<string, string>;
  /** one call of each operation, first those that change nothing */
  calls: PlainCall[];
};
