// Checks a mock that was restarted after a kill: every acknowledged write is there, each other one wholly or not at all.
import { createMock } from '../../entry/index.ts';
import { type Account, send, sendControl, type Write } from './writes.ts';

/** What an account must show: its balance, and how many orders and customers it has. */
export type Expected = { balance: number; orders: number; customers: number };

/** What a check found. `problems`: a line for each contradiction. `stored`: the stored ones of the unknown writes. */
export type CheckResult = { problems: string[]; acknowledged: number; unknown: number; stored: number };

const AT_A_TIME = 16;

async function read(origin: string, account: Account, path: string): Promise<Record<string, unknown>> {
  const reply = await send(origin, { account, path });
  if (reply?.status !== 200)
    throw new Error(`GET ${account.prefix}${path} is answered with ${reply?.status ?? 'no reply'}.`);
  return JSON.parse(reply.text) as Record<string, unknown>;
}

/** Reads what an account shows. */
export async function observe(origin: string, account: Account): Promise<Expected> {
  const [wallet, orders, customers] = await Promise.all(
    ['/v1/wallet', '/v1/orders?per_page=1', '/v1/customers?per_page=1'].map((path) =>
      read(origin, account, path),
    ),
  );
  const total = (list: unknown): number => (list as { meta: { total: number } }).meta.total;
  return {
    balance: Number(wallet?.balance_amount),
    orders: total(orders),
    customers: total(customers),
  };
}

/**
 * Repeats a write; one of unknown outcome is certainly executed then. Creating a customer takes no Idempotency-Key, but
 * no e-mail address twice.
 * @returns what is wrong, and whether the write was stored before the repetition
 */
async function checkWrite(
  origin: string,
  write: Write,
): Promise<{ problem: string | null; wasStored: boolean }> {
  const { reply, account, kind } = write;
  const wrong = (problem: string) => ({ problem, wasStored: false });
  if (reply !== null && reply.status !== 201)
    return wrong(`was answered with ${reply.status}: ${reply.text}`);
  if (kind !== 'top-up' && reply !== null) {
    const { id } = JSON.parse(reply.text) as { id: string };
    const one = await send(origin, { account, path: `${write.path}/${id}` });
    if (one?.status !== 200) return wrong(`was acknowledged and is lost (${one?.status})`);
  }
  const again = await send(origin, write);
  if (kind === 'customer' && again?.status === 422 && again.text.includes('ALREADY_EXISTS'))
    return { problem: null, wasStored: true };
  if (again?.status !== 201)
    return wrong(`is answered with ${again?.status ?? 'no reply'} when it is repeated: ${again?.text}`);
  if (reply === null) return { problem: null, wasStored: again.isReplayed };
  if (!again.isReplayed) return wrong('was acknowledged and is lost');
  return again.text === reply.text
    ? { problem: null, wasStored: true }
    : wrong('is replayed with another reply');
}

/**
 * Repeats each write: the mock must replay the replies that it gave before the kill. Compares balances and numbers of
 * records before and after it.
 * @param expected what each account showed before the writes; it becomes what it must show after them
 */
export async function checkWrites(
  origin: string,
  writes: readonly Write[],
  expected: Map<Account, Expected>,
): Promise<CheckResult> {
  const problems: string[] = [];
  const found = new Map<Account, Expected>();
  for (const account of expected.keys()) found.set(account, await observe(origin, account));
  const stored: Write[] = [];
  const waiting = [...writes];
  const checkAll = async (): Promise<void> => {
    for (let write = waiting.shift(); write; write = waiting.shift()) {
      const { problem, wasStored } = await checkWrite(origin, write);
      if (problem) problems.push(`${write.kind} ${write.key} of ${write.account.name} ${problem}`);
      if (wasStored && write.reply === null) stored.push(write);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, checkAll));

  const known = new Set([...writes.filter(({ reply }) => reply !== null), ...stored]);
  for (const [account, before] of expected) {
    const own = writes.filter((write) => write.account === account);
    const afterKill = sum(
      before,
      own.filter((write) => known.has(write)),
    );
    const atEnd = sum(before, own);
    problems.push(...differences(`${account.name} after the restart`, afterKill, found.get(account)));
    problems.push(
      ...differences(`${account.name} after the repetitions`, atEnd, await observe(origin, account)),
    );
    expected.set(account, atEnd);
  }
  const unknown = writes.filter(({ reply }) => reply === null).length;
  return { problems, acknowledged: writes.length - unknown, unknown, stored: stored.length };
}

const sum = (before: Expected, writes: readonly Write[]): Expected => ({
  balance: before.balance + writes.reduce((total, { amount }) => total + amount, 0),
  orders: before.orders + writes.filter(({ kind }) => kind === 'order').length,
  customers: before.customers + writes.filter(({ kind }) => kind === 'customer').length,
});

const differences = (title: string, expected: Expected, found: Expected | undefined): string[] =>
  (['balance', 'orders', 'customers'] as const)
    .filter((name) => expected[name] !== found?.[name])
    .map((name) => `${title}: ${name} is ${found?.[name]}, and ${expected[name]} is right`);

/**
 * Exports the world of an account and imports it, which checks that its rows fit together.
 * @returns the number of rows, and what is wrong
 */
export async function checkInvariants(
  origin: string,
  { prefix, name }: Account,
): Promise<{ rows: number; problems: string[] }> {
  const response = await sendControl(`${origin}${prefix}/_mock/v1/export`);
  const exported = (await response.json()) as { tables?: Record<string, unknown[]> };
  const rows = Object.values(exported.tables ?? {}).reduce(
    (count, table) => count + Object.keys(table).length,
    0,
  );
  try {
    const mock = await createMock({ from: exported as never });
    await mock.close();
    return { rows, problems: [] };
  } catch (error) {
    return { rows, problems: [`the world of ${name} is broken: ${(error as Error).message}`] };
  }
}
