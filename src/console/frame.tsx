// The frame around the views: the navigation between them, and the header.

import { effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { control } from './api/client.ts';
import { connection, reconnect } from './api/events.ts';
import { apiBase } from './api/platform.ts';
import { Button, CopyButton, Icon, Select } from './components/controls.tsx';
import { counted } from './components/display.tsx';
import { toast } from './components/toast.tsx';
import { KEY_LIST, showPalette } from './state/keys.ts';
import { hrefOf, openWorld, pagePath, route, worldInAddress } from './state/location.ts';
import { undoIn } from './state/undo.ts';
import { act, refresh, useData } from './state/use-data.ts';
import { worldName, worlds } from './state/world.ts';
import { type View, views } from './views.ts';

/** The choices, in the order in which the button of the header goes through them. */
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const STORED_AS = 'console-theme';

const theme = signal<Theme>(THEMES.find((one) => one === localStorage.getItem(STORED_AS)) ?? 'system');
effect(() => {
  document.documentElement.style.colorScheme = theme.value === 'system' ? '' : theme.value;
  localStorage.setItem(STORED_AS, theme.value);
});

// Returns the choice after the present one.
const nextTheme = (): Theme => THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';

/** The number of views in the bar of a narrow screen; its menu has the others. */
const VIEWS_IN_BAR = 5;

const MENU_ID = 'more-views';

/** The screens on which all views are in one list; see `frame.css`. */
const WIDE_SCREEN = '(min-width: 701px)';

/** The links to all views: a list at the side, on a narrow screen a bar with a menu of the further views. */
export function Navigation({ current }: { current: string }) {
  const menu = useRef<HTMLUListElement>(null);
  // Closes the menu when it is open. On a wide screen it is part of the list, and never open.
  const close = (): void => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  };
  useEffect(() => {
    const screen = matchMedia(WIDE_SCREEN);
    screen.addEventListener('change', close);
    return () => screen.removeEventListener('change', close);
  }, []);
  const link = ({ id, title }: View) => (
    <li key={id}>
      <a
        class="nav-link"
        href={hrefOf(id)}
        onClick={close}
        aria-current={id === current ? 'page' : undefined}
      >
        <Icon name={id} />
        <span>{title}</span>
      </a>
    </li>
  );
  const inMenu = views.slice(VIEWS_IN_BAR);
  const isInMenu = inMenu.some(({ id }) => id === current);
  return (
    <nav class="navigation" aria-label="Views">
      <button type="button" class="skip-link" onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <ul>
        {views.slice(0, VIEWS_IN_BAR).map(link)}
        <li class="navigation-more">
          <button
            type="button"
            class="nav-link"
            popovertarget={MENU_ID}
            aria-current={isInMenu ? 'true' : undefined}
          >
            <Icon name="menu" />
            <span>More</span>
          </button>
          <ul id={MENU_ID} ref={menu} class="navigation-menu" popover="auto">
            {inMenu.map(link)}
          </ul>
        </li>
      </ul>
    </nav>
  );
}

const STATES = {
  connecting: 'Connecting…',
  live: 'Live',
  waiting: 'Mock not reachable, trying again…',
  paused: 'Paused',
  refused: 'Not connected',
} as const;

/** The header: the world that the console shows, its base URL, and whether events arrive. */
export function Header() {
  const state = connection.value;
  return (
    <header class="header">
      <a class="flow header-product" href={hrefOf('requests')} aria-label="hosting-contract">
        <img src={`${pagePath(null)}_mock/console/icon.svg`} alt="" width="20" height="20" />
        <b>hosting-contract</b>
      </a>
      <Select
        label="World"
        value={worldName()}
        options={worlds.value.map(({ name }) => name)}
        choose={chooseWorld}
      />
      <div class="flow muted header-address">
        <code>{apiBase()}</code>
        <CopyButton text={apiBase()} label="Copy the base URL" />
      </div>
      <Conditions />
      <div class={`flow small muted push connection-${state}`} role="status">
        <span class="connection-dot" aria-hidden="true" />
        <span>{STATES[state]}</span>
        {(state === 'refused' || state === 'waiting') && <Button onClick={reconnect}>Connect</Button>}
      </div>
      <div class="flow header-buttons">
        <Button aria-keyshortcuts="Control+K" onClick={showPalette}>
          Search
        </Button>
        <Button
          icon={theme.value}
          aria-label={`Theme: ${theme.value}. Change to ${nextTheme()}`}
          title={`Theme: ${theme.value}`}
          onClick={() => {
            theme.value = nextTheme();
          }}
        />
        <Button icon="keys" aria-label="Show the keys" title="Keys (?)" popovertarget={KEY_LIST} />
      </div>
    </header>
  );
}

// What makes the replies of the world unusual, which people forget: each as a badge with its way out.
function Conditions() {
  const load = () => control('get', '/conditions');
  const { data } = useData(load, { on: 'all', inputs: [worldInAddress.value] });
  if (data === null) return null;
  const { faults, frozen, varied, upstream } = data;
  const end = (call: () => Promise<unknown>, done: string, undo?: () => Promise<unknown>) => async () => {
    await act(call, done, undo);
    await refresh();
  };
  const removeFaults = end(() => control('delete', '/faults'), 'All faults are removed.', undoIn());
  const resume = end(() => control('post', '/clock/resume'), 'The clock runs.');
  const explain = (text: string) => () => toast(text);
  const badges: readonly (readonly [boolean, ComponentChildren, string, () => unknown])[] = [
    [faults > 0, <a href={hrefOf('faults')}>{counted(faults, 'fault')}</a>, 'End all faults', removeFaults],
    [frozen, <a href={hrefOf('clock')}>Clock stands</a>, 'Let the clock run', resume],
    [
      varied.length > 0,
      'Variation',
      'What varies, and how to end it',
      explain(`The mock varies ${varied.join(', ')}. Start it without --vary and --like to end that.`),
    ],
    [
      upstream !== null,
      'Upstream',
      'Which upstream, and how to end it',
      explain(`${upstream} answers what the mock does not. Start the mock without --upstream to end that.`),
    ],
  ];
  return (
    <div class="flow header-conditions">
      {badges.map(
        ([isShown, text, way, leave]) =>
          isShown && (
            <span key={way} class="badge badge-warn">
              {text} <Button icon="close" aria-label={way} title={way} onClick={leave} />
            </span>
          ),
      )}
    </div>
  );
}

function chooseWorld(wanted: string): void {
  const chosen = worlds.value.find(({ name }) => name === wanted);
  const { view, path } = route.value;
  const keepsItem = views.find(({ id }) => id === view)?.inAllWorlds ?? false;
  openWorld(chosen === undefined || chosen.main ? null : chosen.name, keepsItem ? path : []);
}
