// Tests that commits can be applied again: to a stored state before them, and after they were undone.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseClock } from './clock.ts';
import { deepFreeze } from './freeze.ts';
import type { Commit, RedoCommit } from './journal.ts';
import { Refusal } from './refusal.ts';
import type { Store } from './store.ts';
import { table } from './tables/table.ts';
import { World } from './world.ts';
import type { LazyWorld } from './world-export.ts';

type Part = {
  readonly id: string;
  readonly tenant_id?: string;
  readonly created_at: string;
  readonly code: string | null;
  readonly kind: string;
};
type Note = { readonly id: string; readonly created_at: string; readonly text: string };
const tables = {
  parts: table<Part>({ tenant: true, unique: ['code'], filters: ['kind'], sorts: ['code'] }),
  notes: table<Note>({ tenant: false, filters: ['text'] }),
};
type Tables = typeof tables;

/** The ids that rows are given, so that a row is often removed and another one with its id inserted. */
const IDS = ['p1', 'p2', 'p3', 'p4'];
const START = Date.UTC(2026, 0);

const id = fc.constantFrom(...IDS);
const tenant = fc.constantFrom('t1', 't2');
const kind = fc.constantFrom('a', 'b');
const code = fc.option(fc.constantFrom('1', '2', '3'), { nil: null });
const change = fc.oneof(
  fc.record({ op: fc.constant('insert' as const), id: fc.option(id, { nil: null }), kind, code, tenant }),
  fc.record({ op: fc.constant('update' as const), at: fc.nat(), kind, code }),
  fc.record({ op: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ op: fc.constant('note' as const), text: kind }),
  fc.record({ op: fc.constant('erase' as const), at: fc.nat() }),
  fc.record({ op: fc.constant('schedule' as const), ref: id, seconds: fc.nat({ max: 3 }), kind }),
  fc.record({ op: fc.constant('unschedule' as const), ref: id, kind }),
  fc.record({ op: fc.constant('draw' as const), purpose: kind }),
);
type Change = typeof change extends fc.Arbitrary<infer A> ? A : never;
const step = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 8 }),
  fails: fc.boolean(),
  seconds: fc.nat({ max: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never;

function createWorld(): World<Tables> {
  return new World({
    tables,
    clock: parseClock(new Date(START).toISOString(), () => START),
    timers: {
      a: (store, { ref = '' }) => void store.notes.insert({ text: `due ${ref}` }),
      b: (store, { ref = '' }) => store.schedule('a', new Date(store.nowMs + 1000).toISOString(), { ref }),
    },
  });
}

function apply(store: Store<Tables>, one: Change): void {
  const parts = store.parts.all();
  const notes = store.notes.all();
  const pick = <A>(from: readonly A[], at: number): A | undefined => from[at % Math.max(1, from.length)];
  if (one.op === 'insert') {
    if (one.id !== null && store.parts.find(one.id)) return;
    if (one.id !== null) store.useIds({ parts: [one.id] });
    store.forTenant(one.tenant).parts.insert({ kind: one.kind, code: one.code });
  } else if (one.op === 'note') store.notes.insert({ text: one.text });
  else if (one.op === 'schedule')
    store.schedule(one.kind, new Date(store.nowMs + one.seconds * 1000).toISOString(), { ref: one.ref });
  else if (one.op === 'unschedule') store.unschedule(one.kind, { ref: one.ref });
  else if (one.op === 'draw') store.random(one.purpose);
  else if (one.op === 'erase') {
    const note = pick(notes, one.at);
    if (note) store.notes.remove(note.id);
  } else {
    const part = pick(parts, one.at);
    if (part === undefined) return;
    if (one.op === 'remove') store.parts.remove(part.id);
    else store.forTenant(part.tenant_id ?? '').parts.update(part.id, { kind: one.kind, code: one.code });
  }
}

// Runs a transaction; one that fails, or that takes a code twice, changes nothing.
function run(world: World<Tables>, { changes, fails, seconds }: Step): void {
  try {
    world.transact(null, (store) => {
      for (const one of changes) apply(store, one);
      if (fails) throw new Refusal('NOT_FOUND');
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  world.clock.advance(seconds * 1000);
  world.runDue();
}

const textOf = (world: World<Tables>): string => JSON.stringify(world.export());

// Returns the state of a world as a store of worlds holds it: each table as text.
function stored(world: World<Tables>): LazyWorld {
  const { rows, ...rest } = world.snapshot();
  const lazy = rows.map((data) => {
    const json = JSON.stringify(data.rowsInOrder());
    return [data.schema.name, () => JSON.parse(json).map(deepFreeze)];
  });
  return { ...rest, tables: Object.fromEntries(lazy) };
}

const throughJson = ({ seq, writes, ordinals }: Commit): RedoCommit =>
  JSON.parse(
    JSON.stringify({ seq, ordinals, writes: writes.map(({ before: _, place: __, ...write }) => write) }),
  );

test('a base and the commits after it give the state again, which then goes on in the same way', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.array(step, { maxLength: 4 }),
      fc.nat(),
      fc.nat(),
      (steps, later, baseAt, useAt) => {
        const world = createWorld();
        const commits: Commit[] = [];
        world.onCommit((commit) => commits.push(commit));
        let base = stored(world);
        for (const [at, one] of steps.entries()) {
          if (at === baseAt % steps.length) {
            base = stored(world);
            commits.length = 0;
          }
          run(world, one);
        }
        const recovered = createWorld();
        recovered.load(base);
        for (const [at, commit] of commits.entries()) {
          // The rows of a loaded table exist after their first use; a commit is applied before or after it.
          if (at === useAt % commits.length) recovered.export();
          recovered.redo(throughJson(commit));
        }
        recovered.clock.restore(world.clock.state());
        expect(textOf(recovered)).toBe(textOf(world));
        if (commits.length > 0) expect(recovered.seq).toBe(world.seq);
        for (const one of later) {
          run(world, one);
          run(recovered, one);
          expect(textOf(recovered)).toBe(textOf(world));
        }
        recovered.transact(null, ({ parts }) => {
          for (const row of parts.all()) {
            expect(Object.isFrozen(row)).toBe(true);
            expect(parts.where('kind', row.kind)).toContain(row);
          }
        });
      },
    ),
    { numRuns: 1000 },
  );
});

test('undo and redo are each the inverse of the other, in any order and any number', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 10 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      (steps, visited) => {
        const world = createWorld();
        const commits: Commit[] = [];
        // Undo and redo leave the clock alone.
        const text = (): string => JSON.stringify({ ...world.export(), clock: null });
        const texts = [text()];
        world.onCommit((commit) => {
          commits.push(commit);
          texts.push(text());
        });
        for (const one of steps) run(world, one);
        let at = commits.length;
        for (const target of visited.map((one) => one % (commits.length + 1))) {
          if (target < at) world.undo(commits.slice(target, at).reverse());
          else for (const commit of commits.slice(at, target)) world.redo(commit);
          at = target;
          expect(text()).toBe(texts[at]);
        }
      },
    ),
    { numRuns: 1000 },
  );
});
