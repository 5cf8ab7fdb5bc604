// Runs attacks on one shared mock process: checks the mock after each attack, and starts a new mock when the process
// has ended.

import { MOCK_RSS, type MockServer } from './mock-server.ts';
import { type AttackHead, Findings, limitMs, type Try, within } from './model.ts';

/** An attack area: lists its attacks and tries a selection of them. */
export type Area = {
  name: string;
  /** returns the attacks of this attack area; the seed determines the random attacks among them */
  attacks(seed: number): readonly AttackHead[];
  /** tries the chosen attacks one after the other; stops when the caller stops iterating */
  tries(chosen: readonly AttackHead[], seed: number): AsyncGenerator<Try>;
};

/**
 * Resident memory in MB above which the mock process is replaced, so that its memory does not count for the next
 * attack.
 */
const ROOMY = 200;

export type SharedMock<A extends AttackHead> = {
  start(): Promise<MockServer>;
  /** returns whether the mock's stored data must be unchanged after the attack */
  compares(attack: A): boolean;
  attempt(attack: A, mock: MockServer, findings: Findings): Promise<void>;
  /** time limit of one attack in milliseconds; default 60,000 */
  patience?: number;
};

/**
 * Tries each attack. After each attack, the mock must run, reply, have unchanged data, and have stayed below its
 * memory limit.
 */
export async function* sharedMock<A extends AttackHead>(
  attacks: readonly A[],
  { start, compares, attempt, patience = 60_000 }: SharedMock<A>,
): AsyncGenerator<Try> {
  let mock: MockServer | null = null;
  let before = '';
  try {
    for (const attack of attacks) {
      if (mock === null) {
        mock = await start();
        before = await mock.fingerprint();
      }
      const findings = new Findings();
      const began = performance.now();
      mock.process.resetPeak();
      try {
        if ((await within(attempt(attack, mock, findings), limitMs(patience))) === 'late')
          findings.add('hang', `the attack did not end within ${patience / 1000} s`);
      } catch (error) {
        if (mock.process.ended() === null) findings.add('wrong', `${error}`);
      }
      const trouble = await mock.trouble();
      if (trouble !== null) findings.add('hang', trouble);
      const ended = mock.process.ended();
      if (ended !== null) {
        findings.add('crash', `the mock ended with ${ended}: ${lastWords(mock.process.stderr())}`);
      } else if (compares(attack)) {
        const after = await mock.fingerprint().catch((error: unknown) => `${error}`);
        if (after !== before) findings.add('wrong', 'the mock does not hold what it held before');
        before = after;
      } else before = await mock.fingerprint().catch(() => '');
      const rssMb = mock.process.peakMb();
      if (rssMb !== null && rssMb > MOCK_RSS)
        findings.add('wrong', `the mock took ${rssMb} MB; the limit is ${MOCK_RSS} MB`);
      for (const [name, { password, totpSecret }] of Object.entries(mock.personas))
        for (const secret of [password, totpSecret])
          if (secret !== undefined && mock.process.stderr().includes(secret))
            findings.add('leak', `the mock's log holds a secret of the persona ${name}`);
      const seconds = (performance.now() - began) / 1000;
      yield { id: attack.id, verdict: findings.verdict, notes: findings.notes, rssMb, seconds };
      if (findings.verdict !== 'held' || (rssMb ?? 0) > ROOMY) {
        await mock.process.stop();
        mock = null;
      }
    }
    if (mock !== null) {
      const findings = new Findings();
      const took = await mock.process.stop();
      if (took === null) findings.add('hang', 'SIGTERM did not end the mock within 5 s after the attacks');
      const [{ id = '' } = {}] = attacks;
      const area = id.split('/')[0];
      yield {
        id: `${area}/ends-afterwards`,
        verdict: findings.verdict,
        notes: findings.notes,
        rssMb: null,
        seconds: (took ?? 5000) / 1000,
      };
    }
  } finally {
    await mock?.process.stop();
  }
}

/** Returns the line with the error message in the standard error output of a crashed process. */
export function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const said = lines.find((line) => /^\S*(?:Error|FATAL)\b/.test(line)) ?? lines.at(-1);
  return (said ?? 'nothing on standard error').slice(0, 200);
}
