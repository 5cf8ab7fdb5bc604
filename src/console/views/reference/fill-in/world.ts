// What filling in needs of a running world. The view reaches the world by fetch, the tests call the app.

/** The credentials of a persona, as the control API returns them. */
export type FillInPersona = {
  email?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
  apiKey?: string | undefined;
  tenantId?: string | undefined;
  totpSecret?: string | undefined;
};

/** A request to the API of a world. `bearer` null sends no credential. */
export type ApiRequest = { method: string; path: string; bearer: string | null; body?: unknown };

/** A running world. */
export type FillInWorld = {
  personas: Readonly<Record<string, FillInPersona>>;
  /** Sends a request to the API and returns the status and the parsed body; undefined for a body that is no JSON. */
  send(request: ApiRequest): Promise<{ status: number; body: unknown }>;
  /** Returns the current TOTP codes by persona, as the outbox shows them. */
  codes(): Promise<Readonly<Record<string, string>>>;
};

/** Returns the credential that a persona sends: its token, else its API key; null when it has neither. */
export const bearerOf = (persona: FillInPersona | undefined): string | null =>
  persona?.token ?? persona?.apiKey ?? null;

/** A JSON object. */
export type Json = Record<string, unknown>;

/** Returns the value when it is a JSON object. */
export const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
