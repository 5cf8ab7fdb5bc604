// Fault control of a world: adds, lists and removes injected faults.
import { didYouMean } from '../../contract/did-you-mean.ts';
import { errorCodes, refusalNamed, refusalsOf } from '../../contract/error-codes.ts';
import { operations } from '../../contract/operations.ts';
import type { WorldServer } from '../../server/app.ts';
import type { FaultState, NewFault } from '../../server/fault-injection/faults.ts';
import type { Tables } from '../../state/tables/table.ts';
import { ControlError, invalidInput } from '../control-error.ts';
import { parseInput } from '../input.ts';
import { bodySchema, type Schema } from '../operations.ts';
import type { Undo } from '../undo-control.ts';

const MAX_FAULTS = 1000;

/** The members that only some kinds have, with the kinds that have them. */
const KINDS_WITH: Readonly<Record<'status' | 'refusal' | 'retry_after' | 'after_bytes', readonly string[]>> =
  {
    status: ['status'],
    refusal: ['refusal'],
    retry_after: ['status'],
    after_bytes: ['stall', 'reset', 'truncated', 'wrong_length'],
  };

/**
 * Checks what the schema of faults does not say.
 * @param at the JSON pointer of the fault
 * @throws ControlError 422
 */
export function assertFault(fault: Schema<'FaultRequest'>, at = ''): asserts fault is NewFault {
  const { kind, operation } = fault;
  const errors: Record<string, string[]> = {};
  const called = operations.find(({ id }) => id === operation);
  if (called === undefined && (operation !== undefined || kind === 'refusal'))
    errors[`${at}/operation`] = [
      `must be an operationId of the contract${
        didYouMean(
          operation ?? '',
          operations.map(({ id }) => id),
        ) || ', such as createOrder.'
      }`,
    ];
  if (kind === 'refusal' && called && refusalNamed(called, fault.refusal ?? '') === undefined) {
    const names = new Set(refusalsOf(called).flatMap((name) => [name, errorCodes()[name].code]));
    const hint = didYouMean(fault.refusal ?? '', names) || '.';
    errors[`${at}/refusal`] = [
      `must be a refusal of ${called.id}${hint} They are: ${[...names].join(', ')}.`,
    ];
  }
  if (kind === 'status' && fault.status === undefined)
    errors[`${at}/status`] = ['is missing: the status of the reply, from 400 to 599.'];
  if (kind === 'delay' && fault.delay_ms === undefined)
    errors[`${at}/delay_ms`] = ['is missing: the delay of the reply, in milliseconds.'];
  for (const name of ['status', 'refusal', 'retry_after', 'after_bytes'] as const) {
    if (fault[name] !== undefined && !KINDS_WITH[name].includes(kind))
      errors[`${at}/${name}`] = [
        `has no meaning for the kind ${kind}, only for ${KINDS_WITH[name].join(', ')}.`,
      ];
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
}

export function faultControl<T extends Tables>({ deps: { faults } }: WorldServer<T>, undo: Undo) {
  // Runs an action that removes faults; to take it back puts the removed ones back beside those added since.
  const removing = (run: () => boolean): boolean => {
    const before = faults.list();
    const done = run();
    if (done)
      undo.removed('faults', () => {
        const { next, faults: present } = faults.save();
        const ids = new Set(present.map(({ id }) => id));
        faults.restore({ next, faults: [...before.filter(({ id }) => !ids.has(id)), ...present] });
      });
    return done;
  };
  return {
    /** Lists the faults with their counters. */
    list: (): FaultState[] => faults.list(),
    /**
     * Adds a fault. With `times: 1` the fault is injected into one request only.
     * @throws ControlError 422 for invalid members, TOO_MANY when the world has 1000 faults
     */
    add(fault: NewFault): FaultState {
      const read = parseInput<Schema<'FaultRequest'>>(bodySchema('addFault'), fault);
      assertFault(read);
      if (faults.size >= MAX_FAULTS)
        throw new ControlError('TOO_MANY', `There are ${MAX_FAULTS} faults: remove some.`);
      return faults.add(read);
    },
    /**
     * Removes a fault.
     * @throws ControlError FAULT_NOT_FOUND
     */
    remove(id: string): void {
      if (removing(() => faults.remove(id))) return;
      const ids = faults.list().map((fault) => fault.id);
      const there = ids.length === 0 ? 'there are none' : `there are: ${ids.slice(0, 20).join(', ')}`;
      throw new ControlError('FAULT_NOT_FOUND', `There is no fault ${id.slice(0, 64)}; ${there}.`);
    },
    clear(): void {
      removing(() => {
        const { isEmpty } = faults;
        faults.clear();
        return !isEmpty;
      });
    },
  };
}
