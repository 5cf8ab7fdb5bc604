// Webhook events on demand: the record that an event is about, in the state that the event announces.
import { document } from '../../src/contract/document.ts';
import type { Arrangement } from '../../src/server/arrangement.ts';
import type { HostingTables } from '../tables.ts';
import { isSubscribed } from '../webhooks/deliveries.ts';
import { emitEvent } from '../webhooks/events.ts';
import { type SampleType, sampleEventData } from '../webhooks/sample-events.ts';
import { kinds } from './kinds.ts';

/** Arranges the records of webhook events, and emits the events. */
export const events: Arrangement<HostingTables>['events'] = {
  types() {
    const { TestableEvent: { enum: types = [] } = {} } = document().components?.schemas ?? {};
    return types.map(String).filter((type) => type !== 'webhook.test');
  },

  kindOf(type) {
    const [family = ''] = type.split('.');
    return Object.hasOwn(kinds, family) ? family : `${family}s`;
  },

  recordOf(platform, type) {
    const sample = isSampleType(type) ? sampleEventData(platform, type) : {};
    return 'status' in sample ? { status: sample.status } : {};
  },

  emit(store, type, row) {
    if (!isSampleType(type)) return 0;
    emitEvent(store, type, row);
    return store.webhooks.where('status', 'enabled').filter((one) => isSubscribed(one, type)).length;
  },
};

const isSampleType = (type: string): type is SampleType => events.types().includes(type);
