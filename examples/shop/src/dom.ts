// Makes elements: the little that a page of this size needs in place of a framework.

type Child = Node | string;

/** An element with attributes, listeners (`onclick: …`) and children. `null` leaves an attribute out. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | null | ((event: Event) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (value !== null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** An element of the page that index.html has. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element #${id}.`);
  return found;
}

/** Shows something else, and puts the keyboard and screen readers there. */
export function show(...children: Child[]): void {
  const view = byId('view');
  view.replaceChildren(...children);
  view.focus();
}

/** An amount in the currency's minor units, such as cents, as people read it. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
