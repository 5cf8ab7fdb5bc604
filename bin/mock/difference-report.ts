// Writes how an edited document differs from that of the package, in three groups.
import type { Difference, DifferenceGroup } from '../../src/contract/edited-document/differences.ts';
import { escapeConsoleLine } from '../../src/suite/formats/escape.ts';

const HEADINGS: Record<DifferenceGroup, string> = {
  follows: 'follows',
  'filled in': 'filled in, because no handler knows it',
  'not possible': 'not possible',
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

/** Returns why a document is not served: the differences that are not possible; null when all are. */
export function impossibleMessage(file: string, differences: readonly Difference[]): string | null {
  const { length } = differences.filter(({ group }) => group === 'not possible');
  if (length === 0) return null;
  const what = length === 1 ? 'one difference is' : `${length} differences are`;
  return `${file} is not served, because ${what} not possible. Change it there, or add --allow to serve the rest.`;
}
