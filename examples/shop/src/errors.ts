// Turns errors of the platform into messages for shoppers: names of members such as `items.0.quantity` become labels.
import { ApiError } from 'hosting-contract/client';

/** The labels of the platform's members, by the last part of their names. */
const LABELS: Readonly<Record<string, string>> = {
  customer_id: 'Customer',
  payment_method: 'Payment',
  sku_id: 'Product',
  quantity: 'Quantity',
  billing_cycle: 'Billing',
  domain: 'Domain',
  email: 'E-mail',
  password: 'Password',
  totp_code: 'Code',
};

/** What went wrong with a form: messages of fields by the platform's names, and one about the form as a whole. */
export type FormProblem = { fields: Readonly<Record<string, string>>; message: string };

/** No problem. */
export const NONE: FormProblem = { fields: {}, message: '' };

/** Assigns the messages of an error to the fields of a form. */
export function formProblem(error: unknown, names: readonly string[]): FormProblem {
  if (!(error instanceof ApiError) || Object.keys(error.errors).length === 0)
    return { fields: {}, message: messageOf(error) };
  const all = Object.entries(error.errors).map(
    ([key, texts]) => [fieldOf(key, names) ?? key, plain(key, texts)] as const,
  );
  const elsewhere = all.filter(([name]) => !names.includes(name)).map(([, text]) => text);
  return {
    fields: Object.fromEntries(all.filter(([name]) => names.includes(name))),
    message: ['Please correct what is marked.', ...elsewhere]
      .slice(elsewhere.length < all.length ? 0 : 1)
      .join(' '),
  };
}

// Finds the field that a key of `errors` names: by its whole name, or by its end where only one field has it.
function fieldOf(key: string, names: readonly string[]): string | undefined {
  const [only, ...others] = names.filter((name) => name.endsWith(`.${key}`));
  return names.includes(key) || others.length > 0 ? key : only;
}

/** Returns the platform's message of an error, without the text in which the client describes the call. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'The platform cannot be reached. Is it running?';
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  return error.userMessage ?? `The platform answered ${error.status}.`;
}

function plain(name: string, texts: readonly string[]): string {
  const last = name.split('.').at(-1) ?? name;
  const label = LABELS[last] ?? last.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
  return texts.map((text) => text.replace(`The ${name} field`, label).replaceAll(name, label)).join(' ');
}
