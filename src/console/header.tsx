// The header: the world that the console shows, the mock's addresses, and whether events arrive.
import { connection, reconnect } from './api/events.ts';
import { CopyButton } from './components/copy-button.tsx';
import { openWorld, pagePath, route, worldInAddress } from './state/location.ts';
import { worldName, worlds } from './state/world.ts';
import { views } from './views.ts';

const STATES = {
  connecting: 'Connecting…',
  live: 'Live',
  waiting: 'Mock not reachable, trying again…',
  paused: 'Paused',
  refused: 'Not connected',
} as const;

/** The header of the page. */
export function Header() {
  const baseUrl = `${location.origin}${pagePath(worldInAddress.value)}v1`;
  const state = connection.value;
  return (
    <header class="header">
      <div class="header-world">
        <label class="visually-hidden" for="world">
          World
        </label>
        <select id="world" class="select" value={worldName()} onChange={chooseWorld}>
          {worlds.value.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="header-address">
        <code>{baseUrl}</code>
        <CopyButton text={baseUrl} label="Copy the base URL" />
      </div>
      <div class={`connection connection-${state}`} role="status">
        <span class="connection-dot" aria-hidden="true" />
        <span class="connection-text">{STATES[state]}</span>
        {(state === 'refused' || state === 'waiting') && (
          <button type="button" class="button button-small" onClick={reconnect}>
            Connect
          </button>
        )}
      </div>
    </header>
  );
}

function chooseWorld({ currentTarget }: { currentTarget: HTMLSelectElement }): void {
  const chosen = worlds.value.find(({ name }) => name === currentTarget.value);
  const { view, path } = route.value;
  const keepsItem = views.find(({ id }) => id === view)?.inAllWorlds ?? false;
  openWorld(chosen === undefined || chosen.main ? null : chosen.name, keepsItem ? path : []);
}
