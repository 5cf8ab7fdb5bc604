// Faults by the names of their buttons and commands: those that clients meet often, and the refusals of an operation.
import type { Schema } from '../api/client.ts';
import type { Operation } from './reference/model/document.ts';

type Faults = Readonly<Record<string, Schema<'FaultRequest'>>>;

export const FAULT_PRESETS: Faults = {
  'Slow 3G': { kind: 'delay', delay_ms: 2000 },
  'API down': { kind: 'reset', takes_effect: false },
  '429 with Retry-After, once': { kind: 'status', status: 429, retry_after: 5, times: 1 },
  'Cut after the effect, once': { kind: 'reset', times: 1 },
};

/** Returns the faults that refuse the next request to an operation, one for each of its own refusals. */
export const refusalFaults = ({ id, refusals }: Operation): Faults =>
  Object.fromEntries(
    refusals.map(({ name, status, code }) => [
      `Next ${id} fails: ${status} ${code}${name === code ? '' : ` (${name})`}`,
      { kind: 'refusal', refusal: name, operation: id, times: 1 },
    ]),
  );
