import type { BodyIn } from '@kartis/contract/endpoint.ts'
import type { createForm, Form } from '@kartis/contract/forms.ts'
import { BOUNDED_TYPES, type FieldType, formReasons, OPTION_TYPES } from '@kartis/domain/form.ts'

/** Form values of a question. `key` identifies it on the screen before it has a uuid. */
export interface FieldValues {
  readonly key: string
  readonly uuid?: string | undefined
  readonly type: FieldType
  readonly name: string
  readonly description: string
  readonly advanced: string
  readonly required: boolean
  readonly options: readonly string[]
  readonly min: string
  readonly max: string
  /** `options` in the order of the Hebrew ones. */
  readonly texts?: FieldTexts
}

export interface FormValues {
  readonly name: string
  readonly ask_per: 'order' | 'ticket'
  readonly fields: readonly FieldValues[]
  readonly texts?: Form['texts']
}

type FieldTexts = Form['fields'][number]['texts']

export const NEW_FORM: FormValues = { name: '', ask_per: 'order', fields: [] }

export const newField = (type: FieldType): FieldValues => ({
  key: crypto.randomUUID(),
  type,
  name: '',
  description: '',
  advanced: '',
  required: false,
  options: OPTION_TYPES.includes(type) ? ['', ''] : [],
  min: type === 'range' ? '1' : type === 'number' ? '0' : '',
  max: type === 'range' ? '5' : '',
})

export const valuesOf = (form: Form): FormValues => ({
  name: form.name,
  ask_per: form.ask_per,
  texts: form.texts,
  fields: form.fields.map((field) => ({
    key: field.uuid,
    uuid: field.uuid,
    type: field.type,
    name: field.name,
    description: field.description,
    advanced: field.advanced ?? '',
    required: field.required,
    options: field.options,
    min: field.min === null ? '' : String(field.min),
    max: field.max === null ? '' : String(field.max),
    texts: field.texts,
  })),
})

/** Changes the question's type; adds the options or bounds that the new type needs. */
export const withType = (field: FieldValues, type: FieldType): FieldValues => ({
  ...field,
  type,
  options: OPTION_TYPES.includes(type) && field.options.length === 0 ? ['', ''] : field.options,
  min: type === 'range' && field.min === '' ? '1' : field.min,
  max: type === 'range' && field.max === '' ? '5' : field.max,
})

const readNumber = (text: string): number | null | 'wrong' => {
  const typed = text.trim()
  if (typed === '') return null
  return /^-?\d+(\.\d+)?$/u.test(typed) ? Number(typed) : 'wrong'
}
const numberOrNull = (text: string): number | null => {
  const value = readNumber(text)
  return value === 'wrong' ? null : value
}

/** The texts of a question with those of its options in other places. */
const withOptionTexts = (texts: FieldTexts, place: (options: readonly string[]) => string[]): FieldTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([lang, own]) => [lang, own?.options ? { ...own, options: place(own.options) } : own]),
  )

/** The question without one of its options. */
export const withoutOption = (field: FieldValues, index: number): FieldValues => ({
  ...field,
  options: field.options.filter((_, at) => at !== index),
  ...(field.texts && { texts: withOptionTexts(field.texts, (options) => options.filter((_, at) => at !== index)) }),
})

/** The question with the text of an option in another language. */
export const withOptionText = (
  field: FieldValues,
  lang: 'en' | 'ar',
  { index, text }: { readonly index: number; readonly text: string },
): FieldValues => ({
  ...field,
  texts: {
    ...field.texts,
    [lang]: {
      ...field.texts?.[lang],
      options: field.options.map((_, at) => (at === index ? text : (field.texts?.[lang]?.options?.[at] ?? ''))),
    },
  },
})

const bodyField = (field: FieldValues) => {
  const bounded = BOUNDED_TYPES.includes(field.type)
  // Empty lines are dropped.
  const filled = OPTION_TYPES.includes(field.type)
    ? field.options.flatMap((option, index) => (option.trim() === '' ? [] : [{ option: option.trim(), index }]))
    : []
  return {
    ...(field.uuid !== undefined && { uuid: field.uuid }),
    type: field.type,
    name: field.name.trim(),
    description: field.description.trim(),
    advanced: field.advanced.trim() || null,
    required: field.required,
    options: filled.map(({ option }) => option),
    min: bounded ? numberOrNull(field.min) : null,
    max: bounded ? numberOrNull(field.max) : null,
    texts: withOptionTexts(field.texts ?? {}, (options) => filled.map(({ index }) => options[index]?.trim() ?? '')),
  }
}

export const bodyOf = (values: FormValues): BodyIn<typeof createForm> => ({
  name: values.name.trim(),
  ask_per: values.ask_per,
  texts: values.texts ?? {},
  fields: values.fields.map(bodyField),
})

type Reasons = Record<string, readonly string[]>

const boundTypos = (values: FormValues): Reasons =>
  Object.fromEntries(
    values.fields.flatMap((field, index) =>
      (['min', 'max'] as const)
        .filter((bound) => BOUNDED_TYPES.includes(field.type) && readNumber(field[bound]) === 'wrong')
        .map((bound) => [`fields.${index}.${bound}`, ['not_a_number']] as const),
    ),
  )

/** Validation reasons by path: `name`, `fields`, `fields.2.options`, … */
export const valuesReasons = (values: FormValues): Reasons => {
  const body = bodyOf(values)
  const typed = { ...body, fields: body.fields.map((field) => ({ ...field, advanced: field.advanced ?? null })) }
  return { ...formReasons(typed), ...boundTypos(values) }
}

/** Index of the question that a reason's path belongs to. */
export const indexOfQuestion = (path: string): number | undefined => {
  const found = /^fields\.(\d+)\./u.exec(path)
  return found ? Number(found[1]) : undefined
}
