// Many worlds at once: each job of a CI run creates a world, resets it, writes and reads a little, and goes.
import { pause } from '../attack/model.ts';
import { median } from '../median.ts';
import { type Members, membersOf, orderOf } from './accounts.ts';
import { type Client, createClient, isKnown, type Reply, type Request } from './client.ts';
import { type Cluster, type StateKind, startCluster } from './cluster.ts';

export type JobsOptions = {
  state: StateKind;
  replicas: number;
  /** how many jobs run at the same time, each in a world of its own */
  jobs: number;
  /** the time over which the requests of all jobs are spread */
  seconds: number;
  /** how long a request is repeated that is answered with a 5xx, in ms; default: it is not repeated */
  patienceMs?: number;
  random: () => number;
};

export type JobsResult = {
  requests: number;
  /** of the requests: medians, 99th percentile and maximum, in ms */
  p50Ms: number;
  p99Ms: number;
  slowestMs: number;
  slowest: string;
  /** the slowest first request to a world that was put down */
  slowestReturnMs: number | null;
  /** resident memory of each replica, in MB: at the start, after the jobs, after the idle worlds were put down */
  rssMb: { start: (number | null)[]; jobs: (number | null)[]; idle: (number | null)[] };
  /** worlds that a replica still owned after the wait; null for mocks in memory */
  ownedAfterwards: number | null;
  problems: string[];
};

/** How long a request may take before the job counts it as lost, in ms. */
const REPLY_MS = 30_000;
/** How long idle worlds may stay in memory, in ms. */
const PUT_DOWN_MS = 120_000;
/** How many of the worlds are used again after they were put down. */
const RETURNING = 100;

/** Runs the jobs against new replicas. */
export async function runJobs(options: JobsOptions): Promise<JobsResult> {
  const { state, replicas, jobs, seconds, patienceMs = 0, random } = options;
  const cluster = await startCluster({ state, replicas });
  const client = createClient(cluster.baseUrls, { random });
  const times: { ms: number; what: string }[] = [];
  const problems: string[] = [];
  const rss = (): (number | null)[] => cluster.replicas.map((replica) => replica.rssMb());

  const timed = async (one: Request, statuses: number[]): Promise<Reply> => {
    const began = performance.now();
    let reply = await client.send(one, REPLY_MS);
    let repetitions = 0;
    while (!isKnown(reply) && performance.now() - began < patienceMs) {
      await pause(random() * 1000);
      reply = await client.send(repetitionOf(one, ++repetitions), REPLY_MS);
    }
    const what = `${one.method ?? 'GET'} ${one.path}`;
    times.push({ ms: performance.now() - began, what });
    // The world of a job exists when the first request to create it had its effect without a reply.
    const isCreated = repetitions > 0 && one.path.endsWith('/worlds') && reply.status === 409;
    if (!statuses.includes(reply.status ?? 0) && !isCreated)
      problems.push(`${what} is answered with ${reply.status ?? 'no status'}: ${reply.text.slice(0, 200)}`);
    return reply;
  };
  try {
    const apiKey = await ownersKey(client);
    const start = rss();
    await Promise.all(
      Array.from({ length: jobs }, async (_, index) => {
        const world = `job-${index + 1}`;
        const steps = jobOf(world, apiKey, index);
        let customer: Members = {};
        // The jobs begin in the first half of the time, and each lasts about half of it.
        await pause((random() * seconds * 1000) / 2);
        for (const step of steps) {
          await pause((random() * seconds * 1000) / steps.length);
          const { request, status } = step(customer.id ?? '');
          const reply = await timed(request, [status]);
          if (request.path.endsWith('/customers')) customer = membersOf(reply);
        }
      }),
    );
    const after = rss();
    const sorted = times.map(({ ms }) => ms).sort((a, b) => a - b);
    const slowest = times.reduce((one, other) => (other.ms > one.ms ? other : one));
    const ownedAfterwards = await waitUntilPutDown(client, cluster);
    const idle = rss();
    times.length = 0;
    for (let index = 0; index < Math.min(RETURNING, jobs); index++) {
      const world = `job-${1 + Math.floor((index * jobs) / Math.min(RETURNING, jobs))}`;
      const reply = await timed({ path: `/w/${world}/v1/orders?per_page=1`, apiKey }, [200]);
      // The order of the job is the newest.
      if (membersOf(reply).data?.[0] === undefined) problems.push(`${world} lost the order of its job.`);
    }
    problems.push(...cluster.complaints());
    return {
      requests: sorted.length,
      p50Ms: median(sorted),
      p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      slowestMs: slowest.ms,
      slowest: slowest.what,
      slowestReturnMs: Math.max(...times.map(({ ms }) => ms)),
      rssMb: { start, jobs: after, idle },
      ownedAfterwards,
      problems,
    };
  } finally {
    await client.close();
    await cluster.close();
  }
}

