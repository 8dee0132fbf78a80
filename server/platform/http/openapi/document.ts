import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Endpoint } from '@kartis/contract/endpoint.ts'
import { errorReply } from '@kartis/contract/errors.ts'
import { operationOf } from './operation.ts'
import { type Json, createSchemaCollection } from './schemas.ts'

const text = (type: string, description: string): Json => ({
  description,
  content: { [type]: { schema: { type: 'string' } } },
})

const texts = (description: string, ...names: readonly string[]): Json => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        required: names,
      },
    },
  },
})

/** Endpoints outside `/api` that monitoring systems call. */
const SYSTEM: Json = {
  '/healthz': {
    get: {
      operationId: 'healthz',
      tags: ['system'],
      summary: 'The process lives.',
      security: [],
      responses: { 200: texts('Alive.', 'status') },
    },
  },
  '/readyz': {
    get: {
      operationId: 'readyz',
      tags: ['system'],
      summary: 'The process can serve: its database is there and it is not stopping.',
      security: [],
      responses: {
        200: texts('Ready.', 'status'),
        503: texts('Not ready; `missing` says what.', 'status', 'missing'),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['system'],
      summary: 'Figures for Prometheus, with the token of METRICS_TOKEN where it is set.',
      security: [{ bearer: [] }, {}],
      responses: {
        200: text('text/plain', 'Figures.'),
        404: {
          description: 'not_found',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  },
}

/**
 * The OpenAPI 3.1 document of the endpoints, from the schemas that parse requests and type the client. Each endpoint is
 * described in a turn of the event loop of its own: all of them take a third of a second.
 */
export const openApi = async (endpoints: readonly Endpoint[], version: string): Promise<Json> => {
  const schemas = createSchemaCollection()
  const paths: Record<string, Json> = {}
  const sorted = [...endpoints].sort(
    (a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'),
  )
  for (const endpoint of sorted) {
    await nextTurn()
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) }
  }
  schemas.add(errorReply, 'output')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kartis',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Ticketing for event producers. One entity comes as `{data}`, a list as `{data, meta}`, anything else as ' +
        '`{error: {code, description, detail}}`. Money is a decimal number of shekels, times are ISO 8601 in UTC, ' +
        'entities are known by uuid. Descriptions follow `Accept-Language` (he, en, ar).',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(sorted.map(({ tag }) => tag)), 'system'].sort().map((name) => ({ name })),
    paths: { ...paths, ...SYSTEM },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: schemas.all(),
    },
  }
}
