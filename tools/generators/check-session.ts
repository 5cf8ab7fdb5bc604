// Compares what a session printed with what the mock has.
import { stripVTControlCharacters } from 'node:util';

/** The steps of a session, in their order. */
export const STEPS = ['login', 'page', 'create', 'order', 'pdf', 'zip', '422', '404'] as const;
type Step = (typeof STEPS)[number];

type App = {
  fetch(request: Request): Promise<Response>;
  personas: Readonly<Record<string, { email?: string; token?: string }>>;
};
type Row = { id: string; invoice_id?: string; customer_id?: string };

/**
 * Returns the outcome of each step of a session: `ok`, or what came instead. The mock tells what each step had to
 * print, so a session cannot pass by printing a constant.
 * @param out what the session printed: one line per step, the step's name first
 */
export async function checkSession(app: App, out: string): Promise<Partial<Record<Step, string>>> {
  const owner = app.personas.owner;
  const get = (path: string): Promise<Response> =>
    app.fetch(new Request(`http://mock/v1${path}`, { headers: { authorization: `Bearer ${owner?.token}` } }));
  const list = async (path: string): Promise<{ data: Row[]; meta: { total: number } }> =>
    (await get(path)).json() as Promise<{ data: Row[]; meta: { total: number } }>;
  const file = async (path: string): Promise<string> => {
    const bytes = Buffer.from(await (await get(path)).arrayBuffer());
    return `${bytes.length} ${bytes.subarray(0, 4).toString('latin1')}`;
  };

  const created = (await list('/customers?email=session@example.org')).data[0];
  const order = (await list('/orders?per_page=100')).data.find(
    ({ customer_id }) => created !== undefined && customer_id === created.id,
  );
  const issued = (await list('/ssl?status=issued')).data[0];
  const before = (await list('/customers')).meta.total - (created ? 1 : 0);
  const expected: Record<Step, string> = {
    login: owner?.email ?? '',
    page: String(before),
    create: created?.id ?? 'a customer that the mock has',
    order: order?.id ?? 'an order that the mock has',
    pdf: order ? await file(`/invoices/${order.invoice_id}/pdf`) : 'the PDF of an order',
    zip: issued ? await file(`/ssl/${issued.id}/download`) : 'a zip archive',
    '422': 'email',
    '404': 'NOT_FOUND',
  };
  // Maven writes escape sequences before the first line.
  const lines = stripVTControlCharacters(out).split('\n');
  const steps: Partial<Record<Step, string>> = {};
  for (const step of STEPS) {
    const line = lines.find((one) => one.startsWith(`${step} `));
    const value = line && printable(line.slice(step.length + 1));
    if (value === undefined) steps[step] = 'not reached';
    else
      steps[step] =
        value === printable(expected[step])
          ? 'ok'
          : `${value || 'nothing'} instead of ${printable(expected[step])}`;
  }
  return steps;
}

/** Returns a text without control characters and outer spaces: languages differ in what they trim from `PK\x03\x04`. */
function printable(text: string): string {
  return text.replaceAll(/[^ -~]/g, '').trim();
}
