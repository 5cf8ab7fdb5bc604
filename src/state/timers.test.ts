// Tests of timers: they run in order, each at its own instant, and an error of one timer does not affect other
// timers.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseClock } from './clock.ts';
import { parseIso, REFERENCE_INSTANT, toIso } from './instant.ts';
import type { EntityRef, Store } from './store.ts';
import { table } from './tables/table.ts';
import { World } from './world.ts';

type Note = { id: string; text: string; created_at: string };
const tables = { notes: table<Note>({ tenant: false, updated: false }) };
type Tables = typeof tables;
type Handler = (store: Store<Tables>, ref: EntityRef) => void;

function world(timers: Record<string, Handler>) {
  return new World({ tables, clock: parseClock('frozen'), timers });
}

const after = (seconds: number) => toIso(parseIso(REFERENCE_INSTANT) + seconds * 1_000);
const note: Handler = (store, ref) => {
  store.notes.insert({ text: ref.text ?? '' });
};
const notes = (w: World<Tables>) =>
  w.transact(null, (store) => store.notes.all().map(({ text, created_at }) => `${created_at} ${text}`));

test('timers run in the order of their instants, each at its own instant; timers of one instant run in the order in which they were set', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ at: fc.integer({ min: 0, max: 30 }), name: fc.nat(8) }), { maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 6 }),
      (wanted, advances) => {
        const w = world({ note });
        w.transact(null, (store) => {
          for (const { at, name } of wanted) store.schedule('note', after(at), { text: `${name}` });
        });
        // When a timer is set several times, the last setting counts.
        const timers = wanted
          .filter(({ name }, i) => !wanted.slice(i + 1).some((later) => later.name === name))
          .sort((a, b) => a.at - b.at);
        let now = 0;
        for (const seconds of advances) {
          w.clock.advance(seconds * 1_000);
          now += seconds;
          w.runDue();
          const due = timers.filter(({ at }) => at <= now);
          expect(notes(w)).toEqual(due.map(({ at, name }) => `${after(at)} ${name}`));
        }
      },
    ),
  );
});

test('a timer that sets itself again runs as often as it is due, in order with other timers', () => {
  const w = world({
    note,
    tick(store, ref) {
      note(store, { text: 'tick' });
      store.schedule('tick', toIso(store.nowMs + 10_000), ref);
    },
  });
  w.transact(null, (store) => {
    store.schedule('tick', after(10), {});
    store.schedule('note', after(25), { text: 'once' });
  });
  w.clock.advance(35_000);
  const ran = w.runDue();
  expect(ran.map(({ kind, at }) => [kind, at])).toEqual([
    ['tick', after(10)],
    ['tick', after(20)],
    ['note', after(25)],
    ['tick', after(30)],
  ]);
  expect(notes(w)).toEqual([10, 20, 25, 30].map((s) => `${after(s)} ${s === 25 ? 'once' : 'tick'}`));
  expect(w.runDue()).toEqual([]);
  expect(w.export().timers).toEqual([{ kind: 'tick', at: after(40), ref: {} }]);
});

test("a timer set to a past instant is due now, and a timer's instant with an offset or a fraction is converted to UTC and whole seconds", () => {
  const w = world({ note });
  w.transact(null, (store) => {
    store.schedule('note', '2020-01-01T00:00:00Z', { text: 'late' });
    store.schedule('note', '2026-11-20T09:00:01.5+01:00', { text: 'odd' });
    expect(() => store.schedule('note', 'soon', {})).toThrow('"soon" is not an ISO 8601 date and time.');
  });
  expect(w.export().timers.map(({ at }) => at)).toEqual([REFERENCE_INSTANT, after(2)]);
});

test("a timer is removed by its kind and ref, whatever the order of the ref's members", () => {
  const w = world({ note });
  w.transact(null, (store) => {
    store.schedule('note', after(1), { text: 'a', tenant: 'x' });
    store.unschedule('note', { tenant: 'y', text: 'a' });
    store.unschedule('note', { tenant: 'x', text: 'a' });
    store.unschedule('note', { tenant: 'x', text: 'a' });
  });
  expect(w.export().timers).toEqual([]);
});

test("an error in a timer's handler undoes the handler's writes and removes the timer, and changes nothing else", () => {
  const w = world({
    note,
    broken(store) {
      note(store, { text: 'half' });
      store.schedule('note', store.now, { text: 'half' });
      throw new Error('broken');
    },
  });
  const failures: unknown[] = [];
  w.onTimerError((failure) => failures.push(failure));
  w.transact(null, (store) => {
    store.schedule('broken', after(1), { id: 'x' });
    store.schedule('ghost', after(2), {});
    store.schedule('note', after(3), { text: 'fine' });
  });
  w.clock.advance(5_000);
  expect(w.runDue().map(({ kind }) => kind)).toEqual(['broken', 'ghost', 'note']);
  expect(notes(w)).toEqual([`${after(3)} fine`]);
  expect(failures).toEqual([
    { timer: { kind: 'broken', at: after(1), ref: { id: 'x' } }, error: new Error('broken') },
    {
      timer: { kind: 'ghost', at: after(2), ref: {} },
      error: new Error('No handler is known for timers of kind "ghost".'),
    },
  ]);
  expect(w.export().timers).toEqual([]);
});

test('`runDue` throws the first error after all due timers have run, when no listener to timer errors is registered', () => {
  const w = world({ note });
  w.transact(null, (store) => {
    store.schedule('ghost', after(0), {});
    store.schedule('note', after(0), { text: 'fine' });
  });
  expect(() => w.runDue()).toThrow('No handler is known for timers of kind "ghost".');
  expect(notes(w)).toEqual([`${after(0)} fine`]);
  expect(w.runDue()).toEqual([]);
});

test('a timer that repeatedly sets itself to the current instant causes an error', () => {
  const w = world({ again: (store, ref) => store.schedule('again', store.now, ref) });
  w.transact(null, (store) => store.schedule('again', after(0), { id: 'x' }));
  expect(() => w.runDue()).toThrow('Timer "again" sets itself to 2026-11-20T08:00:00Z, which is not after');
  expect(w.runDue()).toEqual([]);
});

test('a timer set in one world does not exist in another world', () => {
  const w = world({ note });
  w.transact(null, (store) => store.schedule('note', after(1), { text: 'both' }));
  const fork = w.fork('fork');
  fork.transact(null, (store) => store.schedule('note', after(1), { text: 'fork' }));
  for (const one of [w, fork]) {
    one.clock.advance(1_000);
    one.runDue();
  }
  expect(notes(w)).toEqual([`${after(1)} both`]);
  expect(notes(fork)).toEqual([`${after(1)} both`, `${after(1)} fork`]);
});
