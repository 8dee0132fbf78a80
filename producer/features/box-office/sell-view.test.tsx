import {
  abandonSale,
  type BoxOfficeEvent,
  listBoxOfficeEvents,
  paySale,
  sell,
  showSale,
} from '@kartis/contract/box-office.ts'
import { listRegisters } from '@kartis/contract/registers.ts'
import text from '@kartis/i18n/messages/he/box-office.json'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import type { Register } from './register-queries.ts'
import { RegisterScreen } from './register-screen.tsx'
import { SellView } from './sell-view.tsx'

const type = (uuid: string, price: number, more: Partial<BoxOfficeEvent['types'][number]> = {}) => ({
  uuid,
  name: `סוג ${uuid}`,
  info: '',
  price,
  left: 50,
  purchase_limit: null,
  sale_state: 'on_sale',
  sale_starts_at: null,
  ...more,
})

const event = {
  uuid: 'event-1',
  name: 'לילה לבן',
  kind: 'tickets',
  starts_at: '2026-12-17T19:00:00Z',
  ends_at: '2026-12-17T22:00:00Z',
  timezone: 'Asia/Jerusalem',
  place: '',
  order_limit: 4,
  types: [type('a', 149.9), type('b', 20), type('free', 0)],
}

const saleOf = (state: string, more: object = {}) => ({
  uuid: 'sale-1',
  number: '100200',
  state,
  event,
  method: 'terminal',
  total_amount: 149.9,
  change: null,
  tickets_count: 1,
  items: [],
  buyer: { name: null, phone: null },
  payment: null,
  reader: null,
  can: { undo: true, send: false, print: false },
  ...more,
})

const register = (terminal: string | null) => ({ device: { uuid: 'd', terminal }, shift: { uuid: 's' } }) as Register

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
  server.on(listBoxOfficeEvents, () =>
    json({ data: [event], meta: { current_page: 1, per_page: 100, total: 1, last_page: 1 } }),
  )
})

const open = async (terminal: string | null = 'main') => {
  await renderApp(<SellView register={register(terminal)} />, { messages: ['box-office'] })
  await screen.findByText('סוג a')
}
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const bodyOf = (endpoint: typeof sell | typeof paySale) => server.sentTo(endpoint).map(({ body }) => body)
const cart = () => within(screen.getByText(text.sell.basket).closest('section') ?? document.body)

