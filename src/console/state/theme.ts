// The appearance of the console: that of the system, light or dark. The browser remembers the choice.
import { effect, signal } from '@preact/signals';

/** The choices, in the order in which the button of the header goes through them. */
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const STORED_AS = 'console-theme';

export const theme = signal<Theme>(THEMES.find((one) => one === localStorage.getItem(STORED_AS)) ?? 'system');
effect(() => {
  document.documentElement.style.colorScheme = theme.value === 'system' ? '' : theme.value;
  localStorage.setItem(STORED_AS, theme.value);
});

/** Returns the choice after the present one. */
export const nextTheme = (): Theme => THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
