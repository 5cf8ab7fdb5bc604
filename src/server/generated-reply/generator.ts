// Loads what makes replies that no handler returns: those of operations without a handler, and what an edited document
// asks of handlers besides.
import { edition } from '../../contract/document.ts';
import { packageOperations } from '../../contract/operations.ts';
import { validateByPackage } from '../../contract/validation/validate.ts';
import type { Reply } from '../http/call.ts';
import type { OperationPlan } from '../pipeline/operation-plan.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import type { RequestContext } from '../pipeline/request-context.ts';

let modules: Awaited<ReturnType<typeof importModules>> | undefined;

async function importModules() {
  const { generatedResult, madeValue } = await import('./generated-result.ts');
  const { adaptBody, adaptResult, fieldByDocument, repaired } = await import(
    '../edited-document/adapt-members.ts'
  );
  const { fillHeaders } = await import('../edited-document/fill-headers.ts');
  const { headerProblems } = await import('../../contract/edited-document/header-problems.ts');
  return {
    generatedResult,
    madeValue,
    adaptBody,
    adaptResult,
    fieldByDocument,
    repaired,
    fillHeaders,
    headerProblems,
  };
}

/** Loads the generator; returns undefined when it is loaded already. */
export function loadGenerator(): Promise<undefined> | undefined {
  if (modules !== undefined) return undefined;
  return importModules().then((loaded) => {
    modules = loaded;
    return undefined;
  });
}

/**
 * Makes the result of a request to an operation that has no handler, and notes in the context how it was made.
 * @throws Error when no valid result can be made
 */
export function generateResult(deps: PipelineDeps, context: RequestContext): unknown {
  if (modules === undefined) throw new Error('The generator of replies is not loaded.');
  const { result, source } = modules.generatedResult(deps, context);
  context.generatedFrom = source;
  return result;
}

/** Returns the body of a request as the package's handler knows it. */
export const bodyForHandler = (context: RequestContext): unknown =>
  edition > 0 && modules !== undefined ? modules.adaptBody(context) : context.body;

/** Returns the result of the package's handler as the document in use describes it. */
export const resultByDocument = (deps: PipelineDeps, context: RequestContext): unknown =>
  edition > 0 && modules !== undefined
    ? modules.adaptResult(deps, context, modules.madeValue)
    : context.result;

/** Returns the errors of a refusal by the names that the document in use has for their fields. */
export const errorsByDocument = (
  plan: OperationPlan | null,
  errors: Record<string, string[]>,
): Record<string, string[]> =>
  edition === 0 || plan === null || modules === undefined
    ? errors
    : Object.fromEntries(
        Object.entries(errors).map(([field, texts]) => [
          modules?.fieldByDocument(plan, field) ?? field,
          texts,
        ]),
      );

/** Returns an error body as the document in use describes it. */
export function errorByDocument(schema: string | null | undefined, body: object): object {
  const make = modules?.madeValue;
  if (edition === 0 || modules === undefined || make === undefined || schema == null) return body;
  return modules.repaired(body, schema, make) as object;
}

/** Says what the document in use permits in the request that the package's handler does not know; null for nothing. */
export function unknownToHandler(context: RequestContext): string | null {
  const known = packageOperations.find(({ id }) => id === context.plan?.handler?.id);
  if (edition === 0 || !known?.body) return null;
  const [problem] = validateByPackage(known.body.schema, bodyForHandler(context));
  return problem === undefined
    ? null
    : `The document permits this request, but the handler of ${known.id} does not know it: ${problem.message} Serve this operation without \`operationId: ${known.id}\` to have its replies generated.`;
}

/** Says which header of a reply breaks an edited document; undefined when none does. */
export function headerProblem(plan: OperationPlan | null, { status, headers }: Reply): string | undefined {
  if (edition === 0 || plan === null || modules === undefined) return undefined;
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const [problem] = modules.headerProblems(
    plan.operation,
    status,
    (name) => lower.get(name.toLowerCase()) ?? null,
  );
  return problem;
}

/** Adds and removes headers of a reply as the document in use describes them. */
export function headersByDocument(plan: OperationPlan | null, reply: Reply): void {
  if (edition > 0 && plan !== null) modules?.fillHeaders(plan, reply);
}
