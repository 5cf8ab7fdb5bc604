import { readFileSync, writeFileSync } from 'node:fs';

const withoutNull = (key, value) =>
  key === 'enum' && value.includes(null) ? value.filter((one) => one !== null) : value;
writeFileSync('openapi.json', JSON.stringify(JSON.parse(readFileSync('openapi.json', 'utf8'), withoutNull)));
