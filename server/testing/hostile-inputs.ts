import * as fc from 'fast-check'
import { z } from 'zod'

interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** Values that broke something once, here or elsewhere, whatever the field expects. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  'null',
  '\0',
  '\u202e\ud800',
  'x'.repeat(5000),
  '%00',
  "' or 1=1 --",
  -1,
  0,
  0.1,
  9e15,
  1e308,
  -2_147_483_649,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  '0020-01-01',
  '0000-00-00',
  '9999-12-31',
  '2026-02-30',
  '0020-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2026-11-22T10:00:00+23:59',
  '2026-11-22T10:00:00.123456789012Z',
  [],
  {},
  [[]],
  { toString: 1 },
  true,
]
const hostile = fc.constantFrom(...HOSTILE)

const TEXTS = [
  'x',
  'שלום עולם',
  'سلام',
  '0521234567',
  '052-123-4567',
  'dana@example.co.il',
  '000000018',
  'Asia/Jerusalem',
  'he',
]
const INSTANTS = [
  '2026-11-22T10:00:00Z',
  '2026-12-24T20:30:00+02:00',
  '2030-01-01T00:00:00.000Z',
  '1970-01-01T00:00:00Z',
]
const DAYS = ['2026-11-22', '2026-01-01', '2024-02-29', '1999-12-31']

export interface InputOptions {
  /** Uuids of rows that exist. */
  readonly ids: readonly string[]
  readonly defs: Readonly<Record<string, Schema>>
}

const textOf = (schema: Schema, { ids }: InputOptions): fc.Arbitrary<unknown> => {
  if (schema.format === 'uuid') return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ids) }, fc.uuid())
  if (schema.format === 'date-time') return fc.constantFrom(...INSTANTS)
  if (schema.format === 'date') return fc.constantFrom(...DAYS)
  return fc.oneof(
    fc.constantFrom(...TEXTS),
    fc.string({ maxLength: Math.min(schema.maxLength ?? 40, 200), unit: 'binary' }),
  )
}

const numberOf = ({ type, minimum = -5, maximum = 5000 }: Schema): fc.Arbitrary<unknown> => {
  const [min, max] = [Math.max(minimum, -1e9), Math.min(maximum, 1e9)]
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
  return type === 'integer'
    ? whole
    : fc.oneof(
        whole,
        whole.map((value) => value / 100),
      )
}

const objectOf = ({ properties = {}, required = [] }: Schema, options: InputOptions): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, arbitraryOf(inner, options)])),
    { requiredKeys: [...required] },
  )

const expected = (schema: Schema, options: InputOptions): fc.Arbitrary<unknown> => {
  if (schema.$ref) return arbitraryOf(options.defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}, options)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, options)))
  if (schema.allOf?.[0]) return arbitraryOf(schema.allOf[0], options)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return textOf(schema, options)
    case 'number':
    case 'integer':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, options), { maxLength: Math.min(schema.maxItems ?? 3, 3) })
    case 'object':
      return objectOf(schema, options)
    default:
      return fc.oneof(fc.constantFrom(...TEXTS, ...options.ids), fc.jsonValue({ maxDepth: 2 }))
  }
}

/** Mostly what the schema expects, sometimes a hostile value in its place. */
const arbitraryOf = (schema: Schema, options: InputOptions): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 14, arbitrary: expected(schema, options) }, { weight: 1, arbitrary: hostile })

/** Inputs for a schema of the contract: mostly fitting, with hostile values among them. */
export const inputsOf = (schema: z.ZodType | undefined, ids: readonly string[]): fc.Arbitrary<unknown> => {
  if (!schema) return fc.constant(undefined)
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return arbitraryOf(json, { ids, defs: json.$defs ?? {} })
}
