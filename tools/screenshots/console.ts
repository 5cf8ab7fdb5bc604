// Serves a mock whose console has something to show, for the screenshots of its views.
import { hostingMock } from '../../mocks/index.ts';
import { mountControl } from '../../src/control/mount-control.ts';
import { createApp } from '../../src/server/app.ts';
import type { Page } from '../chromium.ts';

const ORIGIN = 'http://127.0.0.1:4010';

/** A screenshot of the console: file name, hash of the page, and a text that the page shows when it is ready. */
type ConsolePicture = { name: string; hash: string; ready: string; scheme: 'light' | 'dark'; width: number };

/** The screenshots of the console. */
export const CONSOLE_PICTURES: readonly ConsolePicture[] = [
  {
    name: 'console-requests',
    hash: '#/requests/req_10',
    ready: 'VALIDATION_FAILED',
    scheme: 'light',
    width: 1280,
  },
  {
    name: 'console-requests-dark',
    hash: '#/requests',
    ready: '10 requests',
    scheme: 'dark',
    width: 1280,
  },
  {
    name: 'console-requests-narrow',
    hash: '#/requests/req_5',
    ready: 'INSUFFICIENT_SCOPE',
    scheme: 'light',
    width: 390,
  },
  { name: 'console-data', hash: '#/data/services', ready: 'Backup Plus', scheme: 'light', width: 1280 },
  { name: 'console-clock', hash: '#/clock', ready: 'What comes due next', scheme: 'dark', width: 1280 },
  { name: 'console-timeline', hash: '#/timeline', ready: 'createCustomer', scheme: 'light', width: 1280 },
  { name: 'console-faults', hash: '#/faults', ready: 'createOrder, ', scheme: 'light', width: 1280 },
  { name: 'console-worlds', hash: '#/worlds', ready: 'Snapshots of demo', scheme: 'dark', width: 1280 },
  { name: 'console-outbox', hash: '#/outbox', ready: 'order.completed', scheme: 'light', width: 1280 },
  { name: 'console-personas', hash: '#/personas', ready: 'platformAdmin', scheme: 'dark', width: 1280 },
  {
    name: 'console-reference-narrow',
    hash: '#/reference/Orders/createOrder',
    ready: 'Creates an order with its invoice',
    scheme: 'dark',
    width: 390,
  },
];

/** A mock whose log has requests of several callers, some of them refused. */
export type ConsoleMock = {
  /** The flag that makes Chromium find the mock at the address of README.md. */
  flag: string;
  close(): Promise<void>;
};

/** Starts the mock on a free port, so that another program may use the address of README.md. */
export async function startConsoleMock(): Promise<ConsoleMock> {
  const app = createApp(hostingMock, { seed: 1, world: 'demo', clock: 'frozen' });
  mountControl(app, { token: null, loopback: true });
  const { port } = await app.listen();
  const send = async (as: string, method: string, path: string, body?: object): Promise<void> => {
    const { token, apiKey } = app.personas[as] ?? {};
    await app.fetch(
      new Request(`${ORIGIN}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token ?? apiKey}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  };
  await send('owner', 'GET', '/customers?per_page=20');
  await send('owner', 'GET', '/orders?status=pending');
  await send('owner', 'GET', '/services');
  await send('owner', 'GET', '/wallet');
  await send('readOnly', 'POST', '/customers', {
    email: 'mira@example.org',
    first_name: 'Mira',
    last_name: 'Doe',
  });
  await send('otherOwner', 'GET', '/invoices?status=overdue');
  await send('expired', 'GET', '/orders');
  await send('owner', 'GET', '/domains/example.org');
  await send('owner', 'POST', '/customers', {
    email: 'mira@example.org',
    first_name: 'Mira',
    last_name: 'Doe',
  });
  await send('owner', 'POST', '/orders', { items: [{ quantity: 0, billing_cycle: 'weekly' }] });
  const control = (path: string, body: object): Promise<Response> =>
    app.fetch(
      new Request(`${ORIGIN}/_mock/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  await control('/faults', { kind: 'status', status: 503, operation: 'createOrder', times: 2 });
  await control('/worlds', { name: 'worker-1' });
  await control('/snapshots', { name: 'before-checkout' });
  return {
    flag: `--host-resolver-rules=MAP 127.0.0.1:4010 127.0.0.1:${port}`,
    close: () => app.close(),
  };
}

/** Opens a view of the console in a browser tab. */
export const consolePage =
  ({ hash, ready }: Pick<ConsolePicture, 'hash' | 'ready'>) =>
  async (tab: Page): Promise<void> => {
    await tab.goto(`${ORIGIN}/${hash}`);
    await tab.getByText(ready).first().waitFor();
    await tab.getByText('Live', { exact: true }).waitFor();
  };
