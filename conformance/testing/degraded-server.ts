// A conforming server with a degradation: something outside the server prevents a precondition of some checks, so
// that no breach may be reported.
import { matchRoute, type Operation, operations } from '../../src/contract/operations.ts';
import type { TargetConfig } from '../../src/suite/model/target-config.ts';
import { type ConformOptions, conform, type Report } from '../../src/suite/run/conform.ts';
import { createVariedServer } from '../../tools/testing/varied-server.ts';
import { catalogue } from '../index.ts';
import { HEAVY_CELLS } from './heavy-cells.ts';

/** A request of the suite that a degradation may answer instead of the conforming server. */
export type InterceptedRequest = {
  request: Request;
  /** the operation of the request; null when the request matches no operation of the contract */
  operation: Operation | null;
  params: Readonly<Record<string, string>>;
  bearer: string;
  /** sends the request, or another request, to the conforming server */
  forward(request?: Request): Promise<Response>;
};

export type Degradation = {
  /** returns the reply to a request: the conforming server's reply or another */
  intercept?(intercepted: InterceptedRequest): Response | Promise<Response>;
  /** returns the target file with which the suite runs; by default the unchanged target file */
  editTarget?(file: TargetConfig): TargetConfig;
  /** values of freedoms of the conforming server, as `name=value` */
  choices?: readonly string[];
  run?: Partial<ConformOptions>;
};

/** Builds a refusal in the form that the specification states. A 422 names a field. */
export function refusalResponse(status: number, field = 'plan'): Response {
  const body = {
    message: 'Not now.',
    ...(status === 422 ? { errors: { [field]: ['not on this plan'] } } : {}),
  };
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

export async function runAgainstDegraded({
  intercept = ({ forward }) => forward(),
  editTarget = (file) => file,
  choices,
  run,
}: Degradation = {}): Promise<Report> {
  const { fetch, clock, target } = createVariedServer(choices);
  return conform({
    catalogue,
    clock,
    seed: 7,
    skip: HEAVY_CELLS,
    runId: 'hc-hindered',
    target: editTarget(target),
    fetch: async (request) => {
      const found = matchRoute(request.method, new URL(request.url).pathname.replace('/v1', ''));
      return intercept({
        request,
        operation: found?.operation ?? null,
        params: found?.params ?? {},
        bearer: (request.headers.get('authorization') ?? '').replace(/^Bearer /, ''),
        forward: (instead = request) => fetch(instead),
      });
    },
    ...run,
  });
}

/** Returns a target file without request bodies, values and names: with credentials only. */
export const withoutBodies = ({ bodies: _, values: __, learned: ___, ...file }: TargetConfig): TargetConfig =>
  file;

/** Returns the ids and messages of the breaches in a report, and of the checks that broke. */
export const accusedIds = ({ results }: Report): string[] =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'broken')
    .map(({ id, verdict, message }) => `${verdict} ${id}: ${message}`);

/** The operations that create a resource or top up the wallet; other checks depend on their success. */
export const CREATIONS: readonly Operation[] = operations.filter(
  ({ method, id }) => method === 'POST' && /^(create|register|transfer|topUp)/.test(id),
);

export const AREAS: readonly string[] = [...new Set(operations.map(({ area }) => area))].filter(
  (area) => area !== 'auth',
);
