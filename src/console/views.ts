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
  {
    id: 'reference',
    title: 'API reference',
    icon: 'reference',
    inAllWorlds: true,
    load: () => import('./views/reference/reference-view.tsx'),
  },
];
