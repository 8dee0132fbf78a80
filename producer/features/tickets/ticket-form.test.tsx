import { showEvent } from '@kartis/contract/events.ts'
import {
  createTicketType,
  deleteTicketType,
  orderTicketTypes,
  type TicketType,
  updateTicketType,
} from '@kartis/contract/tickets.ts'
import text from '@kartis/i18n/messages/he/tickets.json'
import eventText from '@kartis/i18n/messages/he/event.json'
import validation from '@kartis/i18n/messages/he/validation.json'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ticketTypesOf } from '../../shared/event-queries.ts'
import { dropDraft, writeDraft } from '../../shared/use-draft.ts'
import { signIn } from '../../testing/admission.ts'
import { renderApp, renderAppHook } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { TicketForm } from './ticket-form.tsx'
import { TicketList } from './ticket-list.tsx'
import { useSortTicketTypes } from './ticket-queries.ts'

const ticket = {
  uuid: 'type-1',
  type: 'regular',
  name: 'כניסה רגילה',
  price: 149,
  sum_total_available: 700,
  info: '',
  purchase_limit: null,
  sale_starts_at: null,
  sale_ends_at: null,
  texts: {},
  sold: 500,
  held: 12,
  can: { edit: true, delete: false },
} as unknown as TicketType

const CONTRACT = {
  handle_fee_cc_percent: 5.1,
  handle_fee_cc_special_percent: 6,
  handle_fee_cc_tourist_percent: 7.55,
  handle_fee_ticket_amount: 1.5,
  ticket_fee_includes_vat: false,
  vat_percent: 18,
}

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
  server.on(createTicketType, () => json({ data: ticket }, 201))
  server.on(updateTicketType, () => json({ data: ticket }))
})

