// Writes how an edited document differs from that of the package, in groups.
import type { Difference, DifferenceGroup } from '../../src/contract/edited-document/differences.ts';
import { escapeConsoleLine } from '../../src/suite/formats/escape.ts';

const HEADINGS: Record<DifferenceGroup, string> = {
  follows: 'follows',
  'filled in': 'filled in, because no handler knows it',
  'not possible': 'not possible',
  warning: 'warnings',
};

/** Returns the lines of the report; texts and examples are counted and not listed. */
export function differenceLines(differences: readonly Difference[]): string[] {
  const isListed = ({ note }: Difference): boolean => note !== 'for readers';
  const unlisted = differences.filter((one) => !isListed(one)).length;
  const groups = Object.entries(HEADINGS).flatMap(([group, heading]) => {
    const own = differences.filter((one) => one.group === group && isListed(one));
    const lines = own.map(
      ({ place, change, note }) =>
        `  ${escapeConsoleLine(`${place}: ${change}${note === null ? '' : ` (${note})`}`)}`,
    );
    return own.length === 0 ? [] : [`${heading}:`, ...lines];
  });
  return unlisted === 0 ? groups : [...groups, `and ${unlisted} differences that only readers see.`];
}
