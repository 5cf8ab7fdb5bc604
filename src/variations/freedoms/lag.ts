// How soon reads show a change.

import { hideRows, isSuccess, LISTS, listAt, setAt, textAt } from '../edits.ts';
import { matches, type RequestMatcher } from '../exchange.ts';
import { type Apply, type Freedom, freedom } from '../freedom.ts';
import { open } from '../sentences.ts';

/**
 * Shows changes later than they happen.
 * @param ms the delay in milliseconds
 * @param declared whether the target file states the delay
 * @param once whether the next read shows them, however soon it comes; lists then lack nothing but new rows
 */
const readLag =
  (reads: RequestMatcher, ms: number, declared: boolean, once = false): Apply =>
  (p) => {
    const writes = new Map<string, number[]>();
    const lastShown = new Map<string, { at: number; json: unknown }>();
    p.reply('everything', (_reply, { method, bearer }) => {
      if (method === 'GET' || bearer === null) return;
      // Of the writes that are over, the newest tells whether a reply is too old.
      const known = writes.get(bearer) ?? [];
      const over = known.findLastIndex((at) => p.now() - at >= ms);
      writes.set(bearer, [...known.slice(Math.max(0, over)), p.now()]);
    });
    p.reply(reads, (reply, { path, query, bearer }) => {
      if (!isSuccess(reply)) return;
      const key = `${bearer} ${path}?${query}`;
      const last = lastShown.get(key);
      // A reply lacks the newest writes only: one that lacks an older write is too old to be shown again.
      const missed = last && (writes.get(bearer ?? '') ?? []).filter((at) => at >= last.at);
      const isLate = last && missed?.length && missed.every((at) => p.now() - at < ms);
      if (!isLate || once) lastShown.set(key, { at: p.now(), json: structuredClone(reply.json) });
      const shown = isLate && once ? listAt(last.json, 'data').map((row) => textAt(row, 'id')) : [];
      if (shown.length > 0) hideRows(reply, (row) => !shown.includes(textAt(row, 'id')));
      else if (isLate) reply.json = structuredClone(last.json);
    });
    if (declared) p.target((file) => setAt(file, 'lag', { read: `${ms / 1000 + 1}s`, revocation: '0s' }));
  };

const RECORDS: RequestMatcher = ({ method, path }) => method === 'GET' && !path.startsWith('/auth');

// Of rows that move to the next page, none is new.
const isLaterPage = ({ query }: { query: string }): boolean => /(^|&)page=(?!1\b)/.test(query);

export const lag: readonly Freedom[] = [
  freedom(
    'lag',
    'how soon reads show a change',
    open.CONSISTENCY,
    {
      'lists, 2 s': readLag(LISTS, 2000, true),
      'lists, 300 ms, undeclared': readLag(LISTS, 300, false),
      'one read': readLag(
        (request) => matches(RECORDS, request) && !isLaterPage(request) && request.path !== '/wallet',
        900,
        false,
        true,
      ),
      'reads, 300 ms, undeclared': readLag(RECORDS, 300, false),
    },
    {
      incomplete: Object.fromEntries(
        ['one read', 'reads, 300 ms, undeclared'].map((value) => [
          value,
          'a balance may be of before a top-up, and nothing says so',
        ]),
      ),
    },
  ),
];
