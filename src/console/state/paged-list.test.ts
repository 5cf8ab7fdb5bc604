// Tests of a list in pages: which pages are loaded, and where its items stay when others arrive.
import { expect, test } from 'vitest';
import { PagedList, type Part } from './paged-list.ts';

const request = (id: number) => ({ id: `req_${id}` });

// A log of a mock with the requests 1 to `newest`, and the parts that were read from it.
function log(newest: number) {
  const parts: string[] = [];
  const mock = {
    newest,
    parts,
    async load({ until, offset, limit }: Part) {
      const total = until === undefined ? mock.newest : Number(until.slice(4));
      parts.push(`${until ?? 'newest'} ${offset}`);
      const last = total - offset;
      const first = Math.max(1, last - limit + 1);
      const requests = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => request(first + at));
      return { items: requests.toReversed(), total };
    },
  };
  return mock;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('pages load when they are wanted, each once, and all of them begin at the same item', async () => {
  const mock = log(100_000);
  const list = new PagedList((part) => mock.load(part));
  await settled();
  expect([list.length, list.at(0)?.id, list.at(199)?.id, list.at(200)]).toEqual([
    100_000,
    'req_100000',
    'req_99801',
    undefined,
  ]);
  mock.newest += 2;
  list.want(50_000, 50_030);
  list.want(99_990, 99_999);
  await settled();
  expect(list.at(99_999)?.id).toBe('req_1');
  list.want(0, 20);
  await settled();
  expect(mock.parts).toEqual(['newest 0', 'req_100000 50000', 'req_100000 99800']);
});

test('a list that is read again counts what was added at the top, and loads the pages in sight anew', async () => {
  const mock = log(1000);
  const list = new PagedList((part) => mock.load(part));
  await settled();
  list.want(600, 620);
  await settled();
  mock.newest = 1005;
  list.reload();
  await settled();
  expect([list.length, list.addedAtTop, list.at(605)?.id]).toEqual([1005, 5, 'req_400']);
  expect(mock.parts).toEqual(['newest 0', 'req_1000 600', 'newest 0', 'req_1005 600']);
  mock.newest = 2000;
  list.reload();
  list.reload();
  await settled();
  expect([list.length, list.addedAtTop, list.at(605)?.id]).toEqual([2000, 1000, 'req_1395']);
  mock.newest = 0;
  list.reload();
  await settled();
  expect([list.length, list.at(0)]).toEqual([0, undefined]);
});

test('a page that cannot be loaded is an error, until it is tried again', async () => {
  const mock = log(400);
  let broken = true;
  const list = new PagedList((part) =>
    broken ? Promise.reject(new Error('The mock does not answer.')) : mock.load(part),
  );
  await settled();
  expect(list.error.value?.message).toBe('The mock does not answer.');
  broken = false;
  list.reload();
  await settled();
  expect([list.error.value, list.at(0)?.id]).toEqual([null, 'req_400']);
});
