// Measures the memory of the mock over many requests, and its garbage collections in a large world.
import type { Build } from './build.ts';
import { type Case, type Mock, prepareCases, startMock } from './cases.ts';
import { sendLoad } from './load.ts';
import type { BenchOptions } from './options.ts';
import type { GcPause, Memory } from './probe.ts';

/** Rows of the world whose garbage collections are measured. */
const ROWS = 100_000;
/** Requests to the large world. */
const REQUESTS_AT_ROWS = 50_000;

/** Requests before the first and the second reading of the memory. */
const FEW = 10_000;
const MANY = 1_000_000;
/** Requests that are sent before the next case is sent. */
const SENT_TOGETHER = 2000;
/** The memory after many requests should be at most this multiple of the memory after few. */
const MEMORY_GOAL = 1.2;

async function withMock(
  build: Build,
  use: (mock: Mock, cases: readonly Case[]) => Promise<void>,
): Promise<void> {
  const mock = await startMock(build, { probe: true });
  try {
    const { cases } = await prepareCases(mock);
    await use(mock, cases);
  } finally {
    await mock.stop();
  }
}

/** Prints number and duration of the garbage collections while 100,000 rows are created, and at that size. */
export async function gcPauses({ builds }: BenchOptions): Promise<void> {
  for (const build of builds) {
    await withMock(build, async (mock, cases) => {
      const create = cases.find(({ name }) => name === 'POST 201');
      if (!create) throw new Error('There is no case POST 201.');
      const rows: Record<string, object> = {};
      await mock.ask('startGc');
      const loading = await sendLoad(mock.port, create, mock.token, { requests: ROWS });
      rows[`creating ${ROWS} rows`] = pauseRow(await mock.ask('stopGc'), loading.seconds);
      for (const one of cases) {
        await mock.ask('startGc');
        const { seconds } = await sendLoad(mock.port, one, mock.token, { requests: REQUESTS_AT_ROWS });
        rows[`${REQUESTS_AT_ROWS} × ${one.name}`] = pauseRow(await mock.ask('stopGc'), seconds);
      }
      console.log(`\nGarbage collections of ${build.name} at ${ROWS} rows`);
      console.table(rows);
    });
  }
}

function pauseRow(pauses: readonly GcPause[], seconds: number): object {
  const total = pauses.reduce((sum, { ms }) => sum + ms, 0);
  const longest = (kind?: GcPause['kind']): string =>
    Math.max(
      0,
      ...pauses.filter((pause) => kind === undefined || pause.kind === kind).map(({ ms }) => ms),
    ).toFixed(1);
  return {
    seconds: seconds.toFixed(1),
    collections: pauses.length,
    major: pauses.filter(({ kind }) => kind === 'major').length,
    'total ms': total.toFixed(0),
    'share of the time': `${((total / 1000 / seconds) * 100).toFixed(1)} %`,
    'longest ms': longest(),
    'longest major ms': longest('major'),
  };
}

/**
 * Prints the memory of the mock after 10,000 and after 1,000,000 requests that create no rows: reads, refusals and
 * updates of one customer in turns. Both readings follow a forced collection.
 */
export async function memory({ builds }: BenchOptions): Promise<void> {
  for (const build of builds) {
    await withMock(build, async (mock, cases) => {
      const mix = [...cases.filter(({ name }) => name !== 'POST 201'), updateOf(cases)];
      let sent = 0;
      const sendUntil = async (total: number): Promise<Memory> => {
        for (; sent < total; sent += SENT_TOGETHER) {
          const one = mix[(sent / SENT_TOGETHER) % mix.length];
          if (one) await sendLoad(mock.port, one, mock.token, { requests: SENT_TOGETHER });
        }
        return mock.ask('memory');
      };
      const few = await sendUntil(FEW);
      const many = await sendUntil(MANY);
      const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
      console.log(`\nMemory of ${build.name} in MB after a forced collection, goal at most ${MEMORY_GOAL} ×`);
      console.table(
        Object.fromEntries(
          (['rss', 'heapTotal', 'heapUsed', 'external'] as const).map((kind) => {
            const ratio = many[kind] / few[kind];
            return [
              kind,
              {
                [`after ${FEW}`]: megabytes(few[kind]),
                [`after ${MANY}`]: megabytes(many[kind]),
                ratio: ratio.toFixed(2),
                ...((kind === 'rss' || kind === 'heapUsed') && {
                  '': ratio <= MEMORY_GOAL ? 'reached' : 'not reached',
                }),
              },
            ];
          }),
        ),
      );
    });
  }
}

/** Returns an update of the customer that the case `GET one` reads. */
function updateOf(cases: readonly Case[]): Case {
  const path = cases.find(({ name }) => name === 'GET one')?.path ?? '';
  return { name: 'PUT', method: 'PUT', path, body: '{"first_name":"Jane %d"}', status: 200 };
}
