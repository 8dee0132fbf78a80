import validation from '@kartis/i18n/messages/he/validation.json'
import { createInstance, type i18n } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { fieldErrorsOf, reasonText, reasonTexts } from './field-errors.ts'

let translator: i18n
beforeAll(async () => {
  translator = createInstance()
  await translator.init({ lng: 'he', resources: { he: { validation } } })
})

const refused = (code: string, detail: Record<string, unknown>) =>
  new ApiError({ code, description: '', status: 422, detail })

describe('field errors', () => {
  it('show the text of a reason, or a general one for an unknown reason', () => {
    expect(reasonText(translator, 'required')).toBe(validation.required)
    expect(reasonText(translator, 'unknown_reason')).toBe(validation.invalid)
  })

  it('show the first reason of a field', () => {
    expect(reasonTexts(translator, { name: ['required', 'too_short'], email: [] })).toEqual({
      name: validation.required,
    })
  })

  it('of a validation refusal are mapped to the names of the form', () => {
    const refusal = refused('validation', { sum_total_available: ['required'], retry_after: 3 })
    const rename = (fields: Readonly<Record<string, readonly string[]>>) => ({
      quantity: fields['sum_total_available'] ?? [],
    })
    expect(fieldErrorsOf(translator, refusal, rename)).toEqual({ quantity: validation.required })
  })

  it('are empty for any other failure', () => {
    expect(fieldErrorsOf(translator, refused('conflict', { name: ['required'] }))).toEqual({})
    expect(fieldErrorsOf(translator, new TypeError('x'))).toEqual({})
  })
})
