// Tests VPS instances over the public API.
import { expect, test } from 'vitest';
import { GIB } from '../products/types/vps.ts';
import { createRunningVps, createVpsInstance } from '../testing/purchases.ts';
import { DAY, MINUTE, refusalOf, setWalletBalance } from '../testing/test-mock.ts';

test('a provisioned instance is running, with unique IP addresses from the documentation networks', async () => {
  const { mock, call, body, get, events } = await createRunningVps();
  const first = await get();
  expect(first).toMatchObject({ status: 'running', next_due_at: '2026-12-20T08:00:03Z' });
  expect(first.ipv4).toEqual([expect.stringMatching(/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$/)]);
  expect(first.ipv6).toEqual([expect.stringMatching(/^2001:db8:/)]);
  const other = await call('createVps', { body });
  mock.pass(MINUTE);
  const second = (await call('getVps', { params: { id: other.data.id } })).data;
  expect(second.ipv4).not.toEqual(first.ipv4);
  expect(second.ipv6).not.toEqual(first.ipv6);
  expect(events).toContainEqual({ type: 'vps.provisioned', status: 'running' });
});

test('SSH keys, passwords and user data of an instance are neither returned nor stored', async () => {
  const secrets = {
    root_password: 'v7-Kp2wQ-x9Lm',
    user_data: '#cloud-config-of-mine',
    ssh_keys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 ada@acme.example'],
  };
  const { mock, created } = await createVpsInstance(secrets);
  const all = created.text + JSON.stringify(mock.app.world.export());
  for (const secret of ['v7-Kp2wQ', 'of-mine', 'ssh-ed25519']) expect(all).not.toContain(secret);
});

test('an unknown SKU creates an instance of default size, and the SKU of another product type is rejected', async () => {
  const { call, body, created } = await createVpsInstance({ sku_id: 'SKU:1/x y' });
  expect(created.data).toMatchObject({
    sku_id: 'SKU:1/x y',
    vcpus: 1,
    memory_bytes: 1 * GIB,
    disk_bytes: 25 * GIB,
  });
  const service = await call('getService', { params: { id: created.data.service_id } });
  expect(service.data.type).toBe('vps');
  expect(refusalOf(await call('createVps', { body: { ...body, sku_id: 'ssl-dv' } }))).toMatch(
    /^422 .* sku_id$/,
  );
});

test('start, stop and reboot pass through a transition state and emit an event when the transition ends', async () => {
  const { mock, call, params, get, events } = await createRunningVps();
  events.length = 0;
  for (const [op, between, after, event] of [
    ['stopVps', 'stopping', 'stopped', 'vps.stopped'],
    ['startVps', 'starting', 'running', 'vps.started'],
    ['rebootVps', 'rebooting', 'running', 'vps.rebooted'],
  ] as const) {
    expect(await call(op, { params })).toMatchObject({ status: 200, data: { status: between } });
    expect(events.map(({ type }) => type)).not.toContain(event);
    expect(await call('stopVps', { params })).toMatchObject({
      status: 422,
      error: { code: 'INVALID_STATE', errors: { status: [expect.stringContaining(between)] } },
    });
    mock.pass(MINUTE);
    expect((await get()).status).toBe(after);
    expect(events.map(({ type }) => type)).toContain(event);
  }
  expect((await call('startVps', { params })).status).toBe(422);
});

test('a transition ends before the next request with an immediate lifecycle, and does not end with a manual lifecycle', async () => {
  const quick = await createVpsInstance({}, { lifecycle: 'immediate' });
  expect((await quick.get()).status).toBe('running');
  await quick.call('stopVps', { params: quick.params });
  expect((await quick.get()).status).toBe('stopped');
  const slow = await createVpsInstance({}, { lifecycle: 'manual' });
  slow.mock.pass(DAY);
  expect((await slow.get()).status).toBe('provisioning');
});

test('an upgrade charges the price difference for the rest of the cycle, and the next cycle costs the new price', async () => {
  const { mock, call, params, get, created } = await createRunningVps();
  mock.pass(15 * DAY - MINUTE);
  const resized = await call('resizeVps', { params, body: { sku_id: 'vps-8g' } });
  expect(resized).toMatchObject({
    status: 200,
    data: { status: 'resizing', sku_id: 'vps-8g', vcpus: 4, memory_bytes: 8 * GIB, disk_bytes: 160 * GIB },
  });
  const id = resized.data.invoice_id ?? '';
  expect(id).not.toBe(created.data.invoice_id);
  // The new size costs 12.00 more per month, and half of the month is left.
  const { data: invoice } = await call('getInvoice', { params: { id } });
  expect(invoice).toMatchObject({ status: 'paid', subtotal_amount: 600, order_id: null });
  mock.pass(MINUTE);
  expect((await get()).status).toBe('running');
  mock.pass(16 * DAY);
  await get();
  const { data } = await call('listInvoices');
  expect(data.data[0]).toMatchObject({ subtotal_amount: 2490, status: 'paid' });
});

test('a downgrade refunds nothing, and a resize that would shrink the disk is rejected', async () => {
  const { mock, call, params, get, created } = await createRunningVps({ sku_id: 'vps-s' });
  const to = async (sku_id: string, allow_disk_growth?: boolean) => {
    const answer = await call('resizeVps', { params, body: { sku_id, allow_disk_growth } });
    mock.pass(MINUTE);
    return answer;
  };
  expect((await to('vps-l', false)).data).toMatchObject({ memory_bytes: 8 * GIB, disk_bytes: 40 * GIB });
  const before = (await call('getWallet')).data.balance_amount;
  expect((await to('vps-m', false)).data).toMatchObject({ memory_bytes: 4 * GIB, disk_bytes: 40 * GIB });
  expect((await call('getWallet')).data.balance_amount).toBe(before);
  expect((await to('vps-xl')).data.disk_bytes).toBe(320 * GIB);
  expect(await to('vps-l')).toMatchObject({
    status: 422,
    error: { errors: { sku_id: [expect.stringContaining('320')] } },
  });
  expect(refusalOf(await to('vps-xl'))).toMatch(/ sku_id$/);
  expect(refusalOf(await to('hosting-pro'))).toMatch(/ sku_id$/);
  expect(await get()).toMatchObject({ sku_id: 'vps-xl', status: 'running' });
  expect((await get()).invoice_id).not.toBe(created.data.invoice_id);
});

test('a stopped instance is stopped again after a resize, and a resize that is not paid changes nothing', async () => {
  const { mock, call, params, get } = await createRunningVps();
  await call('stopVps', { params });
  mock.pass(MINUTE);
  await call('resizeVps', { params, body: { sku_id: 'vps-8g' } });
  mock.pass(MINUTE);
  const stopped = await get();
  expect(stopped.status).toBe('stopped');
  setWalletBalance(mock, 5);
  expect(refusalOf(await call('resizeVps', { params, body: { sku_id: 'vps-xl' } }))).toBe(
    '422 INSUFFICIENT_FUNDS payment_method',
  );
  expect(await get()).toEqual(stopped);
  const later = await call('resizeVps', { params, body: { sku_id: 'vps-xl', payment_method: 'manual' } });
  const { data } = await call('getInvoice', { params: { id: later.data.invoice_id ?? '' } });
  expect(data.status).toBe('unpaid');
});
