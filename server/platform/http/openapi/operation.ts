import { type Endpoint, honoursKey, isMemberAccess } from '@kartis/contract/endpoint.ts'
import { STATUS_OF } from '@kartis/contract/errors.ts'
import { refusalsOf } from '@kartis/contract/refusals.ts'
import { z } from 'zod'
import type { Json, SchemaCollection } from './schemas.ts'

const TYPES: Readonly<Record<NonNullable<Endpoint['replyType']>, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  ics: 'text/calendar',
  html: 'text/html',
  image: 'image/*',
  file: 'application/octet-stream',
  json: 'application/json',
}

const header = (name: string, required: boolean, description: string): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

/** An endpoint that refuses a browser that is no register of the box office reads which one it is. */
const registerHeader = ({ access, refusals }: Endpoint): Json[] => {
  if (!refusals?.includes('device_unpaired')) return []
  // Shifts are read by managers too, who need no register.
  const isOptional = isMemberAccess(access) && access.permission === 'shift.read'
  return [
    header(
      'X-Device-Token',
      !isOptional,
      'The register of the box office that this browser is paired with: the `token` of `POST /api/v1/cashier/pair`.' +
        (isOptional ? ' Sellers need it; who may see every shift does not.' : ''),
    ),
  ]
}

const headersOf = (endpoint: Endpoint): Json[] => [
  ...(isMemberAccess(endpoint.access)
    ? [
        header(
          'X-Account-Id',
          false,
          'Uuid of the account whose workspace this is; needed by members of several accounts, who get `wrong_workspace` without it.',
        ),
      ]
    : []),
  // A link that the browser opens itself carries the token in its query.
  ...(endpoint.access === 'order-token'
    ? [
        header(
          'X-Order-Token',
          endpoint.method !== 'GET',
          'The key that came with the order; `token` in the query of a link.',
        ),
      ]
    : []),
  ...registerHeader(endpoint),
  ...(honoursKey(endpoint)
    ? [
        header(
          'Idempotency-Key',
          false,
          'The same key and body give the same answer; another body is refused. Whoever calls without a session sends 20 random characters or more, such as a UUID: a shorter key is one of the network and device (`User-Agent`, `X-Waiting-Device`) that sent it.',
        ),
      ]
    : []),
]

const properties = (schema: Json): [string, Json, boolean][] => {
  const required = new Set(schema.required as string[] | undefined)
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, property]) => [
    name,
    property,
    required.has(name),
  ])
}

const isEmptyList = (schema: Json): boolean => schema.type === 'array' && schema.maxItems === 0

const queryOf = (schema: Json): Json[] =>
  properties(schema).flatMap(([name, property, required]): Json[] => {
    if (isEmptyList(property) || 'not' in property) return []
    if (property.type === 'array')
      return [{ name: `${name}[]`, in: 'query', required, style: 'form', explode: true, schema: property }]
    if (property.type !== 'object') return [{ name, in: 'query', required, schema: property }]
    return properties(property).flatMap(([field, inner]): Json[] =>
      inner.type === 'object'
        ? properties(inner).map(([leaf, leafSchema]) => ({
            name: `${name}[${field}][${leaf}]`,
            in: 'query',
            required: false,
            schema: leafSchema,
          }))
        : [{ name: `${name}[${field}]`, in: 'query', required: false, schema: inner }],
    )
  })

const errorsOf = (endpoint: Endpoint): Json => {
  const byStatus = new Map<number, string[]>()
  for (const code of refusalsOf(endpoint))
    byStatus.set(STATUS_OF[code], [...(byStatus.get(STATUS_OF[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, list]) => [
        String(status),
        {
          description: list.join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  )
}

const successOf = (endpoint: Endpoint, bag: SchemaCollection): Json => {
  const status = String(endpoint.status ?? 200)
  if (status === '204') return { [status]: { description: 'Done.' } }
  const content = endpoint.replyType
    ? {
        [TYPES[endpoint.replyType]]: {
          schema: endpoint.replyType === 'json' ? { type: 'object' } : { type: 'string', format: 'binary' },
        },
      }
    : { 'application/json': { schema: bag.add(endpoint.reply, 'output') } }
  return { [status]: { description: 'Success.', content } }
}

const bodyOf = (endpoint: Endpoint, bag: SchemaCollection): Json | undefined => {
  if (endpoint.requestType === 'multipart') {
    const file = z.object({ file: z.any().meta({ type: 'string', format: 'binary' }) })
    const schema = bag.add(endpoint.fields ? file.extend(endpoint.fields.shape) : file, 'input')
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (!endpoint.body || endpoint.method === 'GET') return undefined
  // Without a body an endpoint reads an empty object.
  const required = !endpoint.body.safeParse({}).success
  return { required, content: { 'application/json': { schema: bag.add(endpoint.body, 'input') } } }
}

const operationId = ({ method, path }: Endpoint): string =>
  `${method.toLowerCase()}${path
    .replace(/^\/v1/, '')
    .split(/[/:_-]+/)
    .filter(Boolean)
    .map((segment) => segment.charAt(0).toUpperCase() + segment.slice(1))
    .join('')}`

/** One endpoint as an OpenAPI operation. */
export const operationOf = (endpoint: Endpoint, bag: SchemaCollection): Json => {
  const params = endpoint.params ? properties(bag.add(endpoint.params, 'input')) : []
  const requestBody = bodyOf(endpoint, bag)
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(isMemberAccess(endpoint.access) && { 'x-permission': endpoint.access.permission }),
    ...(endpoint.access === 'public' || endpoint.access === 'order-token' ? { security: [] } : {}),
    parameters: [
      ...params.map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
      ...headersOf(endpoint),
      ...(endpoint.query ? queryOf(bag.add(endpoint.query, 'input')) : []),
    ],
    ...(requestBody && { requestBody }),
    responses: { ...successOf(endpoint, bag), ...errorsOf(endpoint) },
  }
}
