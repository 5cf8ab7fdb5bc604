// The navigation between the views: a list at the side, on a narrow screen a bar with a menu of the further views.
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './components/icon.tsx';
import { hrefOf } from './state/location.ts';
import { type View, views } from './views.ts';

/** The number of views in the bar of a narrow screen; its menu has the others. */
const VIEWS_IN_BAR = 5;

const MENU_ID = 'more-views';

/** The screens on which all views are in one list; see `3-frame.css`. */
const WIDE_SCREEN = '(min-width: 701px)';

/** The links to all views. `current` is the id of the shown view. */
export function Navigation({ current }: { current: string }) {
  const menu = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const screen = matchMedia(WIDE_SCREEN);
    const close = (): void => closeMenu(menu.current);
    screen.addEventListener('change', close);
    return () => screen.removeEventListener('change', close);
  }, []);
  const inBar = views.slice(0, VIEWS_IN_BAR);
  const inMenu = views.slice(VIEWS_IN_BAR);
  return (
    <nav class="navigation" aria-label="Views">
      <button type="button" class="skip-link" onClick={focusMain}>
        Skip to content
      </button>
      <ul>
        {inBar.map((view) => (
          <ViewLink key={view.id} view={view} current={current} />
        ))}
        <li class="navigation-more">
          <button
            type="button"
            popovertarget={MENU_ID}
            aria-current={inMenu.some(({ id }) => id === current) ? 'true' : undefined}
          >
            <Icon name="menu" />
            <span>More</span>
          </button>
          <ul id={MENU_ID} ref={menu} class="navigation-menu" popover="auto">
            {inMenu.map((view) => (
              <ViewLink
                key={view.id}
                view={view}
                current={current}
                onChoice={() => closeMenu(menu.current)}
              />
            ))}
          </ul>
        </li>
      </ul>
    </nav>
  );
}

type ViewLinkProps = { view: View; current: string; onChoice?: () => void };

function ViewLink({ view: { id, title, icon }, current, onChoice }: ViewLinkProps) {
  return (
    <li>
      <a href={hrefOf(id)} onClick={onChoice} aria-current={id === current ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{title}</span>
      </a>
    </li>
  );
}

/** Closes the menu when it is open. On a wide screen it is part of the list, and never open. */
function closeMenu(menu: HTMLElement | null): void {
  if (menu?.matches(':popover-open')) menu.hidePopover();
}

function focusMain(): void {
  document.getElementById('main')?.focus();
}
