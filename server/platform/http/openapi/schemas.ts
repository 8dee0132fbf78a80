import { z } from 'zod'

export type Json = { [name: string]: unknown }

const REF = '#/$defs/'

/** Collects the JSON schemas of a document: named ones become components. */
export const createSchemaCollection = () => {
  const named = new Map<string, Json>()

  const nameFor = (name: string, schema: Json, io: 'input' | 'output'): string => {
    const text = JSON.stringify(schema)
    const same = (key: string): boolean => !named.has(key) || JSON.stringify(named.get(key)) === text
    return same(name) || io === 'output' ? name : `${name}Input`
  }

  const rewrite = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
    if (Array.isArray(value)) return value.map((item) => rewrite(item, names))
    if (typeof value !== 'object' || value === null) return value
    const out: Json = {}
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$defs' || key === '$schema' || key === '~standard') continue
      if (key === '$ref' && typeof inner === 'string' && inner.startsWith(REF)) {
        const name = inner.slice(REF.length)
        out.$ref = `#/components/schemas/${names.get(name) ?? name}`
      } else if (key !== 'id' || typeof inner !== 'string') out[key] = rewrite(inner, names)
    }
    return out
  }

  const add = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const json = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' }) as Json
    const defs = Object.entries((json.$defs ?? {}) as Record<string, Json>)
    const unchanged = new Map(defs.map(([name]) => [name, name]))
    const names = new Map(defs.map(([name, def]) => [name, nameFor(name, rewrite(def, unchanged) as Json, io)]))
    for (const [name, def] of defs) named.set(names.get(name) ?? name, rewrite(def, names) as Json)
    return rewrite(json, names) as Json
  }

  /** Sorted by name, so that the document does not depend on the order of the endpoints. */
  const all = (): Json => Object.fromEntries([...named].sort(([a], [b]) => a.localeCompare(b, 'en')))
  return { add, all }
}

export type SchemaCollection = ReturnType<typeof createSchemaCollection>
