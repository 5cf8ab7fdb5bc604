// Creates and shows HTML elements; a page as small as this shop needs no framework.

type Child = Node | string;

/**
 * Creates an element with attributes, listeners (`onclick: …`) and children. An attribute whose value is `null` is
 * left out.
 */
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

/**
 * Returns an element of index.html.
 * @throws Error when the page has no element with this id
 */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no element #${id}.`);
  return found;
}

/** Replaces the content of the page and moves the focus there, for users of keyboards and screen readers. */
export function show(...children: Child[]): void {
  const view = byId('view');
  view.replaceChildren(...children);
  view.focus();
}

/** Formats an amount of money, given in the currency's minor units (such as cents). */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
