// Tests of a list in pages: the pages that are loaded, and the items that arrive.
import { expect, test } from 'vitest';
import { PAGE_SIZE, PagedList, type Part } from './paged-list.ts';

const request = (id: number) => ({ id: `req_${id}` });

/** A log of a mock with the requests 1 to `newest`, and the parts that were read from it. */
function log(newest: number) {
  const parts: string[] = [];
  const mock = {
    newest,
    parts,
    async load({ until = '', offset, limit }: Part) {
      const total = Math.min(mock.newest, Number(until.slice(4)));
      parts.push(`${until} ${offset}`);
      const last = total - offset;
      const first = Math.max(1, last - limit + 1);
      const requests = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => request(first + at));
      return { items: requests.toReversed(), total };
    },
  };
  return mock;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('pages load when they are wanted, each once, and requests that arrive come before them', async () => {
  const mock = log(100_000);
  const list = new PagedList(mock.load, 'req_100000');
  await settled();
  expect([list.length, list.at(0)?.id, list.at(199)?.id, list.at(200)]).toEqual([
    100_000,
    'req_100000',
    'req_99801',
    undefined,
  ]);
  list.add([request(100_001), request(100_002)]);
  expect([list.length, list.at(0)?.id, list.at(2)?.id]).toEqual([100_002, 'req_100002', 'req_100000']);
  list.want(50_000, 50_030);
  list.want(99_990, 100_001);
  await settled();
  expect(list.at(100_001)?.id).toBe('req_1');
  list.want(0, 20);
  await settled();
  expect(mock.parts).toEqual(['req_100000 0', 'req_100000 49800', 'req_100000 99800']);
});

test('many requests that arrive become pages, without being loaded again', async () => {
  const mock = log(10);
  const list = new PagedList(mock.load, 'req_10');
  await settled();
  const sent = 11 * PAGE_SIZE;
  for (let at = 11; at <= sent; at += 20) {
    list.add(Array.from({ length: 20 }, (_, next) => request(at + next)));
    mock.newest = at + 19;
    list.want(0, 30);
  }
  await settled();
  expect(mock.parts).toEqual(['req_10 0']);
  expect([list.length, list.at(0)?.id]).toEqual([mock.newest, `req_${mock.newest}`]);
  list.want(list.length - 20, list.length - 1);
  await settled();
  expect(list.at(list.length - 1)?.id).toBe('req_1');
  const ids = Array.from({ length: list.length }, (_, at) => list.at(at)?.id).filter(Boolean);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the number of requests follows the log, which forgets its oldest', async () => {
  const mock = log(1000);
  const load: typeof mock.load = async (part) => {
    const found = await mock.load(part);
    return part.offset < 500 ? { ...found, total: 500 } : { items: [], total: 500 };
  };
  const list = new PagedList(load, 'req_1000');
  await settled();
  expect(list.length).toBe(500);
  list.want(480, 499);
  await settled();
  expect(list.at(499)?.id).toBe('req_501');
});

test('a page that cannot be loaded is an error, until it is tried again', async () => {
  const mock = log(400);
  let broken = true;
  const list = new PagedList(
    (part) => (broken ? Promise.reject(new Error('The mock does not answer.')) : mock.load(part)),
    'req_400',
  );
  await settled();
  expect(list.error.value?.message).toBe('The mock does not answer.');
  broken = false;
  list.reload();
  await settled();
  expect([list.error.value, list.at(0)?.id]).toEqual([null, 'req_400']);
});

test('a list whose newest item is not known loads its first page, and the pages in sight again', async () => {
  const mock = log(500);
  const list = new PagedList((part) => mock.load({ ...part, until: `req_${mock.newest}` }));
  await settled();
  expect([list.length, list.at(0)?.id]).toEqual([500, 'req_500']);
  mock.newest = 501;
  list.reload();
  expect(list.at(0)?.id).toBe('req_500');
  await settled();
  expect([list.length, list.at(0)?.id]).toEqual([501, 'req_501']);
  expect(mock.parts).toEqual(['req_500 0', 'req_501 0']);
  list.clear();
  list.reload();
  await settled();
  expect(list.length).toBe(501);
});
