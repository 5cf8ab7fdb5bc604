// Servers that the suite must never call conformant: the same reply to every request, or every write of an area
// refused, so that the suite cannot judge the area.
import { operations } from '../../src/contract/operations.ts';
import { answer, jsonResponse, refusal } from '../../src/variations/edits.ts';
import type { DegenerateServer, ResponseEdit } from './mutant.ts';

const always = (what: string | number, title: string, reply: ResponseEdit): DegenerateServer => ({
  id: `degenerate/always[${what}]`,
  title: `everything is answered ${title}`,
  allow: [],
  inject: (p) => p.request('everything', () => reply),
});

const REFUSALS = [
  [403, 'FORBIDDEN'],
  [422, 'NOT_TODAY'],
  [400, 'BAD_REQUEST'],
  [409, 'CONFLICT'],
] as const;

const writes = operations.filter(({ method }) => method !== 'GET');
const areas = [...new Set(writes.map(({ area }) => area))];

const refusesArea = (area: string, status: number, code: string): DegenerateServer => {
  const refused = writes.filter((one) => one.area === area).map(({ id }) => id);
  return {
    id: `refusing/area[${area} ${status}]`,
    title: `every write in the area ${area} is refused with ${status}`,
    allow: [],
    inject: (p) => answer(p, refused, refusal(status, code, 'This is refused.')),
  };
};

export const degenerateServers: readonly DegenerateServer[] = [
  always(200, '200 with an empty object', jsonResponse(200, {})),
  ...[401, 403, 404, 429, 500].map((status) => always(status, `${status}`, refusal(status, 'NO', 'No.'))),
  always('nothing', '200 with nothing', { ...jsonResponse(200, undefined), raw: '' }),
  ...areas.flatMap((area) => REFUSALS.map(([status, code]) => refusesArea(area, status, code))),
];
