// Test helper: runs Arazzo workflows against a mock with Redocly Respect, and lists the checks of its report.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const REDOCLY = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

type Check = { name: string; passed: boolean; condition?: string };
/** A workflow or a step of the report; a step that calls a workflow is both. */
type Node = { workflowId: string; stepId?: string; executedSteps?: Node[]; checks?: Check[] };
type Report = { files: Record<string, { totalRequests: number; executedWorkflows: Node[] }> };

/** The workflows of both files, sorted. */
export const WORKFLOWS = [
  'payAndCancel',
  'readInputs',
  'signInWithTwoFactor',
  'signUpToInvoice',
  'transferDomain',
  'webhooks',
];

/**
 * What a run reports on a conforming mock: Respect reads a PDF as an object, and the document says `type: string`, as
 * OpenAPI generators expect it of bytes.
 */
export const READS_BYTES_AS_OBJECT = ['signUpToInvoice, downloadInvoice: schema check'];

type RespectRun = {
  exitCode: number;
  output: string;
  requests: number;
  /** the workflows that ran, each once, with those that another one called */
  workflows: string[];
  /** the checks that did not pass at the last try of their step, each as "workflow, step: check" */
  failures: string[];
};

/**
 * Runs every workflow of mock.arazzo.yaml. A reply that differs from its schema is no error of the run, but listed in
 * `failures`.
 * @param folder the folder of the file and of its sources; the report is written there
 * @param baseUrl where the platform's API of a mock is; its control API stands beside it
 */
export async function runRespect(folder: string, baseUrl: string): Promise<RespectRun> {
  const args = [
    ...['respect', 'mock.arazzo.yaml', '--severity', 'SCHEMA_CHECK=warn', '--json-output', 'report.json'],
    ...['--server', `platform=${baseUrl}`, '--server', `control=${new URL('/_mock/v1', baseUrl)}`],
  ];
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [REDOCLY, ...args], {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 1 << 26,
  }).then(
    (done) => ({ ...done, code: 0 }),
    (failed: { code: number; stdout: string; stderr: string }) => failed,
  );
  const { files } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  const reports = Object.values(files);
  const nodes = reports.flatMap((report) => report.executedWorkflows).flatMap(withNested);
  const failures = lastTries(nodes).flatMap(({ workflowId, stepId, checks = [] }) =>
    checks.flatMap(({ name, passed, condition }) =>
      passed ? [] : [`${workflowId}, ${stepId}: ${condition ?? name}`],
    ),
  );
  return {
    exitCode: code,
    output: stdout + stderr,
    requests: reports.reduce((sum, report) => sum + report.totalRequests, 0),
    workflows: [...new Set(nodes.map(({ workflowId }) => workflowId))],
    failures,
  };
}

// Leaves out the tries of a step that were repeated: those that the same step of the same workflow follows.
function lastTries(nodes: readonly Node[]): Node[] {
  return nodes.filter((node, at) => {
    const next = nodes[at + 1];
    return next?.stepId === undefined || next.stepId !== node.stepId || next.workflowId !== node.workflowId;
  });
}

// Lists a workflow or step of a report with the steps that it ran.
function withNested(node: Node): Node[] {
  return [node, ...(node.executedSteps ?? []).flatMap(withNested)];
}
