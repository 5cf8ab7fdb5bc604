// The operations of openapi/control.yaml, for the HTTP routes and for `lab`.
import type { BodyOf as Body, QueryOf as Query } from '../contract/types.ts';
import { operationTable } from './generated/operations.ts';
import type { components, operations } from './generated/schema.ts';
import type { InputSchema } from './input.ts';

/** A schema of the control API, such as `Schema<'TimelineItem'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

export type ControlOperationId = keyof operations;

/** The query parameters of an operation, without `world`, which names the world of any call. */
export type QueryOf<Id extends ControlOperationId> = Omit<Query<operations[Id]>, 'world'>;

/** The body of an operation; undefined for an operation that has none, or may do without one. */
export type BodyOf<Id extends ControlOperationId> = Body<operations[Id]>;

/** An operation of the control API; references of its schemas are replaced by what they name. */
export type ControlOperation = {
  readonly id: ControlOperationId;
  readonly method: string;
  readonly path: string;
  /** The words of the call on the command line after `lab`, with its positional arguments, such as `clock set <to>`. */
  readonly lab: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly description: string;
    readonly schema: InputSchema;
    /** The name of its flag of `lab`, where that is another one. */
    readonly 'x-lab'?: string;
  }[];
  /** The schema of the body; null for an operation without a body. */
  readonly body: InputSchema | null;
};

export const bodySchema = (id: ControlOperationId): InputSchema =>
  operationTable.find((one) => one.id === id)?.body ?? {};
