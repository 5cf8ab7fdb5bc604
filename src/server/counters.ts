// Counts what must be the same again after a reset: request ids, alternating error forms.
import type { Snapshottable } from './snapshottable.ts';

type CountersSnapshot = { requests: number; refusals: number };

export class Counters implements Snapshottable<CountersSnapshot> {
  requests = 0;
  refusals = 0;

  save(): CountersSnapshot {
    return { requests: this.requests, refusals: this.refusals };
  }

  restore({ requests, refusals }: CountersSnapshot): void {
    this.requests = requests;
    this.refusals = refusals;
  }
}
