// Prints a figure of one build, or of two builds side by side with what can be concluded of their difference.
import type { Build } from './build.ts';
import { CONFIDENCE, medianInterval, placeBeside, type Rounds, spreadOf } from './statistics.ts';

/** Returns a number with three or more significant digits. */
const short = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Returns the middle of values with their quartiles: `12.3 (12.1–12.9)`. */
export function withSpread(values: readonly number[]): string {
  const { median, low, high } = spreadOf(values);
  return `${short(median)} (${short(low)}–${short(high)})`;
}

/** Whether more of a figure is better, as with requests a second, or less, as with times. */
export type Better = 'more' | 'less';

/**
 * Says in words what a ratio new/old of a figure says.
 * @param ratios the ratios of all rounds
 * @param quiet whether the machine was quiet enough for the figure
 */
export function conclusion(ratios: readonly number[], better: Better, quiet = true): string {
  if (!quiet) return 'not conclusive';
  const { low, confidence } = medianInterval(ratios);
  if (confidence < CONFIDENCE) return 'cannot tell: too few rounds';
  // A limit counts as reached, but equal figures are no difference.
  const place = low === 1 ? 'unclear' : placeBeside(ratios, 1);
  if (place === 'unclear') return 'no difference beyond the noise';
  return (place === 'above') === (better === 'more') ? 'better' : 'worse';
}

/**
 * Prints a table: a row for each figure, with its median and quartiles over the rounds. With two builds it has the
 * ratio new/old of the rounds, and whether the difference is larger than the noise. `quiet` says whether the machine was
 * quiet; CPU times, bytes and counts are compared on a noisy machine, too.
 */
export function printComparison(
  title: string,
  builds: readonly Build[],
  rounds: Rounds,
  better: Better,
  quiet = true,
): void {
  const [mine, other] = builds;
  if (!mine) return;
  console.log(`\n${title}: median (quartiles) of ${rounds.count} rounds`);
  console.table(
    Object.fromEntries(
      rounds.figures.map((figure) => {
        const columns = builds.map(({ name }) => [name, withSpread(rounds.of(figure, name))]);
        if (!other) return [figure, Object.fromEntries(columns)];
        const ratios = rounds.ratios(figure, mine.name, other.name);
        return [
          figure,
          {
            ...Object.fromEntries(columns),
            [`${mine.name}/${other.name}`]: withSpread(ratios),
            '': conclusion(ratios, better, quiet),
          },
        ];
      }),
    ),
  );
}
