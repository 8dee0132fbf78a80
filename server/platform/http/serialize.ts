import fastJson from 'fast-json-stringify'
import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** `T or null` as one nullable schema: with a choice the serializer would validate each value against both. */
const mergeNull = (schema: Schema): void => {
  const [first, second] = schema.anyOf ?? []
  if (!first || !second || schema.anyOf?.length !== 2 || second.type !== 'null') return
  if (
    first.$ref ||
    first.anyOf ||
    first.allOf ||
    first.oneOf ||
    first.const !== undefined ||
    typeof first.type !== 'string'
  )
    return
  delete schema.anyOf
  // An enum inside a choice is validated, so null must be one of its values.
  Object.assign(schema, first, { nullable: true, ...(first.enum && { enum: [...first.enum, null] }) })
}

const relax = (schema: Schema): void => {
  // The serializer drops unnamed properties; it does not validate formats again.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  delete schema.pattern
  delete schema.format
  mergeNull(schema)
}

type Serialize = (reply: unknown) => string

/** Compilation costs milliseconds, and tests open many servers in one process. */
const compiled = new WeakMap<z.ZodType, Serialize>()

const compile = (schema: z.ZodType): Serialize => {
  const json = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => relax(jsonSchema),
  })
  return fastJson(json as Parameters<typeof fastJson>[0])
}

/** A function that serializes replies of a schema as JSON; properties that the schema does not name are dropped. */
export const serializerOf = (schema: z.ZodType): Serialize => {
  const serialize = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, serialize)
  return serialize
}
