// Test helper: the network of a simulation. The scheduler decides when each message arrives; messages of a faulty link
// are lost, arrive twice, or arrive after their sender gave them up.
import type { Scheduler } from 'fast-check';
import { StorageError, type WorldStore } from '../../world-store.ts';
import type { Forwarded } from '../route-call.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** What happens to a request and its acknowledgement. */
type Fate = 'delivered' | 'request lost' | 'reply lost' | 'late' | 'twice';

/** How a link fails. */
type LinkFault = {
  /** the share of the requests that are not simply delivered */
  readonly share: number;
  /** what happens to them, each as often as the others */
  readonly fates: readonly Fate[];
};

const NO_FAULT: LinkFault = { share: 0, fates: [] };
/** A link that delivers nothing. */
export const CUT: LinkFault = { share: 1, fates: ['request lost'] };
/** Links that deliver some requests, some replies, and some requests too late or twice. */
export const UNRELIABLE: readonly LinkFault[] = [0.4, 1].map((share) => ({
  share,
  fates: ['request lost', 'reply lost', 'late', 'twice'],
}));

/** The network of a simulation. */
export class SimulatedNetwork {
  readonly #scheduler: Scheduler;
  /** returns a number from 0 to below 1 */
  readonly #random: () => number;
  /** the links that fail now: from a process to another one, or to the database */
  readonly faulty = new Map<string, LinkFault>();

  constructor(scheduler: Scheduler, random: () => number) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  /** Lets other things happen until the scheduler chooses this message. */
  transfer(label: string): Promise<void> {
    return this.#scheduler.schedule(Promise.resolve(), label);
  }

  #fate(link: string): Fate {
    const { share, fates } = this.faulty.get(link) ?? NO_FAULT;
    const drawn = this.#random();
    return drawn < share ? (fates[Math.floor((drawn / share) * fates.length)] ?? 'delivered') : 'delivered';
  }

  /**
   * Sends a request to the database.
   * @throws StorageError `unavailable` when the request or its reply was lost
   */
  async callDatabase<Result>(
    from: SimulatedProcess,
    label: string,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const fate = this.#fate(`${from.name} database`);
    const failed = async (): Promise<never> => {
      await this.transfer(`${from.name}: ${label} fails`);
      await from.turn();
      throw new StorageError('unavailable', 'The connection to the database was cut.');
    };
    if (fate === 'request lost') return failed();
    const deliver = async (): Promise<Result> => {
      await this.transfer(`${from.name}: ${label}`);
      return run();
    };
    if (fate === 'late') {
      deliver().catch(() => undefined);
      return failed();
    }
    const result = await deliver();
    if (fate === 'twice') deliver().catch(() => undefined);
    if (fate === 'reply lost') return failed();
    await this.transfer(`${from.name}: ${label} is acknowledged`);
    await from.turn();
    return result;
  }

  /**
   * Sends a call to another replica.
   * @param canRepeat whether the network may deliver the call twice
   */
  async callReplica<Reply>(
    from: SimulatedProcess,
    to: { process: SimulatedProcess; receive: () => Promise<Forwarded<Reply>> } | undefined,
    { label, canRepeat, signal }: { label: string; canRepeat: boolean; signal: AbortSignal },
  ): Promise<Forwarded<Reply>> {
    const aborted = new Promise<Forwarded<Reply>>((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'unknown' }), { once: true });
    });
    const exchange = async (): Promise<Forwarded<Reply>> => {
      const fate = to ? this.#fate(`${from.name} ${to.process.name}`) : 'delivered';
      await this.transfer(`${from.name}: ${label}`);
      if (to === undefined || to.process.isCrashed) return { kind: 'unsent' };
      if (fate === 'request lost') return { kind: 'unknown' };
      const deliver = async (): Promise<Forwarded<Reply>> => {
        await to.process.turn();
        return to.receive();
      };
      if (fate === 'late' || (fate === 'twice' && canRepeat)) {
        this.transfer(`${from.name}: ${label} arrives late`)
          .then(deliver)
          .catch(() => undefined);
        if (fate === 'late') return { kind: 'unknown' };
      }
      const outcome = await Promise.race([deliver(), this.crashOf(to.process)]);
      await this.transfer(`${from.name}: ${label} is answered`);
      return fate === 'reply lost' ? { kind: 'unknown' } : outcome;
    };
    const outcome = await Promise.race([exchange(), aborted]);
    await from.turn();
    return outcome;
  }

  /** Resolves when a process crashed, which cuts its connections. */
  async crashOf(process: SimulatedProcess): Promise<{ kind: 'unknown' }> {
    await process.crashed;
    await this.transfer(`${process.name} is gone`);
    return { kind: 'unknown' };
  }

  /** Puts the network between a process and the database. */
  database(from: SimulatedProcess, store: WorldStore): WorldStore {
    const through =
      <Args extends unknown[], Result>(label: string, run: (...args: Args) => Promise<Result>) =>
      (...args: Args): Promise<Result> =>
        this.callDatabase(from, `${label} ${String(typeof args[0] === 'string' ? args[0] : '')}`, () =>
          run(...args),
        );
    return {
      description: store.description,
      leaseMs: store.leaseMs,
      create: through('create', store.create),
      claim: through('claim', store.claim),
      load: through('load', store.load),
      readTexts: through('read texts', store.readTexts),
      append: through('append', store.append),
      checkpoint: through('checkpoint', store.checkpoint),
      renew: through('renew', store.renew),
      release: through('release', store.release),
      remove: through('remove', store.remove),
      list: through('list', store.list),
      dueWorlds: through('due worlds', store.dueWorlds),
      close: store.close,
    };
  }
}
