// Judges the headers of replies by the document in use.
import { document } from '../document.ts';
import {
  type JsonSchema,
  type OpenApiDocument,
  operationObject,
  type ParameterObject,
  type Ref,
  type ResponseObject,
  replyAt,
  resolveRef,
} from '../openapi.ts';
import { formOf } from '../operation-index.ts';
import type { Operation } from '../operations.ts';
import { parameterOfText } from '../parameter-text.ts';
import { makeValidators } from '../validation/compile-validators.ts';
import type { Validator } from '../validation/load-validators.ts';
import { problemsOf } from '../validation/validate.ts';

type HeaderObject = ParameterObject & { required: boolean; schema: JsonSchema };

/** Returns the headers that a document gives to the replies of an operation with a status, by name. */
export function documentedHeaders(
  of: OpenApiDocument,
  operation: Pick<Operation, 'method' | 'path'>,
  status: number,
): Map<string, HeaderObject> {
  const response = replyAt(operationObject(of, operation)?.responses ?? {}, status);
  const { headers = {} } = response ? resolveRef<ResponseObject>(of, response) : {};
  return new Map(
    Object.entries(headers).map(([name, header]) => {
      const { schema, content, ...written } = resolveRef<ParameterObject>(of, header as Ref);
      const described = schema ?? Object.values(content ?? {})[0]?.schema ?? {};
      const { example } = written;
      const resolved = resolveRef<JsonSchema>(of, described);
      return [
        name,
        {
          ...written,
          name,
          in: 'header',
          ...(content && { content }),
          required: written.required === true,
          schema: example === undefined ? resolved : { ...resolved, examples: [example] },
        },
      ];
    }),
  );
}

/**
 * Returns one sentence for each documented header of a reply that is missing although it is required, or has a value that
 * its schema does not allow.
 * @param header returns the value of a header; null when the reply lacks it
 * @param isJudged returns whether a header counts; every one by default
 */
export function headerProblems(
  operation: Operation,
  status: number,
  header: (name: string) => string | null,
  isJudged: (name: string, documented: HeaderObject) => boolean = () => true,
): string[] {
  return [...documentedHeaders(document(), operation, status)].flatMap(([name, documented]) => {
    if (!isJudged(name, documented)) return [];
    const text = header(name);
    if (text === null) return documented.required ? [`The ${name} header is missing.`] : [];
    return valueProblems(name, documented, text);
  });
}

const validators = new Map<string, Validator>();

function valueProblems(name: string, { schema, ...written }: HeaderObject, text: string): string[] {
  const header: JsonSchema = { type: 'object', properties: { [name]: schema } };
  const key = JSON.stringify([header, written]);
  const validate =
    validators.get(key) ??
    makeValidators({ ...document(), paths: {}, components: { schemas: { header } } }, 'full').header;
  if (validate === undefined) return [];
  validators.set(key, validate);
  const problems = problemsOf(validate, {
    [name]: parameterOfText(formOf(document(), { ...written, schema }), text),
  });
  return problems.map(({ message }) => message);
}
