// Counts what must be the same again after a reset: request ids, alternating error forms.
import type { Part } from './part.ts';

type Saved = { requests: number; refusals: number };

export class Counters implements Part<Saved> {
  requests = 0;
  refusals = 0;

  save(): Saved {
    return { requests: this.requests, refusals: this.refusals };
  }

  restore({ requests, refusals }: Saved): void {
    this.requests = requests;
    this.refusals = refusals;
  }
}
