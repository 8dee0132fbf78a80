import { expect, it } from 'vitest'
import { orderNoticeOf, ticketNoticeOf } from './notice-state.ts'

const event = (cancelled: boolean) => ({
  starts_at: '2026-12-03T18:00:00Z',
  ends_at: '2026-12-03T21:00:00Z',
  timezone: 'Asia/Jerusalem',
  cancelled,
})
const now = new Date('2026-12-01T10:00:00Z')

const orderOf = (cancelled: boolean) =>
  ({
    uuid: 'u',
    number: '101081',
    total_amount: 149,
    cancellation: { allowed_now: true },
    tickets: [{ status: 'valid' }],
    moved_from: '2026-11-30T18:00:00Z',
    event: event(cancelled),
  }) as Parameters<typeof orderNoticeOf>[0]

it('an event that was cancelled is said with the tickets, and neither its date nor a choice matters any more', () => {
  const offer = { open: true, kind: 'postponed', choice: null, amount: 149, deadline: null } as unknown as Parameters<
    typeof orderNoticeOf
  >[1]
  const notice = orderNoticeOf(orderOf(true), offer, { token: 't', lang: 'he', now })
  expect(notice).toEqual({ cancelled: true, moved: null, offer: null, cancelHref: '' })
  expect(ticketNoticeOf({ moved_from: null, event: event(true) }, 'he', now)).toMatchObject({ cancelled: true })
})

it('an event that takes place on another date says both dates', () => {
  const notice = orderNoticeOf(orderOf(false), undefined, { token: 't', lang: 'he', now })
  expect(notice?.cancelled).toBe(false)
  expect(notice?.moved?.from).not.toBe(notice?.moved?.to)
  expect(ticketNoticeOf({ moved_from: null, event: event(false) }, 'he', now)).toBeUndefined()
})
