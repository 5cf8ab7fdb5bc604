// Tests that Redocly Respect runs the Arazzo workflows against a mock whose orders take their time, and names the step
// that fails.
import { beforeAll, expect, test } from 'vitest';
import { createMock } from '../entry/index.ts';
import { documentText } from '../src/contract/document.ts';
import { writeWorkflowFiles } from './openapi.ts';
import { newFolder } from './testing/processes.ts';
import { READS_BYTES_AS_OBJECT, runRespect } from './testing/respect.ts';

/** How long Respect may take until its first question for a service. */
const PATIENCE_MS = 200_000;

const folder = newFolder();
beforeAll(() => void writeWorkflowFiles(folder, documentText()));

test('every workflow waits for what takes time, and succeeds again on the same mock', async () => {
  await using mock = await createMock({ limits: 'off' });
  const { baseUrl } = await mock.listen();
  for (let time = 1; time <= 2; time += 1) {
    // A service is ready after seconds: the clock stands still until the first question for one is answered.
    mock.clock.freeze();
    mock.requests.clear();
    const asked = mock.requests.wait({ operation: 'getService' }, { timeout_ms: PATIENCE_MS });
    void asked.then(() => mock.clock.resume());
    const run = await runRespect(folder, baseUrl);
    expect(run.failures, run.output).toEqual(READS_BYTES_AS_OBJECT);
    expect(run.exitCode).toBe(0);
    expect(run.output).toContain('Retrying step waitForService');
  }
});

test('a step that is answered otherwise fails the run and is named', async () => {
  await using mock = await createMock({ lifecycle: 'immediate' });
  mock.faults.add({ kind: 'status', status: 500, operation: 'createPayment' });
  const { baseUrl } = await mock.listen();
  const run = await runRespect(folder, baseUrl);
  expect(run.exitCode).toBe(1);
  expect(run.failures).toContain('payAndCancel, payInvoice: $statusCode == 201');
});
