// Tests of the text of a world's state: it gives the same state again, and damage is found before anything uses it.
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFrozenApp } from '../../mocks/testing/test-mock.ts';
import { createWorld } from '../server/seed-world.ts';
import { referencesOf } from './shared-text.ts';
import {
  captureState,
  decodeState,
  encodeInSteps,
  encodeState,
  type SharedTables,
  type StateText,
} from './state-text.ts';
import { storedTable } from './stored-table.ts';
import { wholeText } from './testing/record-world.ts';
import { StorageError } from './world-store.ts';

const { worlds, definition } = createFrozenApp();
const { main } = worlds;
// Creates the rows of the prebuilt world, whose empty tables are only then known to be empty.
main.world.export();
const state = encodeState(main);
const text = wholeText(state);

/** The tables to which a state refers. */
const tablesOf = ({ texts }: StateText): SharedTables =>
  new Map(texts.map((one) => [one.hash, storedTable(Buffer.from(one.text()))]));

test('a decoded state gives the same export, and the same text again', () => {
  const {
    state: serverState,
    seq,
    replacedAt,
    now,
    options,
    world: stored,
  } = decodeState(state.text, 'the world demo', tablesOf(state));
  const world = createWorld(definition, 'demo', {});
  world.load(stored);
  const parts = main.save().state;
  expect({ ...serverState, requests: null }).toEqual(parts);
  expect({ seq, replacedAt, now }).toEqual({
    seq: main.world.seq,
    replacedAt: 0,
    now: main.world.clock.now(),
  });
  expect(options).toEqual({ clock: 'frozen', limits: 'off' });
  // Encoding neither parses the rows nor changes the text.
  const saved = { world: world.snapshot(), seeded: main.seeded, state: parts };
  expect(saved.world.rows.every(({ loadedSize }) => loadedSize === 0)).toBe(true);
  expect(wholeText(encodeState(main, saved))).toBe(text);
  expect(saved.world.rows.every(({ loadedSize }) => loadedSize === 0)).toBe(true);
  expect(JSON.stringify(world.export())).toBe(JSON.stringify(main.world.export()));
  expect(wholeText(encodeState(main, { ...saved, world: world.snapshot() }))).toBe(text);
});

test('rows of a decoded state are frozen, and the table of a lone surrogate or a line break is read back', () => {
  const { world } = createFrozenApp({ world: 'empty' }).worlds.main;
  const app = createFrozenApp({ world: 'empty' });
  const name = 'a\n\ud800 é \u0000 "x"\u2028';
  app.world.transact('t1', ({ customers }) =>
    customers.insert({ email: 'a@b.example', first_name: name } as never),
  );
  world.load(decodeState(wholeText(encodeState(app.worlds.main)), 'the world').world);
  const [row] = world.transact(null, ({ customers }) => customers.all());
  expect(row).toMatchObject({ first_name: name });
  expect(Object.isFrozen(row)).toBe(true);
});

test('a value that looks like a reference between other characters that end a line is no reference', () => {
  const app = createFrozenApp({ world: 'empty' });
  const lookalikes = ['\n', '\r', '\u2028', '\u2029', '\u0085'].map(
    (end) => `${end}x =${'A'.repeat(43)} deadbeef${end}`,
  );
  app.world.transact('t1', ({ customers }) => customers.insert({ first_name: lookalikes.join('') } as never));
  const encoded = encodeState(app.worlds.main);
  expect(encoded.text).toContain('\u2028x =AAA');
  expect(referencesOf(encoded.text)).toEqual(encoded.texts.map(({ hash }) => hash));
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

test('a copy refers to the texts of its original, and a changed world to all but those of the changed tables', () => {
  const app = createFrozenApp();
  const original = encodeState(app.worlds.main);
  const copy = app.worlds.fork('copy', app.worlds.main);
  const encoded = encodeState(copy);
  expect(referencesOf(encoded.text)).toEqual(referencesOf(original.text));
  expect(referencesOf(original.text).length).toBeGreaterThan(20);
  expect(original.text.length).toBeLessThan(wholeText(original).length / 20);
  copy.world.transact(null, ({ customers }) => {
    const [first] = customers.all();
    customers.update(first?.id ?? '', { first_name: 'changed' });
  });
  const changed = encodeState(copy);
  const added = changed.texts.filter(({ hash }) => !original.texts.some((one) => one.hash === hash));
  expect(added).toHaveLength(1);
  expect(added[0]?.text()).toContain('"first_name":"changed"');
  expect(referencesOf(encodeState(app.worlds.main).text)).toEqual(referencesOf(original.text));
});

test('a loaded world refers to the same texts, also after its rows were read, and after a change that was undone', () => {
  const shared = tablesOf(state);
  const world = createWorld(definition, 'demo', {});
  world.load(decodeState(state.text, 'the world demo', shared).world);
  const encoded = (): StateText => encodeState(main, { ...main.save(), world: world.snapshot() });
  expect(encoded()).toMatchObject({ text: state.text });
  world.export();
  expect(encoded().text).toBe(state.text);
  for (const { hash, bytes, text: rows } of encoded().texts) {
    const [own] = state.texts.filter((one) => one.hash === hash);
    expect({ bytes, rows: rows() }).toEqual({ bytes: Buffer.byteLength(rows()), rows: own?.text() });
  }
  const name = (to: string) =>
    world.transact(null, ({ customers }) => {
      const [first] = customers.all();
      const before = first?.first_name ?? '';
      customers.update(first?.id ?? '', { first_name: to, updated_at: first?.updated_at } as never);
      return before;
    });
  const before = name('changed');
  const changed = encoded().text;
  expect(changed).not.toBe(state.text);
  name(before);
  expect(encoded().text).not.toBe(changed);
  const rows = world.export();
  const again = createWorld(definition, 'demo', {});
  const last = encoded();
  again.load(decodeState(last.text, 'the world demo', tablesOf(last)).world);
  expect(again.export()).toEqual(rows);
});

test('a reference to a text that is missing or changed is refused', () => {
  const shared = new Map(tablesOf(state));
  const [first = ''] = shared.keys();
  shared.delete(first);
  expect(() => decodeState(state.text, 'the world demo', shared)).toThrow(
    /^the world demo is damaged: the rows of tenants are missing/,
  );
  const [second = ''] = shared.keys();
  expect(() => decodeState(state.text.replace(first, second), 'the world demo', tablesOf(state))).toThrow(
    /^the world demo is damaged/,
  );
});

test('encoding in steps gives the state of its start, and other work runs meanwhile', async () => {
  const { worlds, world } = createFrozenApp({ world: 'large' });
  // The text of a world like this one: tables that were encoded before take no time.
  const before = wholeText(encodeState(createFrozenApp({ world: 'large' }).worlds.main));
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
  expect(wholeText(await encoding)).toBe(before);
  expect(turns).toBeGreaterThan(1);
  expect(wholeText(encodeState(worlds.main))).not.toBe(before);
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
  expect(refused(text.replace('world 2 ', 'world 3 '))).toBe('other format');
  expect(refused(text.replace('world 2 ', 'world 1 '))).toBe('damaged');
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
