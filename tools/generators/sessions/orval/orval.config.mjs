export default {
  api: {
    input: 'openapi.json',
    output: { target: 'out/api.ts', client: 'fetch', baseUrl: { runtime: 'process.env.BASE_URL' } },
  },
};