/** Returns a request to send again. A customer whose creation had no reply may exist, so it gets another address. */
function repetitionOf(one: Request, at: number): Request {
  const { email, ...rest } = (one.body ?? {}) as { email?: string };
  return email === undefined ? one : { ...one, body: { ...rest, email: `again-${at}-${email}` } };
}

async function ownersKey(client: Client): Promise<string> {
  const { personas } = membersOf(await client.send({ path: '/_mock/v1/personas' }, REPLY_MS));
  return personas?.owner?.apiKey ?? '';
}

/** The requests of a job. Each gets the id of the job's customer, once it is there. */
function jobOf(
  world: string,
  apiKey: string,
  index: number,
): ((customerId: string) => { request: Request; status: number })[] {
  const v1 = `/w/${world}/v1`;
  const post = (path: string, body?: object): Request => ({
    method: 'POST',
    path,
    apiKey,
    idempotencyKey: `${world}-${path}`,
    ...(body !== undefined && { body }),
  });
  const person = { email: `job${index}@example.org`, first_name: 'Jo', last_name: 'Bee' };
  return [
    () => ({ request: post('/_mock/v1/worlds', { name: world }), status: 201 }),
    () => ({ request: post(`/w/${world}/_mock/v1/reset`), status: 200 }),
    () => ({ request: post(`${v1}/customers`, person), status: 201 }),
    (id) => ({ request: { path: `${v1}/customers/${id}`, apiKey }, status: 200 }),
    () => ({ request: post(`${v1}/wallet/topup`, { amount: 100 + index }), status: 201 }),
    (id) => ({ request: post(`${v1}/orders`, orderOf({ customerId: id }, 'bank_transfer')), status: 201 }),
    () => ({ request: { path: `${v1}/orders?per_page=5`, apiKey }, status: 200 }),
    () => ({ request: { path: `${v1}/wallet`, apiKey }, status: 200 }),
  ];
}

/** How many requests a job sends. */
export const REQUESTS_OF_A_JOB: number = jobOf('', '', 0).length;

/**
 * Waits until no replica owns a world of a job any more, at most `PUT_DOWN_MS`. Returns how many worlds are still owned;
 * null for mocks in memory.
 */
async function waitUntilPutDown(client: Client, { stateUrl }: Cluster): Promise<number | null> {
  if (stateUrl === null) return null;
  const end = performance.now() + PUT_DOWN_MS;
  for (;;) {
    const reply = await client.send({ path: '/_mock/v1/worlds' }, REPLY_MS);
    const { worlds = [] } = (reply.json ?? {}) as {
      worlds?: { name: string; stored?: { owner: unknown } }[];
    };
    const owned = worlds.filter(
      ({ name, stored }) => name.startsWith('job-') && stored?.owner != null,
    ).length;
    if (owned === 0 || performance.now() > end) return owned;
    await pause(1000);
  }
}