const open = (ticket?: TicketType) =>
  renderApp(<TicketForm event="event-1" zone="Asia/Jerusalem" orderLimit={50} feePayer={undefined} ticket={ticket} />, {
    messages: ['tickets'],
  })
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`, 'u'))
const isInvalid = (label: string) => field(label).getAttribute('aria-invalid') === 'true'

describe('the ticket type form', () => {
  it.each(['9000000000000000', '9'.repeat(40)])('says of a price of %s that it is too high', async (price) => {
    server.on(showEvent, () => json({ data: { accounts_contract: CONTRACT } }))
    writeDraft('ticket:event-1', { price })
    await open()
    await waitFor(() => expect(server.sentTo(showEvent)).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: text.edit.create }))
    expect(await screen.findByText(validation.too_big)).toBeTruthy()
    expect(server.sentTo(createTicketType)).toEqual([])
    dropDraft('ticket:event-1')
  })

  it('creates a type and leads back to the list', async () => {
    const { path } = await open()
    await userEvent.type(field(text.edit.name), 'VIP')
    await userEvent.type(field(text.edit.price), '299.90')
    await userEvent.type(field(text.edit.quantity), '50')
    await userEvent.click(screen.getByRole('button', { name: text.edit.create }))
    await waitFor(() => expect(path()).toBe('/events/event-1/tickets'))
    expect(server.sentTo(createTicketType)[0]?.body).toMatchObject({
      event_uuid: 'event-1',
      name: 'VIP',
      price: 299.9,
      sum_total_available: 50,
    })
  })

  it('asks a producer ticket for no price', async () => {
    await open()
    await userEvent.click(screen.getByLabelText(text.edit.producer))
    expect(screen.queryByLabelText(text.edit.price)).toBeNull()
    await userEvent.type(field(text.edit.name), 'אורחים')
    await userEvent.type(field(text.edit.quantity), '10')
    await userEvent.click(screen.getByRole('button', { name: text.edit.create }))
    await waitFor(() => expect(server.sentTo(createTicketType)[0]?.body).toMatchObject({ type: 'producer', price: 0 }))
  })

  it('does not reduce the stock below sold and held tickets', async () => {
    await open(ticket)
    await userEvent.clear(field(text.edit.quantity))
    await userEvent.type(field(text.edit.quantity), '511')
    await userEvent.click(screen.getByRole('button', { name: text.edit.save }))
    expect(isInvalid(text.edit.quantity)).toBe(true)
    expect(server.sentTo(updateTicketType)).toHaveLength(0)
  })

  it('reports tickets that were sold while the form was open', async () => {
    server.on(updateTicketType, () => refusal('quantity_below_sold', 409))
    await open(ticket)
    await userEvent.clear(field(text.edit.quantity))
    await userEvent.type(field(text.edit.quantity), '512')
    await userEvent.click(screen.getByRole('button', { name: text.edit.save }))
    await screen.findByText(validation.below_sold)
    expect(isInvalid(text.edit.quantity)).toBe(true)
  })

  it('shows API field names at the fields of the form', async () => {
    server.on(updateTicketType, () => refusal('validation', 422, { purchase_limit: ['too_big'] }))
    await open(ticket)
    await userEvent.click(screen.getByRole('button', { name: text.edit.save }))
    await waitFor(() => expect(isInvalid(text.edit.limit)).toBe(true))
  })
})

describe('a quantity', () => {
  const typed = async (label: string, count: string) => {
    await open()
    await userEvent.type(field(label), count)
    return { value: (field(label) as HTMLInputElement).value, error: screen.queryByRole('alert')?.textContent }
  }

  it('is never read as another number: what is no whole number stays and is named', async () => {
    expect(await typed(text.edit.quantity, '1.5')).toEqual({ value: '1.5', error: validation.not_an_integer })
  })

  it('below nothing stays as it was typed and is named', async () => {
    expect(await typed(text.edit.limit, '-3')).toEqual({ value: '-3', error: validation.negative })
  })

  it('of a new type is at least one', async () => {
    await open()
    await userEvent.type(field(text.edit.quantity), '0')
    await userEvent.click(screen.getByRole('button', { name: text.edit.create }))
    await screen.findByText(validation.at_least_one)
    expect(server.sentTo(createTicketType)).toHaveLength(0)
  })
})

describe('the draft of a new ticket type', () => {
  it('whose sale would end in the past is refused at the field', async () => {
    writeDraft('ticket:event-1', {
      name: 'מוקדם',
      price: '10',
      quantity: '5',
      until_day: '2020-01-01',
      until_time: '23:59',
    })
    await open()
    await userEvent.click(screen.getByRole('button', { name: text.edit.create }))
    await screen.findByText(validation.must_be_future)
    expect(server.sentTo(createTicketType)).toHaveLength(0)
    dropDraft('ticket:event-1')
  })

  it('keeps what was typed when the page is loaded again, until the type is created', async () => {
    const first = await open()
    await userEvent.type(field(text.edit.name), 'VIP')
    await userEvent.type(field(text.edit.price), '10')
    first.unmount()
    const second = await open()
    expect(field(text.edit.name)).toHaveProperty('value', 'VIP')
    await userEvent.type(field(text.edit.quantity), '50')
    await userEvent.click(screen.getByRole('button', { name: text.edit.create }))
    await waitFor(() => expect(second.path()).toBe('/events/event-1/tickets'))
    second.unmount()
    await open()
    expect(field(text.edit.name)).toHaveProperty('value', '')
  })

  it('is no draft of a type that exists', async () => {
    const first = await open(ticket)
    await userEvent.type(field(text.edit.name), '!')
    first.unmount()
    await open(ticket)
    expect(field(text.edit.name)).toHaveProperty('value', ticket.name)
  })
})

describe('a card of a ticket type', () => {
  const list = (tickets: TicketType[]) =>
    renderApp(<TicketList event="event-1" orderLimit={50} invited={new Map([[ticket.uuid, 20]])} tickets={tickets} />, {
      messages: ['tickets', 'event'],
    })

  it('names guests apart from what was sold', async () => {
    await list([ticket])
    const sold = text.sold_of.replace('{{sold}}', '480').replace('{{total}}', '700')
    expect(
      await screen.findByText(`${sold} · ${eventText.stats.invited_other.replace('{{figure}}', '20')}`),
    ).toBeDefined()
  })

  it('names the limit of the order where the type has none, or a higher one', async () => {
    const many = { ...ticket, uuid: 'type-2', name: 'יציע', purchase_limit: 80 } as TicketType
    await list([ticket, many])
    expect(screen.getAllByText(text.limit_other.replace('{{count}}', '50'))).toHaveLength(2)
  })

  it('names no larger limit than the number of its tickets', async () => {
    await list([{ ...ticket, sold: 0, sum_total_available: 3 } as TicketType])
    expect(screen.getByText(text.limit_other.replace('{{count}}', '3'))).toBeDefined()
  })
})

describe('deleting the ticket type that is open', () => {
  const own = { ...ticket, sold: 0, held: 0, can: { edit: true, delete: true } } as TicketType
  const gone = async (button: string) => {
    server.on(deleteTicketType, () => json({ data: { done: true } }))
    await userEvent.click(screen.getByRole('button', { name: button }))
    await userEvent.click(await screen.findByRole('button', { name: text.delete.action }))
  }

  it('leads to the list from its form', async () => {
    const { path } = await open(own)
    await gone(text.edit.delete)
    await waitFor(() => expect(path()).toBe('/events/event-1/tickets'))
  })

  it('leads to the list from the list beside the form', async () => {
    const { path } = await renderApp(
      <TicketList event="event-1" orderLimit={50} invited={new Map()} tickets={[own]} current={own.uuid} />,
      {
        messages: ['tickets', 'event'],
      },
    )
    await gone(text.delete.label.replace('{{name}}', own.name))
    await waitFor(() => expect(path()).toBe('/events/event-1/tickets'))
  })
})

describe('useSortTicketTypes', () => {
  const types = ['a', 'b', 'c'].map((uuid) => ({ uuid }) as TicketType)
  const key = ticketTypesOf('event-1').queryKey

  it('shows the new order at once and restores the old one after a refusal', async () => {
    let refuse = (): void => undefined
    server.on(
      orderTicketTypes,
      () => new Promise<Response>((resolve) => (refuse = () => resolve(refusal('conflict', 409)))),
    )
    const { result, queries } = await renderAppHook(() => useSortTicketTypes('event-1'))
    queries.setQueryData(key, types)
    const shown = () => queries.getQueryData(key)?.map(({ uuid }) => uuid)
    act(() => result.current.mutate(['c', 'a', 'b']))
    await waitFor(() => expect(shown()).toEqual(['c', 'a', 'b']))
    await waitFor(() => expect(server.sentTo(orderTicketTypes)).toHaveLength(1))
    refuse()
    await waitFor(() => expect(shown()).toEqual(['a', 'b', 'c']))
  })
})
