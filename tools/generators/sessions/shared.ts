// Values and printing that the TypeScript sessions share. `npm run generators` copies the file beside each session.

/** Base URL of the API, with its version prefix. */
export const baseUrl = process.env.BASE_URL ?? '';
export const credentials = { email: process.env.EMAIL ?? '', password: process.env.PASSWORD ?? '' };
export const newCustomer = { email: 'session@example.org', first_name: 'Ada', last_name: 'Lovelace' };
/** Well-formed id that no resource has. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** Returns the body of an order by a customer. */
export function orderBy(customerId: string) {
  const item = {
    sku_id: 'hosting-pro',
    quantity: 1,
    billing_cycle: '1_year' as const,
    config: { domain: 'session.example' },
  };
  return { customer_id: customerId, items: [item], payment_method: 'bank_transfer' };
}

/** Prints the result of one step. */
export function print(step: string, value: string | number | undefined): void {
  console.log(step, value ?? '');
}

/** Prints the number of bytes and the first four of a downloaded file; text is named as such. */
export async function printFile(step: string, file: Blob | ArrayBuffer | string | undefined) {
  if (typeof file === 'string') return print(step, `text of ${file.length} characters`);
  if (!file) return print(step, 'nothing');
  const bytes = Buffer.from(file instanceof Blob ? await file.arrayBuffer() : file);
  print(step, `${bytes.length} ${bytes.subarray(0, 4).toString('latin1').trim()}`);
}

type FieldErrors = Record<string, string[]>;

/** Returns the first field that a 422 names, in either error form. */
export function refusedField(refusal: { error: { errors: FieldErrors } } | { errors: FieldErrors }): string {
  return Object.keys('error' in refusal ? refusal.error.errors : refusal.errors)[0] ?? '';
}

/** Returns the code of an error, or the message of one in the flat form, which has no code. */
export function errorCode(refusal: { error: { code: string } } | { message: string }): string {
  return 'error' in refusal ? refusal.error.code : refusal.message;
}
