// One sequence of requests that tests send wherever the mock runs: sign in, list, order, advance the clock, download
// documents.

/** Sends a request to a path of the API's origin. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** One recorded reply: the request, the status, and the body as text, or the hash of a long or binary body. */
export type JourneyReply = readonly [request: string, status: number, body: string];

/**
 * Sends the requests of the sequence one after the other.
 * @returns every reply, in order
 */
export async function journey(send: Send): Promise<JourneyReply[]> {
  const replies: JourneyReply[] = [];
  let headers: Record<string, string> = { 'content-type': 'application/json' };
  const call = async (method: string, path: string, sent?: object): Promise<Record<string, unknown>> => {
    const reply = await send(path, { method, headers, ...(sent && { body: JSON.stringify(sent) }) });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const json = reply.headers.get('content-type')?.includes('json') ?? false;
    const body = json && bytes.length < 20_000 ? new TextDecoder().decode(bytes) : await fingerprint(bytes);
    replies.push([`${method} ${path}`, reply.status, body]);
    if (!json) return {};
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  };
  const first = (list: Record<string, unknown>): string =>
    (list as { data: { id: string }[] }).data[0]?.id ?? 'none';

  await call('GET', '/v1/customers');
  const { token } = await call('POST', '/v1/auth/login', {
    email: 'owner@acme.example',
    password: 'demo-hosting-2026',
  });
  headers = { ...headers, authorization: `Bearer ${token}` };
  const customer_id = first(await call('GET', '/v1/customers?status=active&per_page=5'));
  await call('POST', '/v1/orders', { customer_id });
  headers = { ...headers, 'idempotency-key': 'my-first-order' };
  const items = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }];
  const order = { customer_id, payment_method: 'wallet', items };
  const { id, invoice_id } = await call('POST', '/v1/orders', order);
  await call('POST', '/v1/orders', order);
  await call('POST', '/_mock/v1/clock/advance', { by: 'PT10M' });
  await call('GET', `/v1/orders/${id}`);
  await call('GET', `/v1/invoices/${invoice_id}/pdf`);
  const certificates = await call('GET', '/v1/ssl?status=issued');
  await call('GET', `/v1/ssl/${first(certificates)}/download`);
  await call('GET', '/v1/domains');
  await call('GET', '/v1/openapi.json');
  await call('GET', '/v1/wallet');
  return replies;
}

async function fingerprint(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 5));
  return `${start}… ${bytes.length} bytes ${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
