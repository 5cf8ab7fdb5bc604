// Defines the event types, and emits events to the event stream and to webhook endpoints.
import type { Schemas } from '../../src/contract/types.ts';
import type { Store } from '../tables.ts';
import { deliverToSubscribers } from './deliveries.ts';

export type EventType = Schemas['SubscribableEvent'];

/**
 * Emits an event about a row, delivers the event to the webhook endpoints that subscribe to it, and returns the row.
 */
export function emitEvent<Row extends object>(store: Store, type: EventType, row: Row): Row {
  store.emit(type, row);
  deliverToSubscribers(store, type, row);
  return row;
}
