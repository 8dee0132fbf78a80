import { describe, expect, it } from 'vitest'
import { type InvitePhone, phoneProblem, typedPhone } from './invite-phone.ts'

const empty: InvitePhone = { prefix: '050', number: '' }

/** Key by key, as a keyboard types. */
const typedOneByOne = (text: string): InvitePhone =>
  Array.from(text).reduce<InvitePhone>((before, key) => typedPhone(before, before.number + key), empty)

describe('the phone of a guest beside its prefix', () => {
  it.each([
    '0527654321',
    '052-765-4321',
    '+972 52-765-4321',
    '+972 (0)52 765 4321',
    '00972527654321',
    '972527654321',
    '527654321',
    '\u202a+972 52-765-4321\u202c',
    '٠٥٢٧٦٥٤٣٢١',
  ])('%s pasted or filled in is split, and the prefix follows', (text) => {
    expect(typedPhone(empty, text)).toEqual({ prefix: '052', number: '7654321', isSplit: true })
    expect(phoneProblem(typedPhone(empty, text))).toBeUndefined()
  })

  it('is split when it is typed whole, key by key', () => {
    expect(typedOneByOne('0527654321')).toEqual({ prefix: '052', number: '7654321', isSplit: true })
  })

  it('cannot be sent while only a part of the whole number is typed', () => {
    for (const part of ['0527654', '05276543', '052765432'])
      expect(phoneProblem(typedOneByOne(part))).toEqual({ kind: 'unfinished' })
  })

  it('keeps digits that are too many, and says so', () => {
    expect(typedOneByOne('765432199')).toEqual({ prefix: '050', number: '765432199' })
    expect(phoneProblem(typedOneByOne('76543219'))).toEqual({ kind: 'long' })
    expect(phoneProblem(typedPhone(empty, '052765432199'))).toEqual({ kind: 'long' })
  })

  it('keeps the prefix for seven digits, and counts those that are missing', () => {
    expect(typedPhone(empty, '12a3-45 67')).toEqual({ prefix: '050', number: '1234567' })
    expect(phoneProblem({ prefix: '050', number: '7654321' })).toBeUndefined()
    expect(phoneProblem({ prefix: '050', number: '76543' })).toEqual({ kind: 'short', missing: 2 })
  })

  it('may begin like a prefix when it was typed whole', () => {
    expect(phoneProblem(typedPhone(empty, '0520547654'))).toBeUndefined()
  })

  it('does not take a foreign or a landline number for a mobile', () => {
    expect(phoneProblem(typedPhone(empty, '+44 7911 123456'))).toEqual({ kind: 'long' })
    expect(phoneProblem(typedPhone(empty, '03-555-0144'))).toEqual({ kind: 'long' })
  })
})
