// The keys of the console: what each does, and the listener of those that work everywhere.
import { signal } from '@preact/signals';
import { views } from '../views.ts';
import { goTo, hasNoFocus } from './focus.ts';

type Key = {
  /** as it is shown, such as `?` or `Ctrl K`; Ctrl stands for the command key too */
  keys: string;
  text: string;
  /** what the key does wherever the focus is; left out for a key that the component with the focus handles */
  run?: () => void;
};

export const KEY_LIST = 'key-list';

export const paletteShown = signal(false);
export const showPalette = (): void => {
  paletteShown.value = true;
};

// Goes to the search of the view; a view without one has the palette.
function focusSearch(): void {
  const search = document.querySelector<HTMLElement>('main input[type="search"]');
  if (search) search.focus();
  else showPalette();
}

const closePanel = (): void => document.querySelector<HTMLElement>('[data-closes="panel"]')?.click();

/** All keys. Of those without Ctrl only Escape works while a field has the focus. */
export const keys: readonly Key[] = [
  { keys: '?', text: 'Show the keys', run: () => document.getElementById(KEY_LIST)?.togglePopover() },
  { keys: 'Ctrl K', text: 'Search everything, and act', run: showPalette },
  { keys: '/', text: 'Search in the view', run: focusSearch },
  { keys: `1 … ${views.length}`, text: 'Go to a view' },
  { keys: '↑ ↓ Page Up Page Down Home End', text: 'Go to the list, and choose in it' },
  { keys: 'Enter', text: 'Open what is chosen' },
  { keys: '← →', text: 'Change the tab' },
  { keys: 'Escape', text: 'Close what is open', run: closePanel },
];

addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isCtrl = ctrlKey || metaKey;
  const inField = target instanceof HTMLElement && target.closest('input, select, textarea') !== null;
  // From nowhere in particular, the arrow goes to the list of the view.
  if (key === 'ArrowDown' && hasNoFocus()) document.querySelector<HTMLElement>('main [role="grid"]')?.focus();
  // The browser itself closes dialogs and menus, and empties a search.
  const isOfBrowser = document.querySelector(
    ':popover-open, dialog[open], input[type="search"]:focus:not(:placeholder-shown)',
  );
  if (key === 'Escape' && isOfBrowser) return;
  if (event.defaultPrevented || altKey || (inField && !isCtrl && key !== 'Escape')) return;
  const pressed = isCtrl ? `Ctrl ${key.toUpperCase()}` : key;
  const view = isCtrl ? undefined : views[Number(key) - 1];
  const run = view ? () => goTo(view.id) : keys.find((one) => one.keys === pressed)?.run;
  if (run === undefined) return;
  event.preventDefault();
  run();
});
