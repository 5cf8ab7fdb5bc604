// Lists hostile HTTP clients: the bytes that each client sends to the mock, and what must hold afterwards.
import { credentials, guard, pages } from './http/access.ts';
import { bodies, scenarios } from './http/bodies.ts';
import { framing } from './http/framing.ts';
import type { HttpAttack } from './http/http-attack.ts';
import { growth, memory } from './http/memory.ts';
import { paths } from './http/paths.ts';

export const httpAttacks: readonly HttpAttack[] = [
  ...framing,
  ...memory,
  ...growth,
  ...paths,
  ...bodies,
  ...guard,
  ...pages,
  ...scenarios,
  ...credentials,
];
