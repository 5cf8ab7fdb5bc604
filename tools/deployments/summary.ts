// Sums the results of many seeds up: shares, accusations, and the features that go with open sentences.
import type { SeedResult } from './run-seed.ts';
import type { SeedOutcome } from './worker-pool.ts';

/** A feature, the number of seeds that have it, and how much more stays open on them than on the others. */
export type FeatureEffect = { feature: string; seeds: number; openMore: number; accusedSeeds: number };

/** A stated sentence, the number of seeds on which it stayed open, and the most frequent reason. */
export type OpenCount = { requirement: string; seeds: number; reason: string };

/** The figures of all seeds. */
export type Summary = {
  seeds: number;
  broken: number;
  accusedSeeds: number;
  share: { min: number; median: number; mean: number };
  requests: { median: number; max: number };
  seconds: { median: number; max: number };
  virtualSeconds: { median: number };
  effects: FeatureEffect[];
  open: OpenCount[];
  accused: { id: string; seeds: number[]; message: string }[];
};

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

/** Returns the share of the stated sentences that a run judged, in percent. */
export const shareOf = ({ judged, sentences }: SeedResult): number => (100 * judged) / Math.max(1, sentences);

/** Sums the outcomes of many seeds up. */
export function summaryOf(outcomes: readonly SeedOutcome[]): Summary {
  const results = outcomes.flatMap((one) => ('result' in one ? [one.result] : []));
  const shares = results.map(shareOf);
  return {
    seeds: outcomes.length,
    broken: outcomes.length - results.length,
    accusedSeeds: results.filter(({ accused }) => accused.length > 0).length,
    share: { min: Math.min(100, ...shares), median: median(shares), mean: mean(shares) },
    requests: {
      median: median(results.map(({ requests }) => requests)),
      max: Math.max(0, ...results.map(({ requests }) => requests)),
    },
    seconds: {
      median: median(results.map(({ ms }) => ms)) / 1000,
      max: Math.max(0, ...results.map(({ ms }) => ms)) / 1000,
    },
    virtualSeconds: { median: median(results.map(({ virtualMs }) => virtualMs)) / 1000 },
    effects: effectsOf(results),
    open: openOf(results),
    accused: accusedOf(results),
  };
}

function effectsOf(results: readonly SeedResult[]): FeatureEffect[] {
  const features = [...new Set(results.flatMap((result) => result.features))];
  const openOn = (some: readonly SeedResult[]): number => mean(some.map(({ open }) => open.length));
  return features
    .map((feature) => {
      const having = results.filter((result) => result.features.includes(feature));
      const others = results.filter((result) => !result.features.includes(feature));
      return {
        feature,
        seeds: having.length,
        openMore: others.length === 0 ? 0 : openOn(having) - openOn(others),
        accusedSeeds: having.filter(({ accused }) => accused.length > 0).length,
      };
    })
    .sort((a, b) => b.openMore - a.openMore);
}

function openOf(results: readonly SeedResult[]): OpenCount[] {
  const found = new Map<string, string[]>();
  for (const { open } of results)
    for (const { requirement, cause, why } of open)
      found.set(requirement, [...(found.get(requirement) ?? []), `${cause}: ${why}`]);
  return [...found]
    .map(([requirement, reasons]) => ({ requirement, seeds: reasons.length, reason: mostFrequent(reasons) }))
    .sort((a, b) => b.seeds - a.seeds);
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

function accusedOf(results: readonly SeedResult[]): Summary['accused'] {
  const found = new Map<string, { id: string; seeds: number[]; message: string }>();
  for (const { seed, accused } of results)
    for (const { id, message } of accused) {
      const entry = found.get(id) ?? { id, seeds: [], message };
      entry.seeds.push(seed);
      found.set(id, entry);
    }
  return [...found.values()].sort((a, b) => b.seeds.length - a.seeds.length);
}

const shortened = (text: string): string => (text.length > 160 ? `${text.slice(0, 157)}…` : text);

/** Returns the summary as lines of text. */
export function summaryText(summary: Summary): string[] {
  const { share, requests, seconds, virtualSeconds } = summary;
  return [
    `${summary.seeds} seeds: ${summary.accusedSeeds} with an accusation, ${summary.broken} that did not end`,
    `Stated sentences judged: at least ${share.min.toFixed(1)} %, median ${share.median.toFixed(1)} %, mean ${share.mean.toFixed(1)} %`,
    `Requests: median ${requests.median}, at most ${requests.max}; time: median ${seconds.median.toFixed(1)} s, at most ${seconds.max.toFixed(1)} s (${Math.round(virtualSeconds.median)} s on the virtual clock)`,
    ...summary.accused.map(
      ({ id, seeds, message }) =>
        `Accused on ${seeds.length} seeds (${seeds.slice(0, 5).join(', ')}): ${id}: ${shortened(message)}`,
    ),
    'Features that go with open sentences (sentences more, number of seeds, seeds with an accusation):',
    ...summary.effects
      .filter(({ openMore, accusedSeeds }) => openMore >= 0.5 || accusedSeeds > 0)
      .slice(0, 20)
      .map(
        ({ feature, seeds, openMore, accusedSeeds }) =>
          `  ${feature}: ${openMore.toFixed(1)} more, ${seeds} seeds, ${accusedSeeds} accused`,
      ),
    'Sentences that stayed open most often:',
    ...summary.open
      .slice(0, 30)
      .map(({ requirement, seeds, reason }) => `  ${requirement}: ${seeds} seeds; ${shortened(reason)}`),
  ];
}
