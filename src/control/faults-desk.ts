// The faults of a world: what is to go wrong, put down, looked up and taken back.
import { operations } from '../contract/operations.ts';
import type { Room } from '../server/app.ts';
import { type Effect, type Fault, type FaultState, KINDS } from '../server/faults.ts';
import type { Tables } from '../state/table.ts';
import { flag, fraction, members, needed, oneOf, type Read, text, whole } from './reading.ts';
import { Trouble, unusable } from './trouble.ts';

export type FaultsDesk = {
  list(): FaultState[];
  /** Has something go wrong from now on. `times: 1` is one shot. @throws Trouble 422, TOO_MANY */
  add(fault: Omit<Fault, 'id'>): FaultState;
  /** @throws Trouble FAULT_NOT_FOUND */
  remove(id: string): void;
  clear(): void;
};

/** The longest an answer is held back, in ms. */
const LONGEST = 600_000;

/** No world has more. */
export const MOST_FAULTS = 1000;

const ids = operations.map(({ id }) => id);
const operationId: Read<(typeof ids)[number]> = (value) => {
  const found = ids.find((id) => id === value);
  return found === undefined
    ? 'must be an operationId of the contract, such as createOrder.'
    : { value: found };
};

const effectMembers = {
  kind: oneOf(KINDS),
  status: whole(400, 599),
  delay_ms: whole(0, LONGEST),
  after_bytes: whole(0, 1_000_000),
  takes_effect: flag,
  retry_after: whole(0, 86_400),
} satisfies { [Name in keyof Effect]-?: Read<Effect[Name]> };

const faultMembers = {
  ...effectMembers,
  operation: operationId,
  probability: fraction,
  nth: whole(1, 1_000_000),
  times: whole(1, 1_000_000),
};

/** Reads a fault that was sent. @param at its own pointer @throws Trouble 422 */
function readFault(given: unknown, at = ''): Omit<Fault, 'id'> {
  const fault = members(given, faultMembers, at);
  const kind = needed(fault.kind, `${at}/kind`, `one of ${KINDS.join(', ')}.`);
  if (kind === 'status') needed(fault.status, `${at}/status`, 'the status to answer with, from 400 to 599.');
  if (kind === 'latency')
    needed(fault.delay_ms, `${at}/delay_ms`, 'how late the answer is to be, in milliseconds.');
  const idle = {
    status: ['status', 'retry_after'],
    latency: [],
    stall: ['after_bytes'],
    reset: ['after_bytes'],
    truncated: ['after_bytes'],
  };
  const own: readonly string[] = kind in idle ? idle[kind as keyof typeof idle] : [];
  for (const name of ['status', 'retry_after', 'after_bytes'] as const) {
    if (fault[name] !== undefined && !own.includes(name)) {
      throw unusable({ [`${at}/${name}`]: [`means nothing to the kind ${kind}.`] });
    }
  }
  return { ...fault, kind };
}

/** Reads a fault as it was saved. @throws Trouble 422 */
export function readFaultState(given: unknown, at: string): FaultState {
  const { id, seen, applied, ...rest } = (given ?? {}) as Record<string, unknown>;
  const own = members(
    { id, seen, applied },
    { id: text(64), seen: whole(0, Number.MAX_SAFE_INTEGER), applied: whole(0, Number.MAX_SAFE_INTEGER) },
    at,
  );
  return {
    id: needed(own.id, `${at}/id`, 'the name of the fault.'),
    ...readFault(rest, at),
    seen: needed(own.seen, `${at}/seen`, 'how many calls it has seen.'),
    applied: needed(own.applied, `${at}/applied`, 'how many of them it befell.'),
  };
}

export function faultsDesk<T extends Tables>({ machine: { faults } }: Room<T>): FaultsDesk {
  return {
    list: () => faults.list(),
    add(fault) {
      const read = readFault(fault);
      if (faults.size >= MOST_FAULTS)
        throw new Trouble(409, 'TOO_MANY', `There are ${MOST_FAULTS} faults: take some back.`);
      return faults.add(read);
    },
    remove(id) {
      if (faults.remove(id)) return;
      const known = faults.list().map((fault) => fault.id);
      const there = known.length === 0 ? 'there are none' : `there are: ${known.slice(0, 20).join(', ')}`;
      throw new Trouble(404, 'FAULT_NOT_FOUND', `There is no fault ${id.slice(0, 64)}; ${there}.`);
    },
    clear: () => faults.clear(),
  };
}
