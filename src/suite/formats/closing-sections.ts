// What a report says after its findings, for each format: what was not judged, compared, bought and left behind.
import { operation, operations } from '../../contract/operations.ts';
import type { Money, Order } from '../model/receipt.ts';
import type { Result } from '../model/result.ts';
import { MAX_NAMED, named, plural, shortLine } from '../model/text.ts';
import { cleanUpCommandLine } from '../report/command-lines.ts';
import type { Report } from '../report/report.ts';
import type { Block } from './blocks.ts';
import { isNarrowed, isStopped, unjudgedTexts } from './finding-text.ts';

type Section = Extract<Block, { blocks: unknown }>;

/** The title of the section about sentences that make a run incomplete. */
export const OPEN_SENTENCES = 'Stated sentences that stayed unjudged';
/** The title of the section about sentences that hold everywhere and were not asked everywhere. */
export const PARTLY_ASKED = 'Sentences asked in a part of their cells (operations, credentials, filters)';

const MAX_REASON = 400;

/** Returns the sections of a report after its findings. @param maxNames the most sentences that a line names */
export function closingSections(report: Report, maxNames = Number.POSITIVE_INFINITY): Section[] {
  const ids = (all: readonly { id: string }[]): string =>
    named(
      all.map(({ id }) => id),
      Math.min(maxNames, MAX_NAMED),
    );
  const unjudged = (which: 'open' | 'known'): string[] =>
    unjudgedTexts(report, which, maxNames).map((text) => shortLine(text, MAX_REASON));
  const proposals = (report.proposals ?? []).map(
    ({ capability, because, must }) =>
      `"capabilities": { "${capability}": false }, if it is not offered (${must} must would not apply): ${because}`,
  );
  const section = (title: string, list: string[], commands: string[] = []): Section => ({
    title,
    blocks: [{ list }, { commands }],
  });
  const judged = [
    section('Not judged', notJudgedLines(report, ids)),
    section(PARTLY_ASKED, isNarrowed(report) ? [] : cellLines(report)),
    section(OPEN_SENTENCES, unjudged('open')),
    section('Stated sentences that a known finding keeps from being judged', unjudged('known')),
    section('Perhaps for the target file', proposals),
    section('What this run has compared', comparisonLines(report)),
  ];
  return [
    // What else to give is no question before something answers.
    ...(isStopped(report) ? [] : judged),
    section(
      'Receipt',
      receiptRows(report).map(([name, value]) => `${name}: ${value}`),
    ),
    section('Left behind', leftoverTexts(report), removalCommands(report)),
  ];
}

function notJudgedLines(report: Report, ids: (results: readonly Result[]) => string): string[] {
  const lacking = report.notChecked.map(({ must, should, observe, hint }) => {
    return `${plural(must + should + observe, 'check')}: ${hint}`;
  });
  const unjudged = report.results.filter(({ verdict, need, kind }) => {
    const isCounted = (verdict === 'not-applicable' && need !== undefined) || kind === 'credential';
    return !isCounted && ['skipped', 'not-applicable', 'inconclusive', 'broken'].includes(verdict);
  });
  const groups = Map.groupBy(unjudged, ({ verdict, blockedBy, message }) => {
    const why = blockedBy === undefined ? message : `because of ${blockedBy}`;
    return verdict === 'broken'
      ? `broken, a fault of the suite: ${why.split('\n')[0]}`
      : `${verdict}: ${why}`;
  });
  const lines = [...groups].map(
    ([why, results]) => `${results.length} ${shortLine(why, MAX_REASON)} (${ids(results)})`,
  );
  return [...lacking, ...lines];
}

/** Formats the sentences that a run asked in a part of their cells only, the widest first: `41 of 93 cells of …`. */
const cellLines = ({ sentences }: Report): string[] =>
  (sentences?.cells ?? [])
    .filter(({ asked, of }) => asked > 0 && asked < of)
    .map(({ sentence, asked, of }) => `${sentence}: ${asked} of ${of} cells`);

