// The page that the address names: `#/invoices/<id>` is ['invoices', '<id>'].
import { signal } from '@preact/signals';
import { notice } from './session.ts';

const read = (): string[] => location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);

/** The parts of the present address; ['products'] when it has none. */
export const route = signal<readonly string[]>(withDefault(read()));

addEventListener('hashchange', () => {
  notice.value = '';
  route.value = withDefault(read());
});

function withDefault([page = '', ...rest]: string[]): string[] {
  return [page || 'products', ...rest];
}
