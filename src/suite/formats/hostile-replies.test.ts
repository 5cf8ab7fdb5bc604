// Tests that hostile text of a target controls no terminal, begins no line and adds no CI command in any format.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffText } from '../cli/diff-command.ts';
import { showProgress } from '../cli/show-progress.ts';
import type { RecordedExchange } from '../model/exchange.ts';
import type { Report } from '../report/report.ts';
import { mixedReport } from '../testing/mixed-report.ts';
import { escapeConsoleLines } from './escape.ts';
import { fileFormatNames, formatReport, terminalFormatNames } from './formats.ts';

const FORMS = [...terminalFormatNames, ...fileFormatNames];
const ACTING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e007f}]/u;
const COMMAND = /^[^\S\n]*::|##\w*\[/m;
/** A marker for the start of each line that the target tries to write into a report. */
const OWN = '@@TARGET@@';
const MARKERS = [
  '::error::',
  '##[error]',
  '##vso[task.complete]',
  'not ok 1 - ',
  'ok 1',
  'Bail out!',
  '# SKIP',
  '- ',
  '1..9',
  '</testsuite>',
  '```',
  '| a |',
  '<script>',
  '---',
  '...',
  'TAP version 14',
  ']]>',
];

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...MARKERS.map((marker) => `\n${marker}${OWN}`),
        ...MARKERS.map((marker) => `\r\n  ${marker}`),
      ),
      fc.constantFrom(
        '\u001b[31m',
        '\u001b]0;t\u0007',
        '\u009b31m',
        '\u0000',
        '\u202e',
        '\u2028',
        '\u2029',
        '\u0085',
        '\u200b',
        '\ufeff',
        '\ufffe',
        '\ud800',
        '\udc00x',
        '\u{e0041}',
        '\r',
        '\t',
        '\u007f',
        '\v',
        '\f',
      ),
      fc.string({ maxLength: 10, unit: 'grapheme' }),
      fc.constantFrom('&', '<b>', '"', "'", '%0A', '%', '`', '&#27;', 'www.a.example', 'https://a.example/'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const speaking =
  (evil: string) =>
  (one: RecordedExchange): RecordedExchange => ({
    ...one,
    deliberateFault: evil,
    reply: { status: 500, headers: [[evil, evil]], body: evil, bytes: 1 },
  });

async function hostile(): Promise<(evil: string) => Report> {
  const report = await mixedReport('Oops');
  return (evil) => ({
    ...report,
    reasons: [evil],
    verdict: 'vacuous' as const,
    results: report.results.map((one) => ({
      ...one,
      message: evil,
      expected: evil,
      actual: { [evil]: [evil, { evil }] },
      ...(one.seen === undefined ? {} : { seen: [evil] }),
      exchanges: one.exchanges.map(speaking(evil)),
    })),
    cleanup: { created: 1, leftovers: [{ operation: 'deleteOrder', params: { id: evil }, why: evil }] },
  });
}

/**
 * Returns the lines that begin with text of the target. Leading blanks are ignored, except in the console formats,
 * which indent text of the target on purpose.
 */
const hostileLines = (written: string, form: string): string[] =>
  written
    .split('\n')
    .map((line) => (form.startsWith('console') ? line : line.trimStart()))
    .filter((line) => MARKERS.some((marker) => line.startsWith(`${marker}${OWN}`)));

/**
 * Returns how often a property is tested: fewer times for SARIF, which reads the whole OpenAPI document each time.
 */
const runs = (form: string, many: number): number => (form === 'sarif' ? 6 : many);

test.each(FORMS)(
  'a report in the format %s contains no control characters and no line that begins with text of the target',
  async (form) => {
    const make = await hostile();
    fc.assert(
      fc.property(text, (evil) => {
        const written = formatReport(form, make(evil), { colour: false, columns: 80, source: 'report.json' });
        // The GitHub format consists of workflow commands, so they are left out of the comparison.
        const lines = form.startsWith('github')
          ? written.replace(/^::(?:error|warning|notice) title=[\w%/. -]*::/gm, '')
          : written;
        expect(lines).not.toMatch(ACTING);
        expect(lines.isWellFormed()).toBe(true);
        expect(lines).not.toMatch(COMMAND);
        expect(hostileLines(written, form)).toEqual([]);
      }),
      { numRuns: runs(form, 60), endOnFailure: true },
    );
  },
);

test.each(['json', 'sarif'] as const)(
  'a report in the format %s is valid JSON that contains the target’s text unchanged',
  async (form) => {
    const make = await hostile();
    fc.assert(
      fc.property(text, (evil) => {
        const written = formatReport(form, make(evil), { colour: false, source: 'report.json' });
        expect(JSON.stringify(JSON.parse(written))).toContain(JSON.stringify(evil).slice(1, -1));
      }),
      { numRuns: runs(form, 30), endOnFailure: true },
    );
  },
);

test('progress lines and the output of `diff` contain no control characters and no CI commands', async () => {
  const make = await hostile();
  fc.assert(
    fc.property(text, (evil) => {
      let printed = '';
      for (const screen of [{}, { isTTY: true, columns: 60 }]) {
        const { onEvent } = showProgress({ ...screen, write: (one) => (printed += one) });
        for (const result of make(evil).results)
          onEvent({ type: 'check', result, done: 1, checks: 2, requests: 1 });
        onEvent({ type: 'wait', ms: 9000, why: evil });
      }
      const plain = printed.replaceAll('\r\u001b[K', '\n');
      expect(plain).not.toMatch(ACTING);
      expect(plain).not.toMatch(COMMAND);
      const differences = [{ about: 'observation' as const, id: 'x', a: evil, b: evil }];
      const apart = escapeConsoleLines(
        diffText({ differences, judgedByOne: { a: [evil], b: [] }, runByOneOnly: 0 }, 'a', 'b'),
      );
      expect(apart).not.toMatch(ACTING);
      expect(apart).not.toMatch(COMMAND);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
