import { describe, expect, it } from 'vitest'
import {
  canMoveTransfer,
  offerExpiresAt,
  offerStateAt,
  reasonAgainstOffer,
  reasonAgainstTicket,
  TICKET_TRANSFER_STATES,
} from './ticket-transfer.ts'

const NOW = new Date('2026-12-01T10:00:00Z')
const at = (hours: number): Date => new Date(NOW.getTime() + hours * 3_600_000)

const ticket = { isSold: true, status: 'valid', isRedeemed: false, revision: 0 } as const
const event = { status: 'published', startsAt: at(100) }
const offer = { state: 'offered', expiresAt: at(48), revision: 0 } as const

describe('the transfer of a ticket', () => {
  it('moves from an offer once, and from nowhere else', () => {
    for (const from of TICKET_TRANSFER_STATES)
      for (const to of TICKET_TRANSFER_STATES)
        expect(canMoveTransfer(from, to)).toBe(from === 'offered' && to !== 'offered')
  })

  it('is offered for two days, and at the latest until the event starts', () => {
    expect(offerExpiresAt(NOW, at(100))).toEqual(at(48))
    expect(offerExpiresAt(NOW, at(5))).toEqual(at(5))
  })

  it('is refused for a ticket that was cancelled or scanned, and once its event has started or was cancelled', () => {
    expect(reasonAgainstTicket(ticket, event, NOW)).toBeUndefined()
    expect(reasonAgainstTicket({ ...ticket, isSold: false }, event, NOW)).toBe('cancelled')
    expect(reasonAgainstTicket({ ...ticket, status: 'cancelled' }, event, NOW)).toBe('cancelled')
    expect(reasonAgainstTicket({ ...ticket, isRedeemed: true }, event, NOW)).toBe('scanned')
    expect(reasonAgainstTicket(ticket, { ...event, status: 'archived' }, NOW)).toBe('event')
    expect(reasonAgainstTicket(ticket, event, at(100))).toBe('event')
  })

  it('says why an offer cannot be accepted', () => {
    expect(reasonAgainstOffer(offer, ticket, event, NOW)).toBeUndefined()
    expect(reasonAgainstOffer({ ...offer, state: 'accepted' }, { ...ticket, isRedeemed: true }, event, NOW)).toBe(
      'accepted',
    )
    expect(reasonAgainstOffer({ ...offer, state: 'withdrawn' }, ticket, event, NOW)).toBe('withdrawn')
    expect(reasonAgainstOffer(offer, ticket, event, at(48))).toBe('expired')
    expect(reasonAgainstOffer(offer, { ...ticket, isRedeemed: true }, event, NOW)).toBe('scanned')
  })

  it('ends when its ticket is issued anew, because the codes were in the wrong hands', () => {
    expect(offerStateAt(offer, { revision: 1 }, NOW)).toBe('withdrawn')
    expect(offerStateAt({ ...offer, state: 'accepted' }, { revision: 1 }, NOW)).toBe('accepted')
  })
})
