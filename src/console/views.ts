// The views of the console, in the order of the navigation. A view's module loads when the view is first opened.
import type { ComponentType } from 'preact';

export type View = {
  /** the first part of the hash: `#/requests`; also the name of its icon */
  id: 'requests' | 'data' | 'clock' | 'timeline' | 'faults' | 'worlds' | 'outbox' | 'personas' | 'reference';
  title: string;
  /** whether the items of the view are the same in every world, so that a change of the world keeps the item */
  inAllWorlds?: boolean;
  load(): Promise<{ default: ComponentType }>;
};

export const views: readonly View[] = [
  { id: 'requests', title: 'Requests', load: () => import('./views/requests/requests-view.tsx') },
  { id: 'data', title: 'Data', load: () => import('./views/data/data-view.tsx') },
  { id: 'clock', title: 'Clock', load: () => import('./views/clock.tsx') },
  { id: 'timeline', title: 'Timeline', load: () => import('./views/timeline/timeline-view.tsx') },
  { id: 'faults', title: 'Faults', load: () => import('./views/faults.tsx') },
  { id: 'worlds', title: 'Worlds', load: () => import('./views/worlds.tsx') },
  { id: 'outbox', title: 'Outbox', load: () => import('./views/outbox.tsx') },
  { id: 'personas', title: 'Personas', load: () => import('./views/personas.tsx') },
  {
    id: 'reference',
    title: 'API reference',
    inAllWorlds: true,
    load: () => import('./views/reference/reference-view.tsx'),
  },
];
