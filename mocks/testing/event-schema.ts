// For tests: what the document says against an event, by the schema of its family.
import { validateValue } from '../../src/contract/validate.ts';

/** Sentences; none means the event is as the document describes it. */
export function eventProblems(event: { type: string }): string[] {
  const [family = ''] = event.type.split('.');
  const name = family.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return validateValue(`${name}Event`, event).map(
    ({ pointer, message }) => `${event.type} ${pointer}: ${message}`,
  );
}
