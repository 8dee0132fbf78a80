import type { Endpoint } from '@kartis/contract/endpoint.ts'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const CONTRACT = join(import.meta.dirname, '../contract')

const endpoints = async (): Promise<Endpoint[]> => {
  const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map((name) => import(join(CONTRACT, name)) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((exports) => Object.values(exports).filter(isEndpoint))
}

/** What this test reads of a schema's definition, whatever its type. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}

/** Paths of the objects in a schema that would take a field they do not know. */
const looseObjects = (schema: z.ZodType | undefined, path: string): string[] => {
  if (!schema) return []
  // A schema's definition is a union over every type of schema; the fields of all of them are optional here.
  const def = schema.def as unknown as Definition
  const isLoose = def.type === 'object' && (def.catchall?.def as Definition | undefined)?.type !== 'never'
  return [
    ...(isLoose ? [path] : []),
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => looseObjects(field, `${path}.${name}`)),
    ...[def.element, def.innerType, def.in, def.out, ...(def.type === 'union' ? (def.options ?? []) : [])].flatMap(
      (inner) => looseObjects(inner, path),
    ),
  ]
}

/** The gateway decides what its webhook sends. */
const OPEN = new Set(['/v1/payments/:provider/notify'])

test('an unknown field in the body or the query of any endpoint is an error', async () => {
  const all = (await endpoints()).filter(({ path }) => !OPEN.has(path))
  expect(all.length).toBeGreaterThan(140)
  const loose = all.flatMap(({ method, path, body, query }) =>
    [...looseObjects(body, 'body'), ...looseObjects(query, 'query')].map((place) => `${method} ${path}: ${place}`),
  )
  expect(loose).toEqual([])
})

/** A text that no name is: it begins and ends as usual, and would add a line to an SMS or a header to an e-mail. */
const WITH_LINE_BREAK = 'abcdefgh\r\nijklmnop'
const WITH_CONTROL_CHARACTER = 'abcdefgh\u0007ijklmnop'

const accepts = (schema: z.ZodType, text: string): boolean => schema.safeParse(text).success

/** Paths of the texts in a schema that would take `text`. */
const textsThatTake = (text: string, schema: z.ZodType | undefined, path: string): string[] => {
  if (!schema) return []
  const def = schema.def as unknown as Definition
  if (def.type === 'string') return accepts(schema, text) ? [path] : []
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => textsThatTake(text, field, `${path}.${name}`)),
    ...[def.element, def.innerType, def.in, def.out, ...(def.type === 'union' ? (def.options ?? []) : [])].flatMap(
      (inner) => textsThatTake(text, inner, path),
    ),
  ]
}

/** The texts of a seat map are made one line when its document is read (`seat-map/model/document.ts`). */
const DOCUMENT = '/v1/producer/venues_maps/:uuid/draft'

const bodyTextsThatTake = async (text: string): Promise<string[]> => {
  const found = (await endpoints())
    .filter(({ path }) => !OPEN.has(path) && path !== DOCUMENT)
    .flatMap(({ method, path, body }) => textsThatTake(text, body, `${method} ${path} body`))
  return [...new Set(found)].toSorted()
}

/** Compared with what is stored, never stored or shown; and the description, whose HTML is parsed and written anew. */
const COMPARED =
  /\.(method_id|code|phone_country_code|phone_number|token|refresh_token|nonce|visitor|ticket_uuid|timezone|description|language)$/

test('no text of any request body takes a control character, so that a name cannot add one to an SMS or a header', async () => {
  const found = await bodyTextsThatTake(WITH_CONTROL_CHARACTER)
  expect(found.filter((path) => !COMPARED.test(path))).toEqual([])
})

/** Of what one text of a body becomes when it is read; undefined: it is refused. */
const readAs = (schema: z.ZodType, text: string): unknown => schema.safeParse(text).data

/** Paths of the texts in a schema that keep `hidden` where it stands in a name. */
const textsThatKeep = (hidden: string, schema: z.ZodType | undefined, path: string): string[] => {
  if (!schema) return []
  const def = schema.def as unknown as Definition
  if (def.type === 'string') return String(readAs(schema, `abcdefgh${hidden}ijklmnop`)).includes(hidden) ? [path] : []
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => textsThatKeep(hidden, field, `${path}.${name}`)),
    ...[def.element, def.innerType, def.in, def.out, ...(def.type === 'union' ? (def.options ?? []) : [])].flatMap(
      (inner) => textsThatKeep(hidden, inner, path),
    ),
  ]
}

test.each(['\u202e', '\u2066', '\u200b', '\ufeff'])(
  'no text of any request body keeps an invisible character that lets a name pose as another',
  async (hidden) => {
    const found = (await endpoints())
      .filter(({ path }) => !OPEN.has(path) && path !== DOCUMENT)
      .flatMap(({ method, path, body }) => textsThatKeep(hidden, body, `${method} ${path} body`))
    expect([...new Set(found)].filter((path) => !COMPARED.test(path))).toEqual([])
  },
)

/** Texts of several lines: shown on pages and in e-mail bodies only. */
const PARAGRAPH =
  /\.(info|notes|note|reason|accessibility|description)$|\/messages(\/preview)? body\.text$|\/refund_runs body\.message$|\/done body\.note$/

test('only texts of several lines take a line break', async () => {
  const found = await bodyTextsThatTake(WITH_LINE_BREAK)
  expect(found.filter((path) => !COMPARED.test(path) && !PARAGRAPH.test(path))).toEqual([])
})
