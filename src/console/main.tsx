// Starts the console in the page: the frame, with the view that the address names.

import { signal } from '@preact/signals';
import { type ComponentType, render } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { setControlToken, tokenRequired } from './api/client.ts';
import { connectionCount, openEvents, reconnect } from './api/events.ts';
import { Input, Submit } from './components/controls.tsx';
import { EmptyState, ErrorState, Facts } from './components/display.tsx';
import { Toasts } from './components/toast.tsx';
import { Header, Navigation } from './frame.tsx';
import { Palette } from './palette.tsx';
import { KEY_LIST, keys, paletteShown } from './state/keys.ts';
import { hrefOf, pagePath, route, worldInAddress } from './state/location.ts';
import { loadWorld, worldError, worldName } from './state/world.ts';
import { type View, views } from './views.ts';

const KeyList = () => (
  <div id={KEY_LIST} class="card section keys" popover="auto" role="dialog" aria-labelledby="keys">
    <h2 id="keys">Keys</h2>
    <Facts of={keys.map((one) => [one.keys, one.text])} />
  </div>
);

function App() {
  const { view: wanted } = route.value;
  const view = wanted === '' ? views[0] : views.find(({ id }) => id === wanted);
  const world = worldInAddress.value;
  useEffect(() => void loadWorld(), [world, connectionCount.value]);
  // The item of the view, unless it is an id that says nothing.
  const item = route.value.path.findLast((part) => part.length < 32);
  const title = [item, view?.title, worldName(), 'hosting-contract'].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div class="app">
      <Navigation current={view?.id ?? ''} />
      <Header />
      <main id="main" tabIndex={-1} class="main">
        <h1 class="visually-hidden">{view?.title ?? 'Unknown address'}</h1>
        {tokenRequired.value ? (
          <TokenForm />
        ) : worldError.value ? (
          <ErrorState error={worldError.value} retry={() => void loadWorld()}>
            {world !== null && <a href={pagePath(null)}>Go to the main world</a>}
          </ErrorState>
        ) : view === undefined ? (
          <EmptyState title={`The console has no page #/${wanted}`}>
            <a href={hrefOf('requests')}>Go to the requests</a>
          </EmptyState>
        ) : (
          <ViewHost key={`${view.id} ${world ?? ''}`} view={view} />
        )}
      </main>
      <Toasts />
      <KeyList />
      {paletteShown.value && <Palette />}
    </div>
  );
}

type Loaded = { component: ComponentType } | 'failed' | 'loading';
const loadedViews = signal<Readonly<Record<string, Loaded>>>({});

function load({ id, load: loadModule }: View): void {
  const set = (loaded: Loaded): void => {
    loadedViews.value = { ...loadedViews.value, [id]: loaded };
  };
  set('loading');
  loadModule().then(
    (module) => set({ component: module.default }),
    () => set('failed'),
  );
}

// Loads the module of a view and shows it. A defect of a view shows an error in its place, and the frame stays. A
// module that could not be loaded is loaded with the page, once the mock answers again.
function ViewHost({ view }: { view: View }) {
  const [failure, resetFailure] = useErrorBoundary();
  const loaded = loadedViews.value[view.id];
  const hasFailed = loaded === 'failed';
  useEffect(() => {
    if (loadedViews.peek()[view.id] === undefined) load(view);
  }, [view]);
  const connections = connectionCount.value;
  const [failedAt, setFailedAt] = useState<number | null>(null);
  useEffect(() => {
    if (hasFailed && failedAt !== null && connections > failedAt) location.reload();
    setFailedAt(hasFailed ? connections : null);
  }, [hasFailed, connections]);
  if (failure) return <ErrorState error={failure as Error} retry={resetFailure} />;
  if (loaded === undefined || loaded === 'loading') return null;
  if (loaded === 'failed')
    return (
      <ErrorState
        error={new Error(`${view.title} cannot be shown while the mock does not answer.`)}
        retry={() => location.reload()}
      />
    );
  const { component: Component } = loaded;
  return <Component />;
}

// Asks for the control token, which a mock that listens beyond loopback requires.
function TokenForm() {
  const [token, setToken] = useState('');
  const [wrong, setWrong] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setControlToken(token.trim());
    await loadWorld();
    if (tokenRequired.value) setWrong(true);
    else reconnect();
  };
  return (
    <form class="card section token-form" onSubmit={submit}>
      <h2>This mock asks for its control token</h2>
      <p>The mock prints the token when it starts. It stays in this tab until you close it.</p>
      <label for="token">Control token</label>
      <Input
        id="token"
        type="password"
        value={token}
        change={setToken}
        autocomplete="off"
        required
        aria-describedby={wrong ? 'token-wrong' : undefined}
      />
      {wrong && (
        <p id="token-wrong" class="bad" role="alert">
          The mock refuses this token.
        </p>
      )}
      <Submit>Open the console</Submit>
    </form>
  );
}

const root = document.getElementById('console');
if (root) {
  render(<App />, root);
  void loadWorld();
  openEvents();
}
