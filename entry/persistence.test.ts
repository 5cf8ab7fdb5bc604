// A mock whose process may end at any time: what is put back, seen by whoever comes after.
import { expect, test } from 'vitest';
import { type MockOptions, openMock } from './parts/mock.ts';
import { createPersister, type KeyValueStore } from './parts/persistence.ts';

/** A shelf, and processes that end and leave nothing but what lies on it. */
function processes(options: MockOptions) {
  const texts = new Map<string, string>();
  const written: string[] = [];
  const store: KeyValueStore = {
    get: async (name) => texts.get(name) ?? null,
    put: async (name, text) => {
      written.push(name);
      texts.set(name, text);
    },
  };
  const begin = async () => {
    const { mock, app } = openMock({ limits: 'off', ...options });
    const persister = createPersister(app, store);
    return { mock, persister, refused: await persister.restore() };
  };
  return { begin, texts, written };
}

type Begun = Awaited<ReturnType<ReturnType<typeof processes>['begin']>>;

/** Ends a process that has kept what it did. */
async function end({ mock, persister }: Begun): Promise<void> {
  persister.changed();
  await persister.flush();
  await mock.close();
}

const customer = async (world: Begun['mock'] | ReturnType<Begun['mock']['world']>): Promise<void> => {
  const headers = {
    authorization: `Bearer ${world.personas.owner.token}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ email: 'new@customer.example', first_name: 'N', last_name: 'C' });
  const { status } = await world.fetch('http://mock/v1/customers', { method: 'POST', headers, body });
  expect(status).toBe(201);
};

test('every world goes back to its own start, however often the process ended in between', async () => {
  const { begin } = processes({ clock: 'frozen' });
  const first = await begin();
  await customer(first.mock);
  const copy = first.mock.world('copy');
  const anew = first.mock.worlds.create({ name: 'anew', seed: 7, world: 'empty' });
  const starts = { copy: copy.export(), anew: anew.export() };
  copy.clock.advance('P40D');
  await customer(anew);
  const states = { copy: copy.export(), anew: anew.export() };
  await end(first);

  for (let time = 0; time < 2; time += 1) {
    const again = await begin();
    expect(again.refused).toBeNull();
    expect(again.mock.world('copy').export()).toEqual(states.copy);
    expect(again.mock.world('anew').export()).toEqual(states.anew);
    await end(again);
  }
  const last = await begin();
  for (const name of ['copy', 'anew'] as const) {
    last.mock.world(name).reset();
    expect(last.mock.world(name).export()).toEqual(starts[name]);
  }
  last.mock.reset();
  expect(last.mock.export()).toEqual(openMock({ limits: 'off', clock: 'frozen' }).mock.export());
});

test('a world that runs by the wall clock goes back to the instant it began at, not to that of another process', async () => {
  const { begin } = processes({});
  const first = await begin();
  const start = first.mock.export();
  await customer(first.mock);
  await end(first);
  const again = await begin();
  again.mock.reset();
  expect(again.mock.export().tables).toEqual(start.tables);
});

test('snapshots are still there, with what the clock showed when they were taken', async () => {
  const { begin } = processes({ clock: 'frozen', world: 'empty' });
  const first = await begin();
  await customer(first.mock);
  first.mock.snapshots.take('one-customer');
  const then = first.mock.export();
  first.mock.clock.advance('P2D');
  const list = first.mock.snapshots.list();
  await end(first);
  const again = await begin();
  expect(again.mock.snapshots.list()).toEqual(list);
  again.mock.snapshots.restore('one-customer');
  expect(again.mock.export()).toEqual(then);
});

test('what can be gone back to is written when it changes, and not with every call', async () => {
  const { begin, written } = processes({ clock: 'frozen', world: 'empty' });
  const { mock, persister } = await begin();
  for (let call = 0; call < 2; call += 1) {
    mock.clock.advance('PT1M');
    persister.changed();
    await persister.flush();
  }
  expect(written).toEqual(['saved', 'worlds', 'worlds']);
  mock.snapshots.take();
  persister.changed();
  await persister.flush();
  expect(written).toEqual(['saved', 'worlds', 'worlds', 'saved', 'worlds']);
});

test('what cannot be read is said, and the world is as at its start', async () => {
  const { begin, texts } = processes({ clock: 'frozen', world: 'empty' });
  const first = await begin();
  await customer(first.mock);
  await end(first);
  texts.set('worlds', '{"format":1,"worlds":[{"name":"empty","export":{"format":1}}]}');
  const again = await begin();
  expect(again.refused).toContain('no world that could be taken in');
  const { status } = await again.mock.fetch('http://mock/v1/customers', {
    headers: { authorization: `Bearer ${again.mock.personas.owner.token}` },
  });
  expect(status).toBe(200);
});

test('a shelf that takes nothing for a while fails nobody, and what it refused is kept later', async () => {
  const { begin, texts } = processes({ clock: 'frozen' });
  const faults: string[] = [];
  const { mock, app } = openMock({ clock: 'frozen' });
  let full = true;
  const persister = createPersister(app, {
    get: async () => null,
    put: async (name, text) => {
      if (full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      texts.set(name, text);
    },
  });
  const print = console.error;
  console.error = (where, error) => void faults.push(`${where} ${error}`);
  await customer(mock);
  await persister.flush();
  console.error = print;
  expect(faults).toEqual(['keeping the worlds: QuotaExceededError: The quota has been exceeded.']);
  full = false;
  await persister.flush();
  const again = await begin();
  expect(again.mock.export().tables).toEqual(mock.export().tables);
});
