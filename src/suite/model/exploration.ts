// Declares what the exploration of a contract needs to know about the operations: which of them it may send, as whom,
// and how a request that the target may accept begins.
import type { OperationId } from '../../contract/operations.ts';
import type { CheckContext } from './context.ts';
import type { Exchange } from './exchange.ts';
import type { CredentialName } from './target.ts';

/** One operation that the exploration sends. */
export type ExploredOperation = {
  id: OperationId;
  /** the least permissive mode in which it is sent */
  mode: 'read-only' | 'safe' | 'full';
  as: CredentialName;
  /** how often it is sent, compared with other operations */
  weight: number;
  /** the operation that creates the resource that its path names; absent when the path names none, or only a shared one */
  creation?: OperationId;
  /** true when it ends the resource, so that it is only sent for a resource that the exploration created for it */
  ends?: true;
};

/** The content of an exploration. `A` is the type of a rule. */
export type Exploration<A = unknown> = {
  /** the sentences that only the exploration judges, and the rules that judge them */
  requirements: Readonly<Record<string, { heading: string; basis: string; says: string }>>;
  rules: readonly A[];
  operations: readonly ExploredOperation[];
  /**
   * names of members that keep the value that the suite itself sends: amounts of money, addresses, and words whose
   * meaning only the target knows
   */
  kept: ReadonlySet<string>;
  /** name of a member with an id → name of the resource that it refers to */
  references: Readonly<Record<string, string>>;
  /**
   * name of a component or member → the text that is sent for it: an address that belongs to nobody, or a name that
   * must be unique
   */
  addresses: Readonly<Record<string, string>>;
  /**
   * Builds the body that the suite itself would send, with `bodies` of the target file and what earlier refusals
   * taught; undefined when the suite has none.
   * @param referenceTo returns the text that stands for the id of a resource
   */
  standardBody(t: CheckContext, id: OperationId, referenceTo: (name: string) => string): unknown;
  /** Returns whether a run in a mode has a resource of this name. */
  hasReference(name: string, mode: ExploredOperation['mode']): boolean;
  /** Returns the id of a resource that the run owns. */
  reference(t: CheckContext, name: string): Promise<string>;
  /** Returns the path parameters of a call on shared resources of the run. */
  params(t: CheckContext, id: OperationId): Promise<Record<string, string>>;
  /** Returns the headers of a call besides those of every call. */
  headers(t: CheckContext, id: OperationId): Record<string, string>;
  /**
   * Returns the id of the resource that an operation names after a creation; undefined when the reply shows none.
   * @param created the reply to the creation
   */
  createdId(created: Exchange, operation: OperationId): string | undefined;
};
