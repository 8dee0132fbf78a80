import type { z } from 'zod'

/** What is read of a schema's definition, whatever its type. */
interface Definition {
  readonly type: string
  readonly coerce?: boolean
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
}

/**
 * Paths of the fields whose value is converted to a number or a text. The conversion also takes lists and objects (`page[]=2`
 * becomes 2), which the contract does not name.
 */
export const coercedFields = (schema: z.ZodType | undefined, path: readonly string[] = []): string[][] => {
  if (!schema) return []
  // A schema's definition is a union over every type of schema; the fields of all of them are optional here.
  const def = schema.def as unknown as Definition
  if (def.coerce === true) return [[...path]]
  return [
    ...coercedFields(def.innerType, path),
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => coercedFields(field, [...path, name])),
  ]
}

const valueAt = (input: unknown, path: readonly string[]): unknown => {
  let value = input
  for (const name of path)
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return value
}

/** Validation errors for those of the fields that hold a list or an object. */
export const uncoercible = (input: unknown, fields: readonly (readonly string[])[]): Record<string, string[]> =>
  Object.fromEntries(
    fields
      .filter((path) => {
        const value = valueAt(input, path)
        return typeof value === 'object' && value !== null
      })
      .map((path) => [path.join('.'), ['invalid']]),
  )
