// Converts the field errors of a refused call to the paths and messages that forms show.
import { isApiError } from './api-error.ts';

/** The options of `formErrors`. */
export type FormErrorOptions = {
  /** How a path names an element of a list: `items[0].quantity` (`brackets`, the default) or `items.0.quantity` (`dots`). */
  style?: 'brackets' | 'dots';
};

/**
 * Returns the messages of a 422 by the path of the form field: `{ 'items[0].quantity': ['The quantity field must be
 * at least 1.'] }`. The messages name a field by its last word; a problem of the whole form is under `root`, and so is
 * the platform's sentence (`userMessage`) when the reply names no field.
 * @param error what the call threw; anything but an `ApiError` gives an empty object
 */
export function formErrors(error: unknown, { style }: FormErrorOptions = {}): Record<string, string[]> {
  if (!isApiError(error)) return {};
  const errors = Object.entries(error.errors);
  if (errors.length === 0 && error.userMessage) return { root: [error.userMessage] };
  // `fromEntries` keeps a field named `__proto__`, which an assignment would lose.
  return Object.fromEntries(
    errors.map(([field, messages]) => {
      const word = field
        .replace(/(\.\d+)+$/, '')
        .replace(/.*\./, '')
        .replaceAll('_', ' ');
      // The platform reports a problem of the whole body under one of these names.
      const isWhole = /^(body|request)?$/.test(field);
      const path = isWhole ? 'root' : style === 'dots' ? field : field.replace(/\.(\d+)\b/g, '[$1]');
      const spellings = [field, `/${field.replaceAll('.', '/')}`, field.replace(/\.([^.]+)/g, '[$1]')];
      const named = (message: string): string =>
        spellings.reduce((text, one) => text.replaceAll(one, word), message);
      return [path, messages.map((message) => (field === '' ? message : named(message)))];
    }),
  );
}

/** Sets the error of a field, as `setError` of React Hook Form does. */
type SetError = (name: never, error: { type: string; message: string }) => void;

/**
 * Sets the messages of a 422 in a form of React Hook Form: `applyFormErrors(error, setError)`.
 * @param error what the call threw
 * @param setError that of `useForm`; a problem of the whole form is set as `root`
 * @returns whether there was something to set; false for an error that is no refusal of the platform
 */
export function applyFormErrors(error: unknown, setError: SetError): boolean {
  const errors = Object.entries(formErrors(error, { style: 'dots' }));
  for (const [path, messages] of errors)
    setError(path as never, { type: 'server', message: messages.join(' ') });
  return errors.length > 0;
}
