// Writes HAR entries for tests, as a browser or a proxy records them.

type Given = {
  method?: string;
  url?: string;
  token?: string;
  sent?: unknown;
  status?: number;
  json?: unknown;
  at?: number;
  ms?: number;
};

/** Creates a HAR entry: by default a GET of an empty list. @param more members of the entry itself */
export function harEntry(
  {
    method = 'GET',
    url = 'https://api.example/v1/customers',
    token,
    sent,
    status = 200,
    json = {},
    at = 0,
    ms = 1,
  }: Given,
  more: object = {},
) {
  const text = JSON.stringify(json);
  const authorization = token === undefined ? [] : [{ name: 'Authorization', value: `Bearer ${token}` }];
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
    time: ms,
    request: {
      ...{ method, url, headers: [{ name: ':authority', value: 'api.example' }, ...authorization] },
      ...(sent === undefined
        ? {}
        : { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      ...{ status, headers: [{ name: 'Content-Type', value: 'application/json' }] },
      content: { size: text.length, mimeType: 'application/json', text } as object,
    },
    ...more,
  };
}

/** Returns the text of a HAR file. */
export const harText = (entries: readonly object[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } });
