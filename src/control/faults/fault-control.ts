// Fault control of a world: adds, lists and removes injected faults.
import { operations } from '../../contract/operations.ts';
import type { WorldServer } from '../../server/app.ts';
import { FAULT_KINDS, type FaultState, type NewFault } from '../../server/fault-injection/faults.ts';
import type { Tables } from '../../state/tables/table.ts';
import {
  boolean,
  fraction,
  integer,
  oneOf,
  type Parser,
  parseMembers,
  requireMember,
  text,
} from '../body-parsers.ts';
import { ControlError, invalidInput } from '../control-error.ts';

/** A fault with the former name of the kind `delay`. */
type FormerFault = Omit<Extract<NewFault, { kind: 'delay' }>, 'kind'> & {
  /** @deprecated the kind is called `delay` */
  kind: 'latency';
};

/** The operations on the faults of a world. */
export type FaultControl = {
  /** Lists the faults with their counters. */
  list(): FaultState[];
  /**
   * Adds a fault. With `times: 1` the fault is injected into one request only.
   * @throws ControlError 422 for invalid members, TOO_MANY when the world has 1000 faults
   */
  add(fault: NewFault | FormerFault): FaultState;
  /**
   * Removes a fault.
   * @throws ControlError FAULT_NOT_FOUND
   */
  remove(id: string): void;
  /** Removes all faults. */
  clear(): void;
};

/** The maximum delay of a reply, in ms. */
const MAX_DELAY_MS = 600_000;

/** The maximum number of faults of one world. */
export const MAX_FAULTS = 1000;

const ids = operations.map(({ id }) => id);
const operationId: Parser<(typeof ids)[number]> = (value) => {
  const found = ids.find((id) => id === value);
  return found === undefined
    ? 'must be an operationId of the contract, such as createOrder.'
    : { value: found };
};

/** Every member that a fault of some kind has. */
type MemberOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Name extends PropertyKey> = Union extends { [Key in Name]?: infer Value } ? Value : never;

const faultMembers = {
  kind: (value) => oneOf(FAULT_KINDS)(value === 'latency' ? 'delay' : value),
  status: integer(400, 599),
  delay_ms: integer(0, MAX_DELAY_MS),
  after_bytes: integer(0, 1_000_000),
  takes_effect: boolean,
  retry_after: integer(0, 86_400),
  operation: operationId,
  probability: fraction,
  nth: integer(1, 1_000_000),
  times: integer(1, 1_000_000),
} satisfies { [Name in MemberOf<NewFault>]-?: Parser<NonNullable<ValueOf<NewFault, Name>>> };

/** The members that only some kinds have, with the kinds that have them. */
const KINDS_WITH: Readonly<Record<'status' | 'retry_after' | 'after_bytes', readonly string[]>> = {
  status: ['status'],
  retry_after: ['status'],
  after_bytes: ['stall', 'reset', 'truncated', 'wrong_length'],
};

/**
 * Parses a fault.
 * @param at the JSON pointer of the fault
 * @throws ControlError 422
 */
function parseFault(value: unknown, at = ''): NewFault {
  const fault = parseMembers(value, faultMembers, at);
  const kind = requireMember(fault.kind, `${at}/kind`, `one of ${FAULT_KINDS.join(', ')}.`);
  if (kind === 'status')
    requireMember(fault.status, `${at}/status`, 'the status of the reply, from 400 to 599.');
  if (kind === 'delay')
    requireMember(fault.delay_ms, `${at}/delay_ms`, 'the delay of the reply, in milliseconds.');
  for (const name of ['status', 'retry_after', 'after_bytes'] as const) {
    if (fault[name] !== undefined && !KINDS_WITH[name].includes(kind)) {
      throw invalidInput({
        [`${at}/${name}`]: [`has no meaning for the kind ${kind}, only for ${KINDS_WITH[name].join(', ')}.`],
      });
    }
  }
  // The checks above make it one of the kinds, which the compiler cannot follow.
  return { ...fault, kind } as NewFault;
}

/**
 * Parses a fault of an exported world, with its id and counters.
 * @param at the JSON pointer of the fault
 * @throws ControlError 422
 */
export function parseFaultState(value: unknown, at: string): FaultState {
  const { id, seen, applied, ...fault } = (value ?? {}) as Record<string, unknown>;
  const stateMembers = parseMembers(
    { id, seen, applied },
    { id: text(64), seen: integer(0, Number.MAX_SAFE_INTEGER), applied: integer(0, Number.MAX_SAFE_INTEGER) },
    at,
  );
  return {
    id: requireMember(stateMembers.id, `${at}/id`, 'the name of the fault.'),
    ...parseFault(fault, at),
    seen: requireMember(stateMembers.seen, `${at}/seen`, 'how many calls it has counted.'),
    applied: requireMember(stateMembers.applied, `${at}/applied`, 'how many of them it applied to.'),
  };
}

/** Creates the fault control of a world. */
export function faultControl<T extends Tables>({ deps: { faults } }: WorldServer<T>): FaultControl {
  return {
    list: () => faults.list(),
    add(fault) {
      const read = parseFault(fault);
      if (faults.size >= MAX_FAULTS)
        throw new ControlError(409, 'TOO_MANY', `There are ${MAX_FAULTS} faults: remove some.`);
      return faults.add(read);
    },
    remove(id) {
      if (faults.remove(id)) return;
      const ids = faults.list().map((fault) => fault.id);
      const there = ids.length === 0 ? 'there are none' : `there are: ${ids.slice(0, 20).join(', ')}`;
      throw new ControlError(404, 'FAULT_NOT_FOUND', `There is no fault ${id.slice(0, 64)}; ${there}.`);
    },
    clear: () => faults.clear(),
  };
}
