import { NO_FUNDS } from '@kartis/domain/refund-run.ts'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../../../settings.ts'
import { refusedFact } from './no-funds.ts'

const refused = (code: string, text?: string, emptyCodes: readonly string[] = []) =>
  refusedFact({ code, text }, { emptyCodes, retry: false })

describe('a refusal of a refund', () => {
  it('that says in its text that the terminal has too little money waits, in the languages of the gateways', () => {
    for (const text of [
      'Insufficient balance for the refund',
      'insufficient-funds',
      'Not enough money',
      'terminal balance is too low',
      'אין מספיק יתרה במסוף לביצוע הזיכוי',
      'יתרה לא מספיקה',
    ])
      expect(refused('7', text), text).toEqual({ ok: false, code: NO_FUNDS, retry: true })
  })

  it('that says something else is for good', () => {
    for (const text of [
      undefined,
      'refund-amount-is-too-large',
      'Refund amount is greater than the original transaction',
      'הסכום גבוה מסכום העסקה',
      'The balance of the transaction was refunded',
    ])
      expect(refused('7', text), text).toEqual({ ok: false, code: '7', retry: false })
  })

  it('waits where the settings name its code at that gateway', () => {
    const { emptyCodes } = readSettings({ REFUND_EMPTY_CODES: 'cardcom:5212,tranzila:61,cardcom:7' }).payments
    expect(emptyCodes).toEqual({ cardcom: ['5212', '7'], tranzila: ['61'] })
    expect(refused('7', 'Refused', emptyCodes['cardcom'])).toMatchObject({ code: NO_FUNDS })
    expect(refused('7', 'Refused', emptyCodes['tranzila'])).toMatchObject({ code: '7' })
    expect(() => readSettings({ REFUND_EMPTY_CODES: '5212' })).toThrow('REFUND_EMPTY_CODES')
  })
})
