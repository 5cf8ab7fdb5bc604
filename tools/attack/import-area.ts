// Sends each hostile import to a new world, and checks that the world still works afterwards.
import { HOSTILE_VALUES, type ImportAttack, importAttacks } from './import-attacks.ts';
import { MOCK_RSS, type MockServer, startMock } from './mock-server.ts';
import { type Findings, randomOf } from './model.ts';
import { type Area, sharedMock } from './shared-mock.ts';

/** Number of randomly mutated exports that are imported in addition to the attacks of the table. */
const MUTATED = 60;

export const importArea: Area = {
  name: 'import',
  attacks: (seed) => [
    ...importAttacks,
    ...Array.from({ length: MUTATED }, (_, at) => ({
      id: `import/mutated-${seed + at}`,
      title: `random changes, drawn from the seed ${seed + at}`,
    })),
  ],
  tries: (chosen) =>
    sharedMock(chosen, {
      start: () => startMock({ flags: ['--lifecycle', 'immediate'] }),
      compares: () => true,
      async attempt(attack, mock, findings) {
        const { json: world } = await mock.call('/_mock/v1/export');
        const seed = /mutated-(\d+)$/.exec(attack.id)?.[1];
        const row: ImportAttack =
          'edits' in attack
            ? (attack as ImportAttack)
            : { ...attack, edits: mutations(world, Number(seed)), must: 'either' };
        await take(row, world, mock, findings);
      },
    }),
};

async function take(
  attack: ImportAttack,
  world: unknown,
  mock: MockServer,
  findings: Findings,
): Promise<void> {
  const { edits, raw, must } = attack;
  const body = raw ? raw.text.repeat(raw.repeat ?? 1) : edited(world, edits);
  const name = 'attacked';
  await mock.call('/_mock/v1/worlds', { method: 'POST', body: { name } });
  try {
    const before = await mock.call(`/_mock/v1/export?world=${name}`);
    const reply = await mock.call(`/_mock/v1/import?world=${name}`, {
      method: 'POST',
      body,
      patience: 30_000,
    });
    const detail =
      edits.length > 0
        ? ` (${edits.map(({ at, set }) => `${at} = ${JSON.stringify(set)?.slice(0, 40)}`).join(', ')})`
        : '';
    if (reply.status !== 200 && reply.status !== 422 && reply.status !== 413)
      findings.add('wrong', `the import is answered ${reply.status}${detail}`);
    if (reply.status !== 200) {
      if (must === 'taken') findings.add('wrong', `a good export is refused: ${reply.text.slice(0, 200)}`);
      const { error } = (reply.json ?? {}) as { error?: { message?: string } };
      if (!error?.message || error.message.includes('\n') || error.message.length > 1000)
        findings.add('wrong', 'the refusal is not one line');
      const after = await mock.call(`/_mock/v1/export?world=${name}`);
      if (after.text !== before.text) findings.add('wrong', 'a refused import changed the world');
      return;
    }
    if (must === 'refused') findings.add('wrong', `the import is taken${detail}`);
    for (const note of await brokenBy(mock, name, must === 'taken'))
      findings.add('wrong', `${note}${detail}`);
    const again = await mock.call(`/_mock/v1/export?world=${name}`, { patience: 20_000 });
    const back = await mock.call(`/_mock/v1/import?world=${name}`, {
      method: 'POST',
      body: again.text,
      patience: 30_000,
    });
    if (again.status !== 200 || back.status !== 200)
      findings.add(
        'wrong',
        `what was taken in cannot be exported and taken in again (${again.status}, ${back.status})${detail}`,
      );
  } finally {
    if (mock.process.ended() === null && (mock.process.peakMb() ?? 0) < 4 * MOCK_RSS)
      await mock.call(`/_mock/v1/worlds/${name}`, { method: 'DELETE' }).catch(() => {});
  }
}

/**
 * Creates a record of every kind, advances the world's clock, and reads every list.
 * @returns the calls that failed
 */
