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
