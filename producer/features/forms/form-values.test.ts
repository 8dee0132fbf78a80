import { describe, expect, it } from 'vitest'
import { createForm } from '@kartis/contract/forms.ts'
import { FIELD_TYPES } from '@kartis/domain/form.ts'
import { bodyOf, type FormValues, NEW_FORM, newField, indexOfQuestion, valuesReasons, withType } from './form-values.ts'

const form = (...fields: FormValues['fields']): FormValues => ({ ...NEW_FORM, name: 'משתתפים', fields })

describe('form values', () => {
  it('of every question type are a valid request body', () => {
    const all = form(...FIELD_TYPES.map((type) => ({ ...newField(type), name: type, options: ['א', 'ב', ''] })))
    expect(valuesReasons(all)).toEqual({})
    expect(createForm.body?.safeParse(bodyOf(all)).success).toBe(true)
    expect(bodyOf(all).fields.find(({ type }) => type === 'select')?.options).toEqual(['א', 'ב'])
    expect(bodyOf(all).fields.find(({ type }) => type === 'text')?.options).toEqual([])
  })
  it('require a name and at least one question', () => {
    expect(valuesReasons(NEW_FORM)).toEqual({ name: ['required'], fields: ['no_fields'] })
  })
  it('report reasons by question', () => {
    const wrong = form(
      { ...newField('range'), name: 'דירוג', min: '5', max: '5' },
      { ...newField('select'), name: 'מידה' },
      { ...newField('number'), name: 'גיל', min: 'אפס', advanced: '1st' },
    )
    expect(valuesReasons(wrong)).toEqual({
      'fields.0.min': ['min_not_below_max'],
      'fields.1.options': ['no_options'],
      'fields.2.min': ['not_a_number'],
      'fields.2.advanced': ['invalid_advanced_name'],
    })
    expect(indexOfQuestion('fields.12.options')).toBe(12)
    expect(indexOfQuestion('fields')).toBeUndefined()
  })
  it('keep their texts when the question type changes', () => {
    const field = { ...newField('text'), name: 'מידה' }
    expect(withType(field, 'select')).toMatchObject({ name: 'מידה', options: ['', ''] })
    expect(withType(field, 'range')).toMatchObject({ min: '1', max: '5' })
  })
})
