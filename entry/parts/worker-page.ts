// The parts of a web page that `startWorker` uses. The project compiles without the types of the DOM, because most of
// its code runs in Node.

/** A service worker of the page. */
export type ServiceWorkerLike = {
  readonly scriptURL: string;
  readonly state: string;
  postMessage(message: unknown): void;
  addEventListener(type: 'statechange', listener: () => void): void;
};

/** The registration of a service worker. */
export type RegistrationLike = {
  readonly installing: ServiceWorkerLike | null;
  readonly waiting: ServiceWorkerLike | null;
  readonly active: ServiceWorkerLike | null;
  readonly scope: string;
  unregister(): Promise<boolean>;
};

/** The page's `navigator.serviceWorker`. */
export type ContainerLike = {
  readonly controller: ServiceWorkerLike | null;
  /** resolves to undefined in a test of Playwright that blocks service workers */
  register(
    url: string,
    options: { scope?: string; updateViaCache: 'none' },
  ): Promise<RegistrationLike | undefined>;
  addEventListener(type: 'controllerchange', listener: () => void): void;
};

/** The global object of a page. */
export type WorkerPage = {
  readonly isSecureContext: boolean;
  readonly location: { readonly href: string };
  readonly navigator: { readonly serviceWorker?: ContainerLike };
};

/**
 * Returns the global object as that of a page.
 * @throws Error outside of a page
 */
export function pageGlobals(): WorkerPage {
  const page = globalThis as unknown as Partial<WorkerPage> & { document?: unknown };
  if (page.document === undefined || page.location === undefined)
    throw new Error(
      'startWorker() runs in a web page. In Node, use createMock() of hosting-contract, or handlers() of hosting-contract/msw.',
    );
  return page as unknown as WorkerPage;
}
