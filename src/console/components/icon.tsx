// The icons of the console, as paths of 20 by 20 units.
const PATHS = {
  requests: 'M3 6h11m0 0-3-3m3 3-3 3M17 14H6m0 0 3-3m-3 3 3 3',
  reference:
    'M10 5.5C8.5 4.3 6.5 4 3 4v11.5c3.5 0 5.5.3 7 1.5V5.5Zm0 0C11.5 4.3 13.5 4 17 4v11.5c-3.5 0-5.5.3-7 1.5',
  copy: 'M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z',
  check: 'm4 10.5 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  back: 'M12 4l-6 6 6 6',
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
