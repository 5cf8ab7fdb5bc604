// The location of the console: which mock and world the address of the page names, and which view and item its hash
// names. `/w/worker-1/#/requests/req_7?status=4xx` is the request req_7 of the world worker-1.
import { signal } from '@preact/signals';
import { percentDecoded } from '../../contract/json/pointer.ts';

type Route = {
  /** the id of the view; empty when the hash names none */
  view: string;
  /** what the view shows, such as `['req_7']`; empty for the view's own page */
  path: readonly string[];
  /** filters and other choices of the view */
  params: Readonly<Record<string, string>>;
};

// Moves the view of the query (`/?view=reference#/Customers/getCustomer`) into the hash. Redirects name a view this
// way, because the browser keeps the fragment of the address that was asked for.
function adoptView(): void {
  const view = new URLSearchParams(location.search).get('view');
  if (view === null) return;
  const path = location.hash.replace(/^#\/?/, '');
  history.replaceState(
    null,
    '',
    `${location.pathname}#/${encodeURIComponent(view)}${path === '' ? '' : `/${path}`}`,
  );
}
adoptView();

/** The route that the address names; changes with every navigation. */
export const route = signal<Route>(parseHash(location.hash));

/** The name of the world in the address; null for the world that the mock was started with. */
export const worldInAddress = signal<string | null>(splitAddress().world);

/** Returns the path of a world's page: `/` or `/w/{name}/`. */
export const pagePath = (world: string | null): string =>
  `${splitAddress().root}${world === null ? '/' : `/w/${encodeURIComponent(world)}/`}`;

/**
 * Builds the hash of a route.
 * @param params choices of the view; empty values are left out
 */
export function hrefOf(view: string, path: readonly string[] = [], params: Route['params'] = {}): string {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '')).toString();
  // `encodeURIComponent` throws for half of a surrogate pair, which a name from JSON may contain.
  const segments = [view, ...path].map((segment) => encodeURIComponent(segment.toWellFormed()));
  return `#/${segments.join('/')}${query === '' ? '' : `?${query}`}`;
}

/** Goes to a route. With `replace` the browser's Back does not return to the present one. */
export function navigate(href: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  update();
}

/**
 * Goes to the same view of another world; null is the world that the mock was started with.
 * @param path the item to show there; empty for the view's own page
 */
export const openWorld = (world: string | null, path: Route['path'] = []): void =>
  navigate(`${pagePath(world)}${hrefOf(route.value.view, path)}`);

function update(): void {
  worldInAddress.value = splitAddress().world;
  route.value = parseHash(location.hash);
}
addEventListener('hashchange', update);
addEventListener('popstate', update);

function splitAddress(): { root: string; world: string | null } {
  const [, root = '', world] = /^(.*?)(?:\/w\/([^/]+))?\/[^/]*$/.exec(location.pathname) ?? [];
  return { root, world: world === undefined ? null : percentDecoded(world) };
}

function parseHash(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', ...rest] = path.split('/').map(percentDecoded);
  return {
    view,
    path: rest.filter((part) => part !== ''),
    params: Object.fromEntries(new URLSearchParams(query)),
  };
}
