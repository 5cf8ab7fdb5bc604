// A tiny target for the tests of the suite: it keeps customers in memory, has one user, and lets a test override its
// replies.

type Customer = { id: string; email: string; status: 'active' | 'inactive' };
type TestReply = { status: number; body?: unknown; headers?: Record<string, string> };

/** The tiny target, with its state and its options. */
export type TinyTarget = {
  fetch(request: Request): Promise<Response>;
  customers: Map<string, Customer>;
  /** every request that the target received, such as `POST /customers` */
  log: string[];
  /** called before the target replies; its result, when present, replaces the reply */
  override: (method: string, path: string, request: Request) => TestReply | undefined;
  /** returns the current time in milliseconds, for the expiry of tokens */
  now: () => number;
};

/** The password of the only user. */
export const PASSWORD = 'correct horse';
/** The e-mail address of the only user. */
export const EMAIL = 'ada@example.org';

/** Creates a tiny target. @param options `life`: how long a token is valid, in milliseconds; `password`: that of the user */
export function tinyTarget({
  life = 900_000,
  password = PASSWORD,
}: {
  life?: number;
  password?: string;
} = {}): TinyTarget {
  const tokens = new Map<string, number>();
  let ids = 0;
  const uuid = (): string => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;

  function login(body: { email?: string; password?: string }): TestReply {
    if (body.email !== EMAIL || body.password !== password) return refusal(401, 'UNAUTHENTICATED');
    const token = `tok_${uuid()}`;
    tokens.set(token, target.now() + life);
    const expires_at = new Date(target.now() + life).toISOString();
    return {
      status: 200,
      body: { token, expires_at, user: { id: uuid(), email: EMAIL, tenant_id: uuid() } },
    };
  }

  async function answer(request: Request, method: string, path: string): Promise<TestReply> {
    const text = await request.text();
    const body = text === '' ? {} : JSON.parse(text);
    if (method === 'POST' && path === '/auth/login') return login(body);
    const token = (request.headers.get('authorization') ?? '').replace('Bearer ', '');
    if (!((tokens.get(token) ?? 0) > target.now() || token === 'static-token')) {
      return refusal(401, 'UNAUTHENTICATED');
    }
    const id = path.split('/')[2];
    if (id === undefined && method === 'GET')
      return { status: 200, body: { data: [...target.customers.values()] } };
    if (id === undefined && method === 'POST') {
      const customer: Customer = { id: uuid(), email: body.email, status: 'active' };
      target.customers.set(customer.id, customer);
      return { status: 201, body: customer };
    }
    const customer = target.customers.get(id ?? '');
    if (!customer) return refusal(404, 'NOT_FOUND');
    if (method === 'DELETE') target.customers.delete(customer.id);
    return { status: 200, body: customer };
  }

  const target: TinyTarget = {
    customers: new Map(),
    log: [],
    override: () => undefined,
    now: () => Date.now(),
    async fetch(request) {
      const path = new URL(request.url).pathname.replace('/v1', '');
      target.log.push(`${request.method} ${path}`);
      const { status, body, headers } =
        target.override(request.method, path, request) ?? (await answer(request, request.method, path));
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
      return new Response(status === 204 ? null : text, {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      });
    },
  };
  return target;
}

/** Creates an error reply with the given status and error code. */
export function refusal(status: number, code: string, errors?: Record<string, string[]>): TestReply {
  return { status, body: { error: { code, message: 'No.', ...(errors ? { errors } : {}) } } };
}

/** Returns an override that gives a reply to the requests with a method and a path, and leaves the others. */
export const on =
  (method: string, path: string | RegExp, reply: TestReply): TinyTarget['override'] =>
  (givenMethod, givenPath) =>
    givenMethod === method && (typeof path === 'string' ? path === givenPath : path.test(givenPath))
      ? reply
      : undefined;
