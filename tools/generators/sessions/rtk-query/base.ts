import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { baseUrl } from './shared';

let token = '';
export const signIn = (fresh: string): void => {
  token = fresh;
};
export const api = createApi({
  baseQuery: fetchBaseQuery({
    baseUrl,
    prepareHeaders: (headers) => (token ? headers.set('Authorization', `Bearer ${token}`) : undefined),
    responseHandler: (response) =>
      response.headers.get('Content-Type')?.includes('json') ? response.json() : response.blob(),
  }),
  endpoints: () => ({}),
});