function comparisonLines({ sentValues }: Pick<Report, 'sentValues'>): string[] {
  const sent = Object.entries(sentValues?.areas ?? {});
  const total = (name: 'members' | 'seen'): number => sent.reduce((sum, [, one]) => sum + one[name], 0);
  const lacking = sent.flatMap(([area, { members, seen }]) =>
    seen < members ? [`${area} ${members - seen}`] : [],
  );
  const never = lacking.length > 0 ? `; no read showed those of ${lacking.join(', ')}` : '';
  return sent.length > 0
    ? [`reads showed again what was sent for ${total('seen')} of ${total('members')} members${never}`]
    : [];
}

const MAX_LEFT = 3;

function leftoverTexts({ cleanup }: Report): string[] {
  const byReason = Map.groupBy(cleanup.leftovers, ({ why, byHand }) => {
    const reason = why.replace(/ \(sent: .*$/s, '');
    return byHand ? `not removable through the API, by hand: ${reason}` : reason;
  });
  return [...byReason].map(([reason, leftovers]) => {
    const things = leftovers.map(({ operation: id, params }) => [id, ...Object.values(params)].join(' '));
    const named = things.slice(0, MAX_LEFT).join(', ');
    if (things.length <= MAX_LEFT) return `${named}: ${reason}`;
    return `${things.length} things (${named}, …): ${reason}`;
  });
}

/** Returns one command with the ledger, or without a ledger one curl line for each thing. */
function removalCommands(report: Report): string[] {
  const { ledger } = report.cleanup;
  const leftovers = report.cleanup.leftovers.filter(({ byHand }) => !byHand);
  if (leftovers.length === 0) return [];
  if (ledger !== undefined) return [cleanUpCommandLine(ledger, report, report.called)];
  return leftovers.flatMap((one) => undoCurl(report, one) ?? []);
}

function undoCurl(
  { target }: Report,
  { operation: id, params }: Report['cleanup']['leftovers'][number],
): string | undefined {
  const known = operations.find((one) => one.id === id);
  if (!known) return undefined;
  const { method, path } = operation(known.id);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `curl -i -X ${method} '${target.baseUrl}${filled}' -H 'authorization: Bearer '"$TENANT_A_TOKEN"`;
}

const MAX_LISTED = 5;

/** @param most the most entries that a row lists */
function receiptRows({ receipt }: Report, most = Number.POSITIVE_INFINITY): [name: string, value: string][] {
  if (!receipt) return [];
  const listed = (all: readonly string[]): string =>
    all.length <= most ? all.join(', ') : `${all.slice(0, most).join(', ')} and ${all.length - most} more`;
  const { spent, purchases, unpriced, orders, names, openSubscriptions, notTakenBack } = receipt;
  const sums = spent.map(moneyText);
  const rows: [string, string][] = [
    [
      'spent',
      `${sums.join(' and ') || 'nothing that a reply states'} in ${plural(purchases, 'purchase')}${unpriced === 0 ? '' : `, ${unpriced} of them without a stated price`}`,
    ],
    ['names registered', listed(names)],
    ['subscriptions open', openSubscriptions === null ? 'not read' : listed(openSubscriptions)],
    ['orders', listed(orders.map(orderText))],
    ['not taken back', listed(notTakenBack)],
  ];
  return rows.filter(([, value]) => value !== '');
}

/** Formats the receipt as one line, without what was not taken back, which the report lists before it. */
export const receiptLine = (report: Report): string =>
  receiptRows(report, MAX_LISTED)
    .filter(([name]) => name !== 'not taken back')
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');

const moneyText = ({ amount, currency }: Money): string =>
  `${amount} minor units${currency === null ? '' : ` of ${currency}`}`;

const orderText = ({ operation, id, invoice, price, open }: Order): string =>
  `${operation} ${id} (${open ? 'open, ' : ''}${invoice === null ? '' : `invoice ${invoice}, `}${price === null ? 'no stated price' : moneyText(price)})`;
