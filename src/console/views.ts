// The views of the console, in the order of the navigation. A view's module loads when the view is first opened.
import type { ComponentType } from 'preact';
import type { IconName } from './components/icon.tsx';

/** A view of the console. */
export type View = {
  /** the first part of the hash: `#/requests` */
  id: string;
  title: string;
  icon: IconName;
  /** whether the items of the view are the same in every world, so that a change of the world keeps the item */
  inAllWorlds?: boolean;
  load(): Promise<{ default: ComponentType }>;
};

/** All views. */
export const views: readonly View[] = [
  {
    id: 'requests',
    title: 'Requests',
    icon: 'requests',
    load: () => import('./views/requests/requests-view.tsx'),
  },
  { id: 'data', title: 'Data', icon: 'data', load: () => import('./views/data/data-view.tsx') },
  { id: 'clock', title: 'Clock', icon: 'clock', load: () => import('./views/clock/clock-view.tsx') },
  {
    id: 'timeline',
    title: 'Timeline',
    icon: 'timeline',
    load: () => import('./views/timeline/timeline-view.tsx'),
  },
  { id: 'faults', title: 'Faults', icon: 'warning', load: () => import('./views/faults/faults-view.tsx') },
  { id: 'worlds', title: 'Worlds', icon: 'worlds', load: () => import('./views/worlds/worlds-view.tsx') },
  { id: 'outbox', title: 'Outbox', icon: 'outbox', load: () => import('./views/outbox/outbox-view.tsx') },
  {
    id: 'personas',
    title: 'Personas',
    icon: 'personas',
    load: () => import('./views/personas/personas-view.tsx'),
  },
  {
    id: 'reference',
    title: 'API reference',
    icon: 'reference',
    inAllWorlds: true,
    load: () => import('./views/reference/reference-view.tsx'),
  },
];
