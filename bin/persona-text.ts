// Formats the personas of a world for people: each credential on a line of its own, so that it can be copied.
import type { Persona } from '../src/server/mock-definition.ts';

/** Formats personas by name, each with its credentials. */
export function personasText(personas: Readonly<Record<string, Persona>>): string {
  return Object.entries(personas)
    .map(([name, persona]) => personaText(name, persona))
    .join('\n');
}

function personaText(name: string, persona: Persona): string {
  const { email, password, totpSecret, apiKey, lacks, token } = persona;
  const rows = Object.entries({
    email,
    password,
    'TOTP secret': totpSecret,
    'API key': apiKey,
    'lacks scope': lacks,
    token,
  }).flatMap(([label, value]) => (value === undefined ? [] : [`  ${label.padEnd(12)}${value}`]));
  return [name, ...rows].join('\n');
}
