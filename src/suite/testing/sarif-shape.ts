// A JSON Schema of the SARIF 2.1.0 objects that a report uses, written from the tables of the standard (OASIS, 3.13
// to 3.49).

const text = { type: 'string', minLength: 1 } as const;
const object = (required: readonly string[], properties: Record<string, object>) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more });

const message = object(['text'], { text, markdown: text, id: text });
const bag = { type: 'object' };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const artifactLocation = object([], {
  uri: { type: 'string', pattern: '^[^\\s]+$' },
  uriBaseId: text,
  index: { type: 'integer', minimum: -1 },
  description: message,
});
const region = object(['startLine'], { startLine: { type: 'integer', minimum: 1 } });
const location = object([], {
  physicalLocation: object(['artifactLocation'], { artifactLocation, region }),
  logicalLocations: list(object([], { name: text, fullyQualifiedName: text, kind: text }), {
    uniqueItems: true,
  }),
});
const rule = object(['id'], {
  id: text,
  shortDescription: message,
  fullDescription: message,
  help: message,
  defaultConfiguration: object([], { level }),
  properties: object([], { tags: list(text, { uniqueItems: true }) }),
});
const result = object(['message'], {
  ruleId: text,
  ruleIndex: { type: 'integer', minimum: 0 },
  kind: { enum: ['notApplicable', 'pass', 'fail', 'review', 'open', 'informational'] },
  level,
  message,
  locations: list(location),
  relatedLocations: list(location, { uniqueItems: true }),
  partialFingerprints: { type: 'object', additionalProperties: text },
  suppressions: list(
    object(['kind'], {
      kind: { enum: ['inSource', 'external'] },
      status: { enum: ['accepted', 'underReview', 'rejected'] },
      justification: text,
    }),
    { uniqueItems: true },
  ),
  occurrenceCount: { type: 'integer', minimum: 1 },
  properties: bag,
});
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' };

/** The JSON Schema of a SARIF log. */
export const sarifShape = object(['version', 'runs'], {
  $schema: text,
  version: { const: '2.1.0' },
  runs: list(
    object(['tool'], {
      tool: object(['driver'], {
        driver: object(['name'], {
          name: text,
          semanticVersion: text,
          rules: list(rule, { uniqueItems: true }),
        }),
      }),
      automationDetails: object([], { id: text }),
      invocations: list(
        object(['executionSuccessful'], {
          executionSuccessful: { type: 'boolean' },
          exitCode: { type: 'integer' },
          startTimeUtc: time,
          endTimeUtc: time,
          toolExecutionNotifications: list(
            object(['message'], { level, message, descriptor: object([], { id: text }) }),
          ),
        }),
      ),
      originalUriBaseIds: { type: 'object', additionalProperties: artifactLocation },
      artifacts: list(
        object([], {
          location: artifactLocation,
          roles: list({ enum: ['policy'] }, { uniqueItems: true }),
          mimeType: { type: 'string', pattern: '^[^/]+/.+$' },
          hashes: { type: 'object', additionalProperties: text },
        }),
        { uniqueItems: true },
      ),
      columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
      results: list(result),
      properties: bag,
    }),
  ),
});
