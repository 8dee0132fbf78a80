import fastJson from 'fast-json-stringify'
import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** `T or null` as one nullable schema: a choice of two would be tried out at every value. */
const joinNull = (schema: Schema): void => {
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
  // Inside a choice an enum is proved, and null must be one of its values.
  Object.assign(schema, first, { nullable: true, ...(first.enum && { enum: [...first.enum, null] }) })
}

const loosen = (schema: Schema): void => {
  // A reply drops what its schema does not name; it need not prove formats again.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  delete schema.pattern
  delete schema.format
  joinNull(schema)
}

/** A function that writes a reply as JSON text. What the schema does not name never leaves the house. */
export const serializerOf = (schema: z.ZodType): ((reply: unknown) => string) => {
  const json = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => loosen(jsonSchema),
  })
  return fastJson(json as Parameters<typeof fastJson>[0])
}