describe('the sales view of a register', () => {
  it('sells for cash by keyboard alone: digits add, F8 opens the cash dialog, Enter confirms', async () => {
    server.on(sell, () => json({ data: saleOf('paid', { method: 'cash', change: 50.2 }) }, 201))
    server.on(showSale, () => json({ data: saleOf('paid', { method: 'cash', change: 50.2 }) }))
    await open()
    press('1')
    press('1')
    press('2')
    press('Backspace')
    press('F8')
    const received = await screen.findByLabelText(text.cash.given)
    await userEvent.type(received, '350{Enter}')
    await waitFor(() => expect(bodyOf(sell)).toHaveLength(1))
    expect(bodyOf(sell)[0]).toEqual({
      event_uuid: 'event-1',
      items: [{ events_ticket_uuid: 'a', quantity: 2 }],
      total_amount: 299.8,
      method: 'cash',
      received: 350,
    })
    await screen.findByText(text.done.change)
  })

  it('has its cart as it was after another view of the register was open, where its keys do nothing', async () => {
    const paired = { ...register('main'), seller: 'נועה' }
    Object.assign(paired.device, { service: 'sale', branch: 'קופה', label: 'ראשית' })
    server.on(listRegisters, () => json({ data: [], meta: { current_page: 1, per_page: 100, total: 0, last_page: 1 } }))
    await renderApp(<RegisterScreen register={paired} />, { messages: ['box-office'] })
    await screen.findByText('סוג a')
    press('1')
    press('1')
    expect(cart().getByText('2')).toBeDefined()
    press('F6')
    for (const key of ['1', 'Escape']) press(key)
    press('F2')
    expect(cart().getByText('2')).toBeDefined()
  })

  it('sends no request for too little cash', async () => {
    await open()
    press('1')
    press('F8')
    await userEvent.type(await screen.findByLabelText(text.cash.given), '100{Enter}')
    expect(screen.getByText(text.cash.short)).toBeDefined()
    expect(bodyOf(sell)).toHaveLength(0)
  })

  it('issues free tickets without asking for money', async () => {
    server.on(sell, () => json({ data: saleOf('paid', { total_amount: 0 }) }, 201))
    server.on(showSale, () => json({ data: saleOf('paid', { total_amount: 0 }) }))
    await open()
    press('3')
    expect(screen.getByText(text.sell.free)).toBeDefined()
    press('Enter')
    await waitFor(() => expect(bodyOf(sell)).toMatchObject([{ total_amount: 0, method: 'cash' }]))
  })

  it('sends the sum and the buyer’s phone to the card terminal', async () => {
    server.on(sell, () => json({ data: saleOf('waiting') }, 201))
    server.on(showSale, () => json({ data: saleOf('waiting') }))
    await open()
    press('1')
    await userEvent.type(screen.getByLabelText(new RegExp(text.sell.phone, 'u')), '0501234567')
    press('F9')
    await screen.findByText(text.reader.waiting)
    expect(bodyOf(sell)).toMatchObject([{ method: 'terminal', total_amount: 149.9, buyer: { phone: '0501234567' } }])
  })

  it('has no card payment on a register without a terminal', async () => {
    await open(null)
    press('1')
    expect(screen.queryByText(text.sell.card)).toBeNull()
    press('F9')
    expect(bodyOf(sell)).toHaveLength(0)
  })

  it('stops at the limit of the order and says so', async () => {
    await open()
    for (let count = 0; count < 6; count += 1) press('2')
    expect(cart().getByText('4')).toBeDefined()
    expect(cart().getByRole('alert').textContent).toContain('4')
  })

  it('takes cash for a declined card without selling again', async () => {
    server.on(sell, () => json({ data: saleOf('declined') }, 201))
    server.on(showSale, () => json({ data: saleOf('declined') }))
    server.on(paySale, () => json({ data: saleOf('paid', { method: 'cash' }) }))
    await open()
    press('1')
    press('F9')
    await userEvent.click(await screen.findByText(text.reader.cash))
    await userEvent.click(await screen.findByText(text.cash.go))
    await waitFor(() => expect(bodyOf(paySale)).toEqual([{ method: 'cash', received: 149.9 }]))
    expect(bodyOf(sell)).toHaveLength(1)
  })

  it('keeps the cart when a card payment is given up', async () => {
    server.on(sell, () => json({ data: saleOf('waiting') }, 201))
    server.on(showSale, () => json({ data: saleOf('waiting') }))
    server.on(abandonSale, () => {
      server.on(showSale, () => json({ data: saleOf('ended') }))
      return json({ data: saleOf('ended') })
    })
    await open()
    press('1')
    press('F9')
    await userEvent.click(await screen.findByText(text.reader.give_up))
    await waitFor(() => expect(screen.queryByText(text.reader.waiting)).toBeNull())
    expect(cart().getByText('סוג a')).toBeDefined()
  })

  it.each([text.sell.cash, text.sell.card])('refuses a wrong phone before money changes hands: %s', async (button) => {
    await renderApp(<SellView register={register('terminal-1')} />, { messages: ['box-office'] })
    await userEvent.click(await screen.findByRole('button', { name: /סוג a/u }))
    const phone = screen.getByLabelText(new RegExp(text.sell.phone, 'u'))
    await userEvent.type(phone, '7712345')
    expect(phone.getAttribute('aria-invalid')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(phone.getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByLabelText(text.cash.given)).toBeNull()
    expect(server.sentTo(sell)).toEqual([])
  })

  it('marks the phone that the server refused', async () => {
    server.on(sell, () => refusal('validation', 422, { 'buyer.phone': ['invalid_phone'] }))
    await open()
    press('3')
    const phone = screen.getByLabelText(new RegExp(text.sell.phone, 'u'))
    await userEvent.type(phone, '0501234567')
    press('F8')
    await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'))
  })

  it('empties the cart with Escape', async () => {
    await open()
    press('1')
    press('Escape')
    expect(cart().getByText(text.sell.empty)).toBeDefined()
  })
})