async function brokenBy(mock: MockServer, world: string, wants2xx: boolean): Promise<string[]> {
  const broken: string[] = [];
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply = await mock.call(`/w/${world}${path}`, {
      method,
      ...(body !== undefined && { body }),
      patience: 20_000,
    });
    if (reply.status >= 500 || (wants2xx && reply.status >= 300))
      broken.push(`afterwards ${method} ${path} is answered ${reply.status}: ${reply.text.slice(0, 160)}`);
    return reply.json;
  };
  const post = (path: string, body?: unknown): Promise<unknown> => call('POST', `/v1${path}`, body);
  const unique = `${Date.now()}`;
  const customer = (await post('/customers', {
    email: `i${unique}@example.org`,
    first_name: 'In',
    last_name: 'Port',
  })) as { id?: string };
  const customer_id = customer?.id;
  const buy = { customer_id, billing_cycle: 'monthly', payment_method: 'wallet' };
  const order = (await post('/orders', {
    customer_id,
    payment_method: 'wallet',
    items: [
      {
        sku_id: 'hosting-pro',
        quantity: 1,
        billing_cycle: 'monthly',
        config: { domain: `i${unique}.org`, plan: 'pro' },
      },
    ],
  })) as { invoice_id?: string };
  await post('/wallet/topup', { amount: 100 });
  await post('/hosting', {
    customer_id,
    sku_id: 'hosting-pro',
    domain: `h${unique}.org`,
    billing_cycle: 'monthly',
  });
  await post('/domains/check', { domain: `d${unique}.org` });
  const zone = (await post('/dns/zones', { customer_id, name: `z${unique}.org` })) as { id?: string };
  await post('/support/tickets', { customer_id, subject: 'It rains', message: 'In.' });
  await post('/webhooks', { url: 'https://hooks.acme.example/i', events: ['*'] });
  await post('/api-keys', { name: 'import', scopes: ['customers:read'] });
  if (wants2xx === false) {
    await post('/domains/register', { ...buy, domain: `d${unique}.org`, years: 1 });
    await post('/email', { ...buy, domain: `e${unique}.org`, sku_id: 'email-basic' });
    await post('/vps', { ...buy, sku_id: 'vps-m', hostname: `v${unique}`, image: 'debian-12' });
    await post('/ssl', { ...buy, sku_id: 'ssl-dv', common_name: `s${unique}.org` });
    await post('/auth/login', { email: mock.owner.email, password: mock.owner.password });
  }
  if (order?.invoice_id !== undefined) await call('GET', `/v1/invoices/${order.invoice_id}/pdf`);
  if (zone?.id !== undefined) await call('GET', `/v1/dns/zones/${zone.id}/records`);
  await call('POST', '/_mock/v1/clock/advance', { by: 'P40D' });
  for (const list of [
    'customers',
    'services',
    'orders',
    'invoices',
    'subscriptions',
    'payments',
    'wallet',
    'domains',
    'hosting',
    'ssl',
    'dns/zones',
    'email',
    'vps',
    'support/tickets',
    'webhooks',
    'api-keys',
  ])
    await call('GET', `/v1/${list}`);
  return broken.slice(0, 3);
}

function edited(world: unknown, edits: ImportAttack['edits']): string {
  const copy = structuredClone(world);
  for (const { at, set, remove, repeat } of edits) {
    const parts = at
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = parts.pop() ?? '';
    let holder = copy as Record<string, unknown>;
    for (const part of parts) holder = (holder[part] ?? {}) as Record<string, unknown>;
    if (repeat !== undefined && Array.isArray(holder)) {
      for (let left = repeat; left > 0; left -= 1) holder.push(holder[Number(last)]);
    } else if (remove) delete holder[last];
    else
      holder[last] =
        set === '{customer0}'
          ? (copy as { tables: { customers: { id: string }[] } }).tables.customers[0]?.id
          : set;
  }
  return JSON.stringify(copy);
}

/** Draws one to three random changes to values in an exported world. */
function mutations(world: unknown, seed: number): ImportAttack['edits'] {
  const random = randomOf(seed);
  const pick = <A>(list: readonly A[]): A | undefined => list[Math.floor(random() * list.length)];
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    let at = '';
    let value = world;
    for (let depth = 0; depth < 12; depth += 1) {
      if (typeof value !== 'object' || value === null) break;
      const key = pick(Object.keys(value));
      if (key === undefined || (depth > 2 && random() < 0.1)) break;
      at += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      value = (value as Record<string, unknown>)[key];
    }
    return random() < 0.15 ? { at, remove: true } : { at, set: pick(HOSTILE_VALUES) };
  });
}
