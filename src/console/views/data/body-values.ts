// Turns the members of a body into texts to edit, and the texts into values.
import type { BodyMember } from './request-schema.ts';

/** Returns the text with which the field of a member starts. */
export function startText(value: unknown): string {
  if (value === null || value === undefined || value === '***') return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

/**
 * Parses what the user typed for a member. An empty text is null where null is permitted, and else a member that is
 * left out; texts are sent as they are.
 */
export function parseField(
  { input, nullable }: BodyMember,
  text: string,
): { value: unknown } | { problem: string } {
  if (text === '') return { value: nullable ? null : input === 'text' ? '' : undefined };
  if (input === 'boolean') return { value: text === 'true' };
  if (input === 'number') {
    // A text that is no number is sent as it is: the reply of the API says what is wrong.
    const number = Number(text);
    return { value: Number.isNaN(number) ? text : number };
  }
  if (input !== 'json') return { value: text };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Finds the problems of fields in the body of a refusal, in any of the forms that the specification permits, and
 * groups them by the member of the body that they are about.
 */
export function fieldErrors(body: unknown): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [path, sentences] of errorsIn(body)) {
    const [member = ''] = path.split('.');
    const own = [sentences].flat().map((one) => (path === member ? String(one) : `${path}: ${one}`));
    found[member] = [...(found[member] ?? []), ...own];
  }
  return found;
}

/** Returns the members that the body of a refusal names, by their dotted names. */
export const refusedPaths = (body: unknown): string[] => errorsIn(body).map(([path]) => path);

const errorsIn = (body: unknown): [string, unknown][] =>
  [body, memberOf(body, 'error')].flatMap((holder) => {
    const errors = memberOf(holder, 'errors');
    return typeof errors === 'object' && errors !== null ? Object.entries(errors) : [];
  });

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
