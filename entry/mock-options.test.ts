// Tests of the options of `createMock`, which reports all invalid options in one error, and of calls on a closed
// mock.
import { expect, test } from 'vitest';
import { createMock } from './index.ts';

// Calls `createMock` with options that the compiler has not checked. Returns the error message, or `nothing` when there
// is no error.
const errorOf = async (options: object): Promise<string> =>
  createMock(options).then(
    async (mock) => {
      await mock.close();
      return 'nothing';
    },
    (error: unknown) => (error instanceof Error ? error.message : 'no Error'),
  );

test.each([
  [{ limits: 'C' }, /limits: must be A, B, off, or a whole number .* it is "C"/],
  [{ limits: { free: -1 } }, /limits: must be .*free/],
  [{ limitsAuth: Number.NaN }, /limitsAuth: must be a whole number from 1 .* it is NaN/],
  [{ errorShape: 'flatt' }, /errorShape: must be one of envelope, flat, alternate; did you mean "flat"/],
  [{ lifecycle: 'never' }, /lifecycle: must be one of time, immediate, manual/],
  [{ latency: 3 }, /latency: must be one of none, lan, mobile, slow/],
  [{ seed: Number.NaN }, /seed: must be a whole number/],
  [{ seed: -1 }, /seed: .*it is -1/],
  [{ seed: 1.5 }, /seed: .*it is 1.5/],
  [{ requests: -1 }, /requests: must be \{ count, bytes \}/],
  [{ requests: { count: -1, bytes: 0 } }, /requests: /],
  [{ clock: '9999-12-31T23:59:59Z' }, /clock: must be now, frozen, or an ISO 8601 instant/],
  [{ webhooks: 'all' }, /webhooks: must be one of none, loopback, public, any/],
  [{ limit: 'A' }, /limit is no option; did you mean "limits"/],
  [{ clock: 'forzen' }, /clock: must be now, frozen, or .*did you mean "frozen"/],
  [{ clock: 'noww' }, /clock: must be now, frozen, or .*did you mean "now"/],
  [{ clock: 5 }, /clock: must be now, frozen, or .*it is 5/],
  [{ world: 'dmeo' }, /There is no world named dmeo; there are: .*; did you mean "demo"/],
  [{ world: 'moon' }, /There is no world named moon; there are: .*demo/],
])('createMock refuses the options %o', async (options, message) => {
  expect(await errorOf(options)).toMatch(message);
});

test('one error of createMock names every invalid option', async () => {
  const message = await errorOf({ seed: -1, limits: 'C', lifecycle: 'x', webhooks: 1, colour: 'red' });
  for (const name of ['seed', 'limits', 'lifecycle', 'webhooks', 'colour']) expect(message).toContain(name);
});

test('createMock treats an option with the value undefined like an absent option', async () => {
  expect(await errorOf({ seed: undefined, limits: undefined, clock: undefined })).toBe('nothing');
});

test('world() and listen() throw on a closed mock, and a second call of close() does nothing', async () => {
  const mock = await createMock({ clock: 'frozen' });
  await mock.close();
  await mock.close();
  await expect(mock.listen()).rejects.toThrow('This mock was closed');
  expect(() => mock.world('mine')).toThrow('This mock was closed');
  expect(() => mock.worlds.create()).toThrow('This mock was closed');
});

test('createMock({ from }) validates a world as thoroughly as import() does', async () => {
  await using mock = await createMock({ clock: 'frozen' });
  const world = mock.export();
  const withInvalidRow = (table: string, change: object): object => {
    const [first, ...rest] = world.tables[table] ?? [];
    return { ...world, tables: { ...world.tables, [table]: [{ ...first, ...change }, ...rest] } };
  };
  for (const [from, message] of [
    [{ format: 1 }, /no world that could be taken in. \/seed: is missing: it must be a whole number/],
    [
      withInvalidRow('customers', { email: 7 }),
      /\/tables\/customers\/0\/email: The email field must be a string/,
    ],
    [withInvalidRow('wallets', { balance_amount: 1 }), /\/tables: .*wallet/],
    // The next ids that the world would assign belong to existing rows.
    [{ ...world, ordinals: {} }, /\/ordinals\/\w+: must be at least/],
    [
      { ...world, tables: { ...world.tables, orders: [] } },
      /\/tables\/\w+\/\d+\/order_id: must name a row of orders/,
    ],
  ] as const) {
    const line = await errorOf({ from });
    expect(line).toMatch(message);
    expect(line).not.toContain('\n');
  }
  await using again = await createMock({ from: world });
  expect(again.export()).toEqual(world);
  expect(again.personas.owner.token).toBe(mock.personas.owner.token);
});

test('worlds.create refuses an unknown built-in world and names the nearest one, and so does a request for an unknown world', async () => {
  await using mock = await createMock({ clock: 'frozen' });
  const options: object = { world: 'egde' };
  expect(() => mock.worlds.create(options)).toThrow(
    /must be one of demo, empty, large, edge; did you mean "edge"/,
  );
  const { baseUrlOf } = await mock.listen();
  mock.world('worker-1');
  expect(await (await fetch(`${baseUrlOf('worker1')}/customers`)).text()).toContain(
    'did you mean \\"worker-1\\"?',
  );
});
