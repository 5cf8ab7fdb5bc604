// Tests what the next process restores after a process that runs the mock has ended.
import { expect, onTestFinished, test, vi } from 'vitest';
import { whole } from '../tools/testing/sampled.ts';
import { type MockOptions, openMock } from './parts/mock.ts';
import { createPersister, type TextStore } from './parts/persistence.ts';

// Creates a store, and a function that starts processes which share only that store.
function processes(options: MockOptions) {
  const stored: { text: string | null } = { text: null };
  const store: TextStore = {
    get: async () => stored.text,
    put: async (text) => {
      stored.text = text;
    },
  };
  const startProcess = async () => {
    const { mock, app } = openMock({ limits: 'off', ...options });
    const persister = createPersister(app, store);
    return { mock, persister, problem: await persister.restore() };
  };
  return { startProcess, stored };
}

type StartedProcess = Awaited<ReturnType<ReturnType<typeof processes>['startProcess']>>;

// Stores the state of a simulated process and ends the process.
async function endProcess({ mock, persister }: StartedProcess): Promise<void> {
  persister.changed();
  await persister.flush();
  await mock.close();
}

const createCustomer = async (
  world: StartedProcess['mock'] | ReturnType<StartedProcess['mock']['world']>,
): Promise<void> => {
  const headers = {
    authorization: `Bearer ${world.personas.owner.token}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ email: 'new@customer.example', first_name: 'N', last_name: 'C' });
  const { status } = await world.fetch('http://mock/v1/customers', { method: 'POST', headers, body });
  expect(status).toBe(201);
};

test("reset restores each world's own initial state after several restarts of the process", async () => {
  const { startProcess } = processes({ clock: 'frozen' });
  const first = await startProcess();
  await createCustomer(first.mock);
  const copy = first.mock.world('copy');
  const reseeded = first.mock.worlds.create({ name: 'anew', seed: 7, world: 'empty' });
  const starts = { copy: copy.export(), anew: reseeded.export() };
  copy.clock.advance('P40D');
  await createCustomer(reseeded);
  const states = { copy: copy.export(), anew: reseeded.export() };
  await endProcess(first);

  for (let time = 0; time < (whole ? 2 : 1); time += 1) {
    const restarted = await startProcess();
    expect(restarted.problem).toBeNull();
    expect(restarted.mock.world('copy').export()).toEqual(states.copy);
    expect(restarted.mock.world('anew').export()).toEqual(states.anew);
    await endProcess(restarted);
  }
  const last = await startProcess();
  for (const name of ['copy', 'anew'] as const) {
    last.mock.world(name).reset();
    expect(last.mock.world(name).export()).toEqual(starts[name]);
  }
  last.mock.reset();
  expect(last.mock.export()).toEqual(openMock({ limits: 'off', clock: 'frozen' }).mock.export());
});

test('reset on a running clock restores the time at which the first process started, not the time of the restart', async () => {
  // A timer of the world comes due after two seconds: the time moves only where the test says so.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { startProcess } = processes({});
  const first = await startProcess();
  const start = first.mock.export();
  await createCustomer(first.mock);
  vi.setSystemTime(Date.now() + 1000);
  await endProcess(first);
  const restarted = await startProcess();
  restarted.mock.reset();
  expect(restarted.mock.export().tables).toEqual(start.tables);
});

test('snapshots survive a restart of the process, with the times at which they were taken', async () => {
  const { startProcess } = processes({ clock: 'frozen', world: 'empty' });
  const first = await startProcess();
  await createCustomer(first.mock);
  first.mock.snapshots.take('one-customer');
  const then = first.mock.export();
  first.mock.clock.advance('P2D');
  const list = first.mock.snapshots.list();
  await endProcess(first);
  const restarted = await startProcess();
  expect(restarted.mock.snapshots.list()).toEqual(list);
  restarted.mock.snapshots.restore('one-customer');
  expect(restarted.mock.export()).toEqual(then);
});

test('restore reports unreadable stored state, and the world starts from its seed', async () => {
  const { startProcess, stored } = processes({ clock: 'frozen', world: 'empty' });
  const first = await startProcess();
  await createCustomer(first.mock);
  await endProcess(first);
  stored.text = stored.text?.replace('customers', 'custmers') ?? null;
  const restarted = await startProcess();
  expect(restarted.problem).toMatch(/^the stored world empty is damaged/);
  const { status } = await restarted.mock.fetch('http://mock/v1/customers', {
    headers: { authorization: `Bearer ${restarted.mock.personas.owner.token}` },
  });
  expect(status).toBe(200);
});

test('a store that is full makes no request fail, and a later flush stores the state', async () => {
  const { startProcess, stored } = processes({ clock: 'frozen' });
  const faults: string[] = [];
  const { mock, app } = openMock({ clock: 'frozen' });
  let full = true;
  const persister = createPersister(app, {
    get: async () => null,
    put: async (text) => {
      if (full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      stored.text = text;
    },
  });
  const print = console.error;
  console.error = (where, error) => void faults.push(`${where} ${error}`);
  await createCustomer(mock);
  await persister.flush();
  console.error = print;
  expect(faults).toEqual(['keeping the worlds: QuotaExceededError: The quota has been exceeded.']);
  full = false;
  await persister.flush();
  const restarted = await startProcess();
  expect(restarted.mock.export().tables).toEqual(mock.export().tables);
});
