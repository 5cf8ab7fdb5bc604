// Tests of the parser of server-sent events.
import { expect, test } from 'vitest';
import { createSseParser } from './sse.ts';

test('events are parsed from pieces that end anywhere, and comments are skipped', () => {
  const text = 'retry: 1000\n\n: still here\n\nevent: commit\ndata: {"a":1}\n\ndata: one\ndata: two\r\n\r\n';
  const expected = [
    { type: 'commit', data: '{"a":1}' },
    { type: 'message', data: 'one\ntwo' },
  ];
  for (const size of [1, 2, 3, 7, text.length]) {
    const parse = createSseParser();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, (at + 1) * size),
    );
    expect(pieces.flatMap(parse), `pieces of ${size}`).toEqual(expected);
  }
});
