// A list of places at the side of a view.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { route } from '../state/location.ts';
import { Button } from './controls.tsx';

type SideProps = {
  /** what the list leads to */
  label: string;
  list: ComponentChildren;
  /** whether a panel takes the room of the list, unless the screen is wide */
  isOpen?: boolean;
  /** whether a narrow screen shows the list at once, because there is nothing else yet */
  isIndex?: boolean;
  children: ComponentChildren;
};

/** A view with a list at its side; on a narrow screen the list is shown when it is asked for. */
export function WithSide({ label, list, isOpen = false, isIndex = false, children }: SideProps) {
  const [shown, setShown] = useState(false);
  const { path } = route.value;
  useEffect(() => setShown(false), [path]);
  return (
    <div class={`with-side${isOpen ? ' with-side-open' : ''}${shown || isIndex ? ' with-side-shown' : ''}`}>
      <nav class="side" aria-label={label}>
        <span class="side-toggle">
          <Button aria-expanded={shown || isIndex} onClick={() => setShown(!shown)}>
            {label}
          </Button>
        </span>
        <div class="side-list">{list}</div>
      </nav>
      {children}
    </div>
  );
}
