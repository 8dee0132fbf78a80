import { type Coupon, createCoupon, deleteCoupon, updateCoupon } from '@kartis/contract/coupons.ts'
import { listTicketTypes } from '@kartis/contract/tickets.ts'
import text from '@kartis/i18n/messages/he/coupons.json'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { CouponForm } from './coupon-form.tsx'

const coupon = {
  uuid: 'coupon-1',
  code: 'SUMMER',
  kind: 'percent',
  value: 20,
  events_ticket_uuids: ['t1'],
  max_uses: 50,
  max_tickets: null,
  starts_at: null,
  ends_at: null,
  used: 10,
  held: 2,
} as unknown as Coupon

const type = (uuid: string, kind = 'regular') => ({ uuid, name: `סוג ${uuid}`, type: kind })

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
  server.on(listTicketTypes, () => json({ data: [type('t1'), type('t2'), type('t3', 'producer')], meta: {} }))
  server.on(createCoupon, () => json({ data: coupon }, 201))
  server.on(updateCoupon, () => json({ data: coupon }))
})

const open = (coupon?: Coupon) =>
  renderApp(<CouponForm event="event-1" zone="Asia/Jerusalem" coupon={coupon} />, { messages: ['coupons'] })
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`, 'u'))

describe('the coupon form', () => {
  it('creates a coupon for the chosen ticket types', async () => {
    const { path } = await open()
    await userEvent.type(field(text.edit.code), 'winter10')
    await userEvent.click(screen.getByLabelText(text.edit.amount))
    await userEvent.type(field(text.edit.value_amount), '12.50')
    await userEvent.click(await screen.findByLabelText('סוג t2'))
    await userEvent.click(screen.getByRole('button', { name: text.edit.create }))
    await waitFor(() => expect(path()).toBe('/events/event-1/coupons'))
    expect(server.sentTo(createCoupon)[0]?.body).toMatchObject({
      event_uuid: 'event-1',
      code: 'winter10',
      kind: 'amount',
      value: 12.5,
      events_ticket_uuids: ['t2'],
    })
  })

  it('does not offer producer tickets', async () => {
    await open()
    await screen.findByLabelText('סוג t1')
    expect(screen.queryByLabelText('סוג t3')).toBeNull()
  })

  it('is not sent without a code and a value', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: text.edit.create }))
    expect(field(text.edit.code).getAttribute('aria-invalid')).toBe('true')
    expect(server.sentTo(createCoupon)).toHaveLength(0)
  })

  it('does not limit a coupon below its uses', async () => {
    await open(coupon)
    await userEvent.clear(field(text.edit.max_uses))
    await userEvent.type(field(text.edit.max_uses), '11')
    await userEvent.click(screen.getByRole('button', { name: text.edit.save }))
    expect(field(text.edit.max_uses).getAttribute('aria-invalid')).toBe('true')
    expect(server.sentTo(updateCoupon)).toHaveLength(0)
  })

  it('marks the field that the server refused', async () => {
    server.on(updateCoupon, () => refusal('validation', 422, { code: ['taken'] }))
    await open(coupon)
    await userEvent.click(screen.getByRole('button', { name: text.edit.save }))
    await waitFor(() => expect(field(text.edit.code).getAttribute('aria-invalid')).toBe('true'))
  })

  it('deletes a coupon after a confirmation', async () => {
    server.on(deleteCoupon, () => new Response(null, { status: 204 }))
    const { path } = await open(coupon)
    await userEvent.click(screen.getByRole('button', { name: text.edit.delete }))
    expect(server.sentTo(deleteCoupon)).toHaveLength(0)
    await userEvent.click(await screen.findByRole('button', { name: text.delete.action }))
    await waitFor(() => expect(path()).toBe('/events/event-1/coupons'))
  })
})
