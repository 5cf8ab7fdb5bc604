// Tests of the requests in the list: pages of the log, and the requests that arrive.
import { expect, test } from 'vitest';
import { PAGE_SIZE, type Request, RequestFeed } from './request-feed.ts';

const request = (id: number): Request => ({ id: `req_${id}` }) as Request;

/** A log of a mock with the requests 1 to `newest`, and the parts that were read from it. */
function log(newest: number) {
  const parts: string[] = [];
  const mock = {
    newest,
    parts,
    async load({ until, offset, limit }: { until: string; offset: number; limit: number }) {
      const total = Math.min(mock.newest, Number(until.slice(4)));
      parts.push(`${until} ${offset}`);
      const last = total - offset;
      const first = Math.max(1, last - limit + 1);
      const requests = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => request(first + at));
      return { requests, total };
    },
  };
  return mock;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('pages load when they are wanted, each once, and requests that arrive come before them', async () => {
  const mock = log(100_000);
  const feed = new RequestFeed('req_100000', mock.load);
  await settled();
  expect([feed.length, feed.at(0)?.id, feed.at(199)?.id, feed.at(200)]).toEqual([
    100_000,
    'req_100000',
    'req_99801',
    undefined,
  ]);
  feed.add([request(100_001), request(100_002)]);
  expect([feed.length, feed.at(0)?.id, feed.at(2)?.id]).toEqual([100_002, 'req_100002', 'req_100000']);
  feed.want(50_000, 50_030);
  feed.want(99_990, 100_001);
  await settled();
  expect(feed.at(100_001)?.id).toBe('req_1');
  feed.want(0, 20);
  await settled();
  expect(mock.parts).toEqual(['req_100000 0', 'req_100000 49800', 'req_100000 99800']);
});

test('many requests that arrive become pages, without being loaded again', async () => {
  const mock = log(10);
  const feed = new RequestFeed('req_10', mock.load);
  await settled();
  const sent = 11 * PAGE_SIZE;
  for (let at = 11; at <= sent; at += 20) {
    feed.add(Array.from({ length: 20 }, (_, next) => request(at + next)));
    mock.newest = at + 19;
    feed.want(0, 30);
  }
  await settled();
  expect(mock.parts).toEqual(['req_10 0']);
  expect([feed.length, feed.at(0)?.id]).toEqual([mock.newest, `req_${mock.newest}`]);
  feed.want(feed.length - 20, feed.length - 1);
  await settled();
  expect(feed.at(feed.length - 1)?.id).toBe('req_1');
  const ids = Array.from({ length: feed.length }, (_, at) => feed.at(at)?.id).filter(Boolean);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the number of requests follows the log, which forgets its oldest', async () => {
  const mock = log(1000);
  const load: typeof mock.load = async (part) => {
    const found = await mock.load(part);
    return part.offset < 500 ? { ...found, total: 500 } : { requests: [], total: 500 };
  };
  const feed = new RequestFeed('req_1000', load);
  await settled();
  expect(feed.length).toBe(500);
  feed.want(480, 499);
  await settled();
  expect(feed.at(499)?.id).toBe('req_501');
});

test('a page that cannot be loaded is an error, until it is tried again', async () => {
  const mock = log(400);
  let broken = true;
  const feed = new RequestFeed('req_400', (part) =>
    broken ? Promise.reject(new Error('The mock does not answer.')) : mock.load(part),
  );
  await settled();
  expect(feed.error.value?.message).toBe('The mock does not answer.');
  broken = false;
  feed.retry();
  await settled();
  expect([feed.error.value, feed.at(0)?.id]).toEqual([null, 'req_400']);
});
