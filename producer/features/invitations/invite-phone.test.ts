import { describe, expect, it } from 'vitest'
import { typedPhone } from './invite-phone.ts'

const empty = { prefix: '050', number: '' }

describe('typedPhone', () => {
  it('takes at most seven digits', () => {
    expect(typedPhone(empty, '12a3-45')).toEqual({ prefix: '050', number: '12345' })
    expect(typedPhone(empty, '123456789')).toEqual({ prefix: '050', number: '1234567' })
  })

  it('splits a pasted complete number', () => {
    expect(typedPhone(empty, '052-418-7730')).toEqual({ prefix: '052', number: '4187730' })
    expect(typedPhone(empty, '+972 54-730-1196')).toEqual({ prefix: '054', number: '7301196' })
  })
})
