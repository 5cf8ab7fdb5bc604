// Where the focus of the keyboard is, and where it goes with a page.
import { hrefOf, navigate } from './location.ts';

/** Tells whether no part of the view has the focus. */
export const hasNoFocus = (): boolean =>
  [null, document.body, document.getElementById('main')].includes(document.activeElement as HTMLElement);

/** Goes to a page of the console; Tab goes on in its view. */
export function goTo(...to: Parameters<typeof hrefOf>): void {
  navigate(hrefOf(...to));
  document.getElementById('main')?.focus();
}
