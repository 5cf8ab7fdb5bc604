// The overlay for an app under development: one script element shows, beside the page, the requests that the page sent
// to the mock and why they failed. The mock must be started with `--control-origins <origin of the page>`.
//
//   <script src="http://127.0.0.1:4010/_mock/overlay.js" data-world="…" data-token="…"></script>
import { signal } from '@preact/signals';
import { render } from 'preact';
import { callControl, followRequests, isOfPage, type LoggedRequest, targetOf } from './overlay-api.ts';
import { Overlay, type OverlayState } from './overlay-panel.tsx';

/** The style sheet as text; the build fills it in. */
declare const OVERLAY_CSS: string;

/** The maximum number of requests that are shown. */
const MAX_REQUESTS = 200;

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const state: OverlayState = {
    target: targetOf(script),
    requests: signal<readonly LoggedRequest[]>([]),
    problem: signal<string | null>(null),
    opened: signal(false),
  };
  if (document.body) show(state);
  else document.addEventListener('DOMContentLoaded', () => show(state));
}

function show(state: OverlayState): void {
  const host = document.createElement('hosting-contract-overlay');
  const root = host.attachShadow({ mode: 'open' });
  const style = new CSSStyleSheet();
  style.replaceSync(OVERLAY_CSS);
  root.adoptedStyleSheets = [style];
  document.body.append(host);
  render(<Overlay {...state} />, root);
  void follow(state);
}

async function follow({ target, requests, problem }: OverlayState): Promise<void> {
  const add = (newer: readonly LoggedRequest[]): void => {
    const known = new Set(requests.value.map(({ id }) => id));
    const added = newer.filter(({ id }) => !known.has(id));
    requests.value = [...added, ...requests.value].slice(0, MAX_REQUESTS);
  };
  /** Shows the requests that pages of this origin sent before the overlay was connected. */
  const loadEarlier = async (): Promise<void> => {
    const { requests: logged } = await callControl<{ requests: LoggedRequest[] }>(
      target,
      'GET',
      `/requests?limit=${MAX_REQUESTS}`,
    );
    add(logged.filter(isOfPage).reverse());
  };
  await followRequests(
    target,
    (request) => add([request]),
    (reason) => {
      problem.value = reason;
      if (reason === null) loadEarlier().catch(() => undefined);
    },
  );
}
