// What a report says after its findings, for each format: what was not judged, compared, bought and left behind.
import { named, shortLine } from '../model/text.ts';
import type { Report } from '../report/report.ts';
import type { Block } from './blocks.ts';
import {
  cellTexts,
  comparisonLines,
  groupNotJudged,
  MAX_NAMED,
  notCheckedText,
  openSentenceGroups,
} from './finding-text.ts';
import { leftoverTexts, removalCommands } from './leftover-text.ts';
import { receiptRows } from './receipt-text.ts';

type Section = Extract<Block, { blocks: unknown }>;

/** The title of the section about sentences that make a run incomplete. */
export const OPEN_SENTENCES = 'Stated sentences that stayed unjudged';

const MAX_REASON = 400;

/** Returns the sections of a report after its findings. @param maxNames the most sentences that a line names */
export function closingSections(report: Report, maxNames = Number.POSITIVE_INFINITY): Section[] {
  const notJudged = groupNotJudged(report).map(({ verdict, reason, results }) => {
    const isBroken = verdict === 'broken';
    const why = isBroken ? `broken, a fault of the suite: ${reason.split('\n')[0]}` : `${verdict}: ${reason}`;
    const ids = results.map(({ id }) => id);
    return `${ids.length} ${shortLine(why, MAX_REASON)} (${named(ids, Math.min(maxNames, MAX_NAMED))})`;
  });
  const open = openSentenceGroups(report, maxNames).map(({ text }) => shortLine(text, MAX_REASON));
  const proposals = (report.proposals ?? []).map(
    ({ capability, because, must }) =>
      `"capabilities": { "${capability}": false }, if it is not offered (${must} must would not apply): ${because}`,
  );
  const section = (title: string, list: string[], commands: string[] = []): Section => ({
    title,
    blocks: [{ list }, { commands }],
  });
  return [
    section('Not judged', [...report.notChecked.map(notCheckedText), ...notJudged]),
    section('Asked in a part of their cells', cellTexts(report)),
    section(OPEN_SENTENCES, open),
    section('Perhaps for the target file', proposals),
    section('What this run has compared', comparisonLines(report)),
    section(
      'Receipt',
      receiptRows(report).map(([name, value]) => `${name}: ${value}`),
    ),
    section('Left behind', leftoverTexts(report), removalCommands(report)),
  ];
}
