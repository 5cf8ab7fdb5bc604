// Decides whether the machine is quiet enough to conclude anything from the figures.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CoreShares, measureCores } from './machine.ts';
import { onLoadCore, onServerCore } from './process.ts';
import type { SpinResult } from './spin.ts';
import { spreadOf, variation } from './statistics.ts';

const run = promisify(execFile);
const SPIN = fileURLToPath(new URL('spin.ts', import.meta.url));

/** How long the machine is observed before the measurements, in ms. */
const OBSERVED_MS = 1000;

/** What was observed of the machine. Members are null where they were not measured. */
export type NoiseFigures = {
  /** share of all cores that other programs used before the measurements */
  busyBefore: number | null;
  /** the loops of equal work before the measurements, one on each core */
  spins: readonly SpinResult[];
  /** share of the cores that the hypervisor gave to other machines during the measurements */
  stolen: number | null;
  /** requests a second of the bare server in each round, for each case */
  bareRates: readonly (readonly number[])[];
  /** CPU time of the bare server as a share of the elapsed time, in each round; it is kept busy all the time */
  bareShares: readonly number[];
};

/** What a quiet machine keeps to. */
const LIMITS = {
  busyBefore: 0.1,
  spinShare: 0.95,
  spinVariation: 0.1,
  stolen: 0.02,
  bareVariation: 0.1,
  bareShare: 0.9,
};

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** Returns why nothing can be concluded from measurements on a machine; an empty list for a quiet machine. */
export function noiseReasons(figures: NoiseFigures): string[] {
  const { busyBefore, spins, stolen, bareRates, bareShares } = figures;
  const reasons: string[] = [];
  if (busyBefore !== null && busyBefore > LIMITS.busyBefore)
    reasons.push(`other programs used ${percent(busyBefore)} of the cores before the measurements`);
  const share = Math.min(1, ...spins.map((one) => one.share));
  if (share < LIMITS.spinShare) reasons.push(`a loop got only ${percent(share)} of its core`);
  const varied = Math.max(0, ...spins.map((one) => one.variation));
  if (varied > LIMITS.spinVariation) reasons.push(`a loop of equal work varied by ${percent(varied)}`);
  if (stolen !== null && stolen > LIMITS.stolen)
    reasons.push(`the hypervisor took ${percent(stolen)} of the cores`);
  const rates = Math.max(0, ...bareRates.map(variation));
  if (rates > LIMITS.bareVariation) reasons.push(`the bare server varied by ${percent(rates)}`);
  const served = bareShares.length === 0 ? 1 : spreadOf(bareShares).low;
  if (served < LIMITS.bareShare) reasons.push(`the bare server got only ${percent(served)} of its core`);
  return reasons;
}

/** Observes the machine before and during the measurements. */
export class NoiseMonitor {
  private readonly before: Pick<NoiseFigures, 'busyBefore' | 'spins'>;
  private readonly sinceStart: () => CoreShares | null;
  private readonly bareRates = new Map<string, number[]>();
  private readonly bareShares: number[] = [];

  private constructor(before: Pick<NoiseFigures, 'busyBefore' | 'spins'>) {
    this.before = before;
    this.sinceStart = measureCores();
  }

  /** Observes the machine for two seconds. */
  static async start(): Promise<NoiseMonitor> {
    const idle = measureCores();
    await new Promise((later) => setTimeout(later, OBSERVED_MS));
    const busyBefore = idle()?.busy ?? null;
    const spins = await Promise.all([onServerCore, onLoadCore].map(spinOn));
    return new NoiseMonitor({ busyBefore, spins });
  }

  /**
   * Adds a round of the bare server.
   * @param share its CPU time as a share of the elapsed time; null where it cannot be measured
   */
  addBare(name: string, rate: number, share: number | null): void {
    const rates = this.bareRates.get(name);
    if (rates) rates.push(rate);
    else this.bareRates.set(name, [rate]);
    if (share !== null) this.bareShares.push(share);
  }

  /** Returns why nothing can be concluded from the measurements until now; an empty list on a quiet machine. */
  reasons(): string[] {
    return noiseReasons({
      ...this.before,
      stolen: this.sinceStart()?.stolen ?? null,
      bareRates: [...this.bareRates.values()],
      bareShares: this.bareShares,
    });
  }
}

async function spinOn(pinned: readonly string[]): Promise<SpinResult> {
  const [file = '', ...args] = [...pinned, process.execPath, SPIN, String(OBSERVED_MS)];
  const { stdout } = await run(file, args);
  return JSON.parse(stdout) as SpinResult;
}
