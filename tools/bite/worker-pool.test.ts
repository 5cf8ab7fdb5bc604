// Tests what becomes of jobs whose thread fails.
import { expect, onTestFinished, test } from 'vitest';
import { JobThread } from './worker-pool.ts';

/** A thread in which the job `throw` fails, and `exit` ends the thread. */
const MODULE = `
import { answerJobs } from ${JSON.stringify(new URL('worker-pool.ts', import.meta.url).href)};
answerJobs(async (job) => {
  if (job === 'throw') throw new Error('it cannot run');
  if (job === 'exit') process.exit(3);
  return job + ' done';
});`;

test('a job that throws or ends its thread is reported, and the jobs after it run', async () => {
  const thread = new JobThread<string, string>(new URL(`data:text/javascript,${encodeURIComponent(MODULE)}`));
  onTestFinished(() => thread.end());
  const ends: object[] = [];
  for (const job of ['a', 'throw', 'exit', 'b']) ends.push(await thread.run(job));
  expect(ends).toEqual([
    { result: 'a done' },
    { error: expect.stringContaining('it cannot run') },
    { error: 'the thread ended', over: 'crashed' },
    { result: 'b done' },
  ]);
});
