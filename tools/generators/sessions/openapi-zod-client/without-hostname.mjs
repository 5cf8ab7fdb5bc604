import { readFileSync, writeFileSync } from 'node:fs';

const withoutHostname = (key, value) => (key === 'format' && value === 'hostname' ? undefined : value);
writeFileSync(
  'openapi.json',
  JSON.stringify(JSON.parse(readFileSync('openapi.json', 'utf8'), withoutHostname)),
);
