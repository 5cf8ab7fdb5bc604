// Defines what the server of the comparison prints when it listens.
import type { OperationId } from '../../src/contract/operations.ts';
import type { TargetConfig } from '../../src/suite/model/target-config.ts';

/** A call of an operation to which a conformant server replies with the operation's success status. */
export type PlainCall = {
  operation: OperationId;
  /** the persona whose token the call carries; null for a call without a token */
  as: string | null;
  params: Record<string, string>;
  body?: Record<string, unknown>;
};

/** The JSON line that the server prints when it listens. */
export type Ready = {
  /** base URL of the server, including the version segment `/v1` */
  baseUrl: string;
  /** the target file with which our own suite tests the server */
  target: TargetConfig;
  /** name of a persona → token of the persona */
  tokens: Record<string, string>;
  /** one call of each operation; the calls that change nothing come first */
  calls: PlainCall[];
};
