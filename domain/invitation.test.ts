import { describe, expect, test } from 'vitest'
import { INVITE_PREFIXES, invitationReasons, inviteDigits, invitePhone, isInviteNumber } from './invitation.ts'

describe('the phone of a recipient', () => {
  test('has a prefix and exactly seven digits, ignoring other characters', () => {
    expect(inviteDigits(' 234-56x78')).toBe('2345678')
    expect(isInviteNumber('234-5678')).toBe(true)
    expect(isInviteNumber('234-567')).toBe(false)
    expect(isInviteNumber('234-56789')).toBe(false)
  })

  test.each(INVITE_PREFIXES)('prefix %s and seven digits are a valid phone', (prefix) => {
    expect(invitePhone(prefix, '234-5678')).toMatchObject({ ok: true, e164: `+972${prefix.slice(1)}2345678` })
  })

  test('other lengths and prefixes are refused', () => {
    expect(invitePhone('050', '123')).toEqual({ ok: false, reason: 'invalid_phone' })
    expect(invitePhone('056', '1234567')).toEqual({ ok: false, reason: 'phone_not_allowed' })
  })
})

describe('invitationReasons', () => {
  const valid = {
    recipient: { name: 'דנה כהן', phone: '050-234-5678' },
    items: [{ events_ticket_uuid: 'a', quantity: 2 }],
  }

  test('an invitation with a name, a phone and a ticket has no reasons', () => {
    expect(invitationReasons(valid)).toEqual({})
  })

  test.each([
    [{ recipient: { name: '', phone: '0502345678' } }, { 'recipient.name': ['required'] }],
    [{ recipient: { name: 'ד', phone: '0502345678' } }, { 'recipient.name': ['invalid_name'] }],
    [{ recipient: { name: 'דנה 12', phone: '0502345678' } }, { 'recipient.name': ['invalid_name'] }],
    [{ recipient: { name: 'דנה', phone: '0502345678' } }, {}],
    [{ recipient: { name: 'דנה כהן', phone: '' } }, { 'recipient.phone': ['required'] }],
    [{ recipient: { name: 'דנה כהן', phone: '2345678' } }, { 'recipient.phone': ['invalid_phone'] }],
    [{ items: [] }, { items: ['no_tickets'] }],
    [{ items: [{ events_ticket_uuid: 'a', quantity: 0 }] }, { items: ['no_tickets'] }],
  ])('reports the invalid fields of %o', (changes, reasons) => {
    expect(invitationReasons({ ...valid, ...changes })).toEqual(reasons)
  })
})
