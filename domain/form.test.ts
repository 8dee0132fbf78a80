import { describe, expect, test } from 'vitest'
import {
  answerReasons,
  BOUNDED_TYPES,
  cleanAnswer,
  FIELD_TYPES,
  type FieldType,
  type FormField,
  formReasons,
  isAdvancedName,
  OPTION_TYPES,
  typedNumber,
} from './form.ts'

const field = (type: FieldType, extra: Partial<FormField> = {}): FormField & { uuid: string } => ({
  uuid: type,
  type,
  name: `שאלה ${type}`,
  ...extra,
})
const all = FIELD_TYPES.map((type) =>
  field(type, {
    ...(OPTION_TYPES.includes(type) ? { options: ['א', 'ב', 'ג'] } : {}),
    ...(type === 'range' ? { min: 1, max: 10 } : {}),
  }),
)

describe('a form', () => {
  test('with each of the ten kinds of question is fine', () => {
    expect(FIELD_TYPES).toHaveLength(10)
    expect(formReasons({ name: 'פרטים', fields: all })).toEqual({})
  })

  test('needs a name and something to ask', () => {
    expect(formReasons({ name: ' ', fields: [] })).toEqual({ name: ['required'], fields: ['no_fields'] })
  })

  test('has bounds on its size', () => {
    expect(formReasons({ name: 'x'.repeat(201), fields: Array.from({ length: 61 }, () => field('text')) })).toEqual({
      name: ['too_long'],
      fields: ['too_long'],
    })
  })

  test.each([
    [field('text', { name: '' }), { 'fields.0.name': ['required'] }],
    [field('select'), { 'fields.0.options': ['no_options'] }],
    [field('select', { options: ['א', ' '] }), { 'fields.0.options': ['no_options'] }],
    [field('checkboxes', { options: ['א', 'א '] }), { 'fields.0.options': ['duplicate'] }],
    [field('range'), { 'fields.0.min': ['required'] }],
    [field('range', { min: 5, max: 5 }), { 'fields.0.min': ['min_not_below_max'] }],
    [field('range', { min: 6, max: 5 }), { 'fields.0.min': ['min_not_below_max'] }],
    [field('number', { min: 6, max: 5 }), { 'fields.0.min': ['min_not_below_max'] }],
    [field('text', { advanced: '1st' }), { 'fields.0.advanced': ['invalid_advanced_name'] }],
    [{ ...field('text'), type: 'colour' as FieldType }, { 'fields.0.type': ['unknown_type'] }],
  ])('names what is wrong with a question: %o', (wrong, reasons) => {
    expect(formReasons({ name: 'פרטים', fields: [wrong] })).toEqual(reasons)
  })

  test('two questions cannot share a technical name', () => {
    const fields = [field('text', { advanced: 'size' }), field('email', { advanced: 'size' })]
    expect(formReasons({ name: 'פרטים', fields })).toEqual({
      'fields.0.advanced': ['duplicate'],
      'fields.1.advanced': ['duplicate'],
    })
  })

  test('a number may have one bound or none', () => {
    expect(BOUNDED_TYPES).toEqual(['range', 'number'])
    expect(formReasons({ name: 'פרטים', fields: [field('number', { min: 3 }), field('number')] })).toEqual({})
  })
})

test.each([
  ['size', true],
  ['T_shirt2', true],
  ['a', true],
  ['2size', false],
  ['_size', false],
  ['גודל', false],
  ['a-b', false],
  ['', false],
  ['a b', false],
])('technical name "%s": %s', (name, right) => {
  expect(isAdvancedName(name)).toBe(right)
})

describe('answers', () => {
  const good: Record<string, unknown> = {
    text: 'שלום',
    phone: '050-234-5678',
    email: 'a@b.co',
    number: '12.5',
    date: '2026-12-03',
    range: 10,
    select: 'ב',
    checkbox: true,
    checkboxes: ['א', 'ג'],
    file: '01890000-0000-7000-8000-000000000001',
  }

  test('a right answer of each type has no reasons', () => {
    for (const each of all) expect(answerReasons(each, good[each.type])).toEqual([])
  })

  test('an optional question may stay empty, a required one may not', () => {
    for (const each of all) {
      for (const blank of [undefined, null, '', '  ', false, []]) {
        expect(answerReasons(each, blank)).toEqual([])
        expect(answerReasons({ ...each, required: true }, blank)).toEqual(['required'])
      }
    }
  })

  test.each([
    ['text', 5, 'unknown_type'],
    ['text', 'x'.repeat(2001), 'too_long'],
    ['phone', '12', 'invalid_phone'],
    ['email', 'x', 'invalid_email'],
    ['number', 'twelve', 'not_a_number'],
    ['number', '1e3', 'not_a_number'],
    ['number', Number.NaN, 'not_a_number'],
    ['number', -5, 'too_small'],
    ['number', 1e12, 'too_big'],
    ['range', 0, 'too_small'],
    ['range', 11, 'too_big'],
    ['date', '2026-02-30', 'invalid_date'],
    ['date', '3.12.2026', 'invalid_date'],
    ['date', '2026-13-01', 'invalid_date'],
    ['select', 'ד', 'unknown_option'],
    ['checkbox', 'yes', 'unknown_type'],
    ['checkboxes', 'א', 'unknown_type'],
    ['checkboxes', ['א', 'ד'], 'unknown_option'],
    ['checkboxes', ['א', 'א'], 'unknown_option'],
    ['file', 'photo.jpg', 'unknown_type'],
  ])('%s %o is %s', (type, value, reason) => {
    const question = all.find((each) => each.type === type) ?? field('text')
    expect(answerReasons(question, value)).toEqual([reason])
  })

  test('a number may be negative where the question says so', () => {
    expect(answerReasons(field('number', { min: -10 }), -5)).toEqual([])
    expect(answerReasons(field('number', { max: -1 }), -5)).toEqual([])
    expect(answerReasons(field('number', { min: 0, max: 120 }), 121)).toEqual(['too_big'])
  })

  test('answers are stored in one form', () => {
    const stored = (type: FieldType, value: unknown) => cleanAnswer(field(type), value)
    expect(stored('phone', '050-234-5678')).toBe('+972502345678')
    expect(stored('phone', ' ? ')).toBe('?')
    expect(stored('number', ' 12.50 ')).toBe(12.5)
    expect(stored('text', '  שלום ')).toBe('שלום')
    expect(stored('checkboxes', ['א'])).toEqual(['א'])
    expect(stored('checkbox', true)).toBe(true)
    expect(stored('text', ' ')).toBeUndefined()
  })
})

describe('a number while it is typed', () => {
  test.each([
    ['1a2b3-.4', false, '123.4'],
    ['-5', false, '5'],
    ['-5', true, '-5'],
    ['1.2.3', true, '1.23'],
    ['אלף', true, ''],
  ])('"%s" (negative: %s) is taken as "%s"', (text, negative, taken) => {
    expect(typedNumber(text, { negative })).toBe(taken)
  })
})
