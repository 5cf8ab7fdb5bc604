// The icons of the console, as paths of 20 by 20 units.
const PATHS = {
  requests: 'M3 6h11m0 0-3-3m3 3-3 3M17 14H6m0 0 3-3m-3 3 3 3',
  reference:
    'M10 5.5C8.5 4.3 6.5 4 3 4v11.5c3.5 0 5.5.3 7 1.5V5.5Zm0 0C11.5 4.3 13.5 4 17 4v11.5c-3.5 0-5.5.3-7 1.5',
  data: 'M3.5 4.5h13v11h-13ZM3.5 8.5h13M3.5 12h13M8 8.5v7',
  clock: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm0 3v4l2.5 2',
  timeline: 'M10 3v14M10 5.5h5M10 10H5M10 14.5h5',
  worlds: 'M10 3 3 6.5l7 3.5 7-3.5L10 3ZM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5',
  outbox: 'M3 11v4.5A1.5 1.5 0 0 0 4.5 17h11a1.5 1.5 0 0 0 1.5-1.5V11M10 13V3m0 0L6 7m4-4 4 4',
  personas: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6.5 7a6.5 6.5 0 0 1 13 0',
  copy: 'M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z',
  check: 'm4 10.5 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  back: 'M12 4l-6 6 6 6',
  menu: 'M4 5.5h12M4 10h12M4 14.5h12',
  warning: 'M10 3 2.5 16.5h15L10 3Zm0 5v4m0 2v.5',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** An icon, which assistive technology does not read: the text beside it says what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
