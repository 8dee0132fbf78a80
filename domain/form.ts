import { FORM } from './limits.ts'
import { COUNTRIES, parsePhone } from './phone.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'
import { isEmail, isPlainText } from './text.ts'
import { isCalendarDay } from './zone.ts'

export const FIELD_TYPES = [
  'text',
  'phone',
  'email',
  'number',
  'date',
  'range',
  'select',
  'checkbox',
  'checkboxes',
  'file',
] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** Kinds that need a list of options, and those that may have bounds. */
export const OPTION_TYPES: readonly FieldType[] = ['select', 'checkboxes']
export const BOUNDED_TYPES: readonly FieldType[] = ['range', 'number']

export interface FormField {
  readonly uuid?: string
  readonly type: FieldType
  readonly name: string
  readonly description?: string
  /** Technical name for exports and integrations. */
  readonly advanced?: string | null
  readonly required?: boolean
  readonly options?: readonly string[]
  readonly min?: number | null
  readonly max?: number | null
}

export interface FormDefinition {
  readonly name: string
  readonly fields: readonly FormField[]
}

/** Starts with an English letter; English letters, digits and underscore only. */
export const isAdvancedName = (text: string): boolean => /^[A-Za-z]\w*$/.test(text)

const nameReasons = (name: string): Reason[] => {
  if (name.trim() === '') return ['required']
  return name.trim().length > FORM.maxNameChars ? ['too_long'] : []
}

const optionReasons = (field: FormField): Reason[] => {
  if (!OPTION_TYPES.includes(field.type)) return []
  const options = (field.options ?? []).map((option) => option.trim())
  if (options.length === 0 || options.includes('')) return ['no_options']
  return new Set(options).size < options.length ? ['duplicate'] : []
}

const boundReasons = ({ type, min, max }: FormField): Reason[] => {
  const open = min === undefined || min === null || max === undefined || max === null
  if (type === 'range' && open) return ['required']
  return BOUNDED_TYPES.includes(type) && !open && min >= max ? ['min_not_below_max'] : []
}

const advancedReasons = (field: FormField, all: readonly FormField[]): Reason[] => {
  const name = field.advanced ?? ''
  if (name === '') return []
  if (!isAdvancedName(name)) return ['invalid_advanced_name']
  return all.some((other) => other !== field && other.advanced === name) ? ['duplicate'] : []
}

/** What is wrong with a form, by path: `name`, `fields`, `fields.2.options`, … */
export const formReasons = (form: FormDefinition): FieldReasons =>
  reasonsOf({
    name: nameReasons(form.name),
    fields: form.fields.length === 0 ? ['no_fields'] : form.fields.length > FORM.maxFields ? ['too_long'] : [],
    ...Object.fromEntries(
      form.fields.flatMap((field, place) => [
        [`fields.${place}.type`, FIELD_TYPES.includes(field.type) ? [] : ['unknown_type']],
        [`fields.${place}.name`, nameReasons(field.name)],
        [`fields.${place}.options`, optionReasons(field)],
        [`fields.${place}.min`, boundReasons(field)],
        [`fields.${place}.advanced`, advancedReasons(field, form.fields)],
      ]),
    ),
  })

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN
}

/** The smallest and the largest answer. Where the question sets none, an answer is not negative. */
export const numberBounds = ({
  min,
  max,
}: Pick<FormField, 'min' | 'max'>): { readonly min: number; readonly max: number } => ({
  min: min ?? ((max ?? 0) < 0 ? -FORM.maxNumber : 0),
  max: max ?? Math.max(FORM.maxNumber, min ?? 0),
})

/** The part of a typed text that a number can have: digits, one point, and a minus in front where `negative` numbers may be. */
export const typedNumber = (text: string, { negative }: { readonly negative: boolean }): string => {
  const [whole = '', ...parts] = text.replace(/[^\d.]/gu, '').split('.')
  const sign = negative && text.trim().startsWith('-') ? '-' : ''
  return `${sign}${parts.length > 0 ? `${whole}.${parts.join('')}` : whole}`
}

const boundedReasons = (field: FormField, value: unknown): Reason[] => {
  const number = numberOf(value)
  if (!Number.isFinite(number)) return ['not_a_number']
  const { min, max } = numberBounds(field)
  if (number < min) return ['too_small']
  return number > max ? ['too_big'] : []
}

const textual =
  (validate: (text: string) => Reason[]) =>
  (_field: FormField, value: unknown): Reason[] => {
    if (typeof value !== 'string') return ['unknown_type']
    return value.length > FORM.maxTextChars ? ['too_long'] : validate(value.trim())
  }

const isOffered = (field: FormField, value: unknown): boolean =>
  typeof value === 'string' && (field.options ?? []).includes(value)

const ANSWER_RULES: Readonly<Record<FieldType, (field: FormField, value: unknown) => Reason[]>> = {
  text: textual((text) => (isPlainText(text) ? [] : ['invalid_text'])),
  phone: textual((text) => {
    const phone = parsePhone(COUNTRIES[0]?.code ?? '', text)
    return phone.ok ? [] : ['invalid_phone']
  }),
  email: textual((text) => (isEmail(text) ? [] : ['invalid_email'])),
  number: boundedReasons,
  range: boundedReasons,
  date: textual((text) => (isCalendarDay(text) ? [] : ['invalid_date'])),
  select: (field, value) => (isOffered(field, value) ? [] : ['unknown_option']),
  checkbox: (_field, value) => (typeof value === 'boolean' ? [] : ['unknown_type']),
  checkboxes: (field, value) => {
    if (!Array.isArray(value)) return ['unknown_type']
    return value.every((each) => isOffered(field, each)) && new Set(value).size === value.length
      ? []
      : ['unknown_option']
  },
  // The uuid of a file that was uploaded before.
  file: textual((text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? [] : ['unknown_type'])),
}

/** One answer: a required checkbox must be ticked, an optional question may stay empty. */
export const answerReasons = (field: FormField, value: unknown): Reason[] => {
  if (isBlank(value)) return field.required === true ? ['required'] : []
  return ANSWER_RULES[field.type](field, value)
}

/** What is stored: numbers as numbers, phones as E.164, texts without stray spaces; undefined for no answer. Validate first. */
export const cleanAnswer = (field: FormField, value: unknown): unknown => {
  if (isBlank(value)) return undefined
  if (BOUNDED_TYPES.includes(field.type)) return numberOf(value)
  if (typeof value !== 'string') return value
  if (field.type !== 'phone') return value.trim()
  const phone = parsePhone(COUNTRIES[0]?.code ?? '', value)
  return phone.ok ? phone.e164 : value.trim()
}
