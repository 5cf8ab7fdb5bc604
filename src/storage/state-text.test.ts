// Tests of the text of a world's state: it gives the same state again, and damage is found before anything uses it.
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrozenApp } from '../../mocks/testing/test-mock.ts';
import { createWorld } from '../server/seed-world.ts';
import { captureState, decodeState, encodeInSteps, encodeState } from './state-text.ts';
import { StorageError } from './world-store.ts';

const { worlds, definition } = createFrozenApp();
const { main } = worlds;
// Creates the rows of the prebuilt world, whose empty tables are only then known to be empty.
main.world.export();
const text = encodeState(main);

test('a decoded state gives the same export, and the same text again', () => {
  const { state, seq, replacedAt, now, options, world: stored } = decodeState(text, 'the world demo');
  const world = createWorld(definition, 'demo', {});
  world.load(stored);
  const parts = main.save().state;
  expect({ ...state, requests: null }).toEqual(parts);
  expect({ seq, replacedAt, now }).toEqual({
    seq: main.world.seq,
    replacedAt: 0,
    now: main.world.clock.now(),
  });
  expect(options).toEqual({ clock: 'frozen', limits: 'off' });
  // Encoding neither parses the rows nor changes the text.
  const saved = { world: world.snapshot(), seeded: main.seeded, state: parts };
  expect(saved.world.rows.every(({ loadedSize }) => loadedSize === 0)).toBe(true);
  expect(encodeState(main, saved)).toBe(text);
  expect(saved.world.rows.every(({ loadedSize }) => loadedSize === 0)).toBe(true);
  expect(JSON.stringify(world.export())).toBe(JSON.stringify(main.world.export()));
  expect(encodeState(main, { ...saved, world: world.snapshot() })).toBe(text);
});

test('rows of a decoded state are frozen, and the table of a lone surrogate or a line break is read back', () => {
  const { world } = createFrozenApp({ world: 'empty' }).worlds.main;
  const app = createFrozenApp({ world: 'empty' });
  const name = 'a\n\ud800 é \u0000 "x"\u2028';
  app.world.transact('t1', ({ customers }) =>
    customers.insert({ email: 'a@b.example', first_name: name } as never),
  );
  world.load(decodeState(encodeState(app.worlds.main), 'the world').world);
  const [row] = world.transact(null, ({ customers }) => customers.all());
  expect(row).toMatchObject({ first_name: name });
  expect(Object.isFrozen(row)).toBe(true);
});

test('worlds that were decoded from the same rows share them, and each changes only its own', () => {
  const [one, other] = [decodeState(text, 'one'), decodeState(text, 'other')].map((decoded) => {
    const world = createWorld(definition, 'demo', {});
    world.load(decoded.world);
    return world;
  });
  if (!one || !other) throw new Error('Two worlds were expected.');
  const customersOf = (world: typeof one) => world.transact(null, ({ customers }) => customers.all());
  const before = JSON.stringify(other.export());
  const rows = customersOf(one);
  for (const [at, row] of customersOf(other).entries()) expect(row).toBe(rows[at]);
  const [first, second] = rows;
  one.transact(null, (store) => {
    const { customers } = store.forTenant(first?.tenant_id ?? '');
    customers.update(first?.id ?? '', { first_name: 'changed' });
    store.customers.remove(second?.id ?? '');
  });
  expect(JSON.stringify(one.export())).not.toBe(before);
  expect(JSON.stringify(other.export())).toBe(before);
});

test('encoding in steps gives the state of its start, and other work runs meanwhile', async () => {
  const { worlds, world } = createFrozenApp({ world: 'large' });
  const before = encodeState(worlds.main);
  const captured = captureState(worlds.main);
  let turns = 0;
  let done = false;
  const encoding = encodeInSteps(captured).finally(() => {
    done = true;
  });
  while (!done) {
    world.transact(null, (store) => store.token('turn', 8));
    world.transact(null, ({ customers }) => {
      const [first] = customers.page({ page: turns + 1, per_page: 1 }).data;
      if (first) customers.update(first.id, { first_name: `turn ${turns}` });
    });
    turns += 1;
    await setImmediate();
  }
  expect(await encoding).toBe(before);
  expect(turns).toBeGreaterThan(1);
  expect(encodeState(worlds.main)).not.toBe(before);
});

test('every text that was cut or changed is refused, and so is another format', () => {
  const refused = (changed: string): string => {
    try {
      decodeState(changed, 'the world demo in worlds.db');
    } catch (error) {
      expect(error).toBeInstanceOf(StorageError);
      const { code, message } = error as StorageError;
      expect(message).toMatch(/^the world demo in worlds\.db is [^\n]*\.$/);
      return code;
    }
    return 'accepted';
  };
  expect(refused(text.replace('world 1 ', 'world 2 '))).toBe('other format');
  expect(refused('')).toBe('damaged');
  expect(refused(`${text}\n`)).toBe('damaged');
  fc.assert(
    fc.property(fc.nat({ max: text.length - 1 }), fc.nat({ max: 200 }), (at, length) => {
      expect(refused(text.slice(0, at))).toBe('damaged');
      expect(refused(text.slice(0, at) + text.slice(at + length + 1))).not.toBe('accepted');
    }),
  );
  fc.assert(
    fc.property(fc.nat({ max: text.length - 1 }), fc.constantFrom(' ', '0', 'x', '\n', 'é'), (at, other) => {
      if (text[at] !== other)
        expect(refused(text.slice(0, at) + other + text.slice(at + 1))).not.toBe('accepted');
    }),
  );
  const lines = text.split('\n');
  expect(refused(lines.toSpliced(2, 1).join('\n'))).toBe('damaged');
  expect(refused([lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n'))).toBe('damaged');
});
