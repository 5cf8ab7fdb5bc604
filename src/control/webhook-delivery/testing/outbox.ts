// Test helper: creates a world with an outbox, and a sender that releases its messages one by one.
import {
  type DeliveryOutcome,
  enqueue,
  outboxTable,
  outboxTables,
  type OutboxHandlers as Rows,
} from '../../../server/outbox-queue.ts';
import { parseClock } from '../../../state/clock.ts';
import { table } from '../../../state/tables/table.ts';
import { World } from '../../../state/world.ts';
import { type Outbox, type OutboxOptions, openOutbox } from '../outbox.ts';

type Note = { id: string; created_at: string; text: string };
/** The tables of the test world: notes, and the tables of the outbox. */
export const tables = { notes: table<Note>({ tenant: false, updated: false }), ...outboxTables };
export type Tables = typeof tables;

const open: Outbox[] = [];

/** Adds an outbox to the list of those that `closeOutboxes` closes. */
export const closeAfterTest = (outbox: Outbox): void => void open.push(outbox);

/** Closes the outboxes that were passed to `closeAfterTest`. */
export function closeOutboxes(): void {
  for (const outbox of open.splice(0)) outbox.close();
}

/**
 * Opens an outbox on a world that has a timer kind `later`, which queues a message. For messages with the text
 * "void", `compose` returns null, so they are dropped.
 */
export function worldWithOutbox(options: OutboxOptions & { clock?: string; world?: World<Tables> } = {}) {
  const world =
    options.world ??
    new World({
      tables,
      clock: parseClock(options.clock ?? 'frozen'),
      timers: { later: (store, { text = '' }) => enqueue(store, 'lane', { text }) },
    });
  const outcomes: string[] = [];
  const rows: Rows<Tables> = {
    compose: (_, { text = '' }) => (text === 'void' ? null : { url: 'http://x/', headers: {}, body: text }),
    record(store, { text = '' }, outcome) {
      outcomes.push(`${text} ${'status' in outcome ? outcome.status : outcome.failure}`);
      store.notes.insert({ text });
    },
  };
  const sent: string[] = [];
  const post = async ({ body }: { body: string }): Promise<DeliveryOutcome> => {
    sent.push(body);
    return { status: 200, ms: 1, retryAfter: null };
  };
  const outbox = openOutbox(world, { outbox: rows }, { post, ...options });
  closeAfterTest(outbox);
  const queueTexts = (lane: string, ...texts: string[]): void =>
    world.transact(null, (store) => {
      for (const text of texts) enqueue(store, lane, { text });
    });
  const waiting = (): number => world.transact(null, (store) => outboxTable(store).count());
  return { world, outbox, sent, outcomes, queueTexts, waiting };
}

/** Creates a sender that delays every message until `release` is called with its text. */
export function manualSender() {
  const releases = new Map<string, () => void>();
  const sent: string[] = [];
  const post = ({ body }: { body: string }): Promise<DeliveryOutcome> =>
    new Promise((resolve) => {
      sent.push(body);
      releases.set(body, () => resolve({ status: 200, ms: 1, retryAfter: null }));
    });
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return {
    post,
    sent,
    nextTurn,
    async release(name: string) {
      releases.get(name)?.();
      await nextTurn();
    },
  };
}
