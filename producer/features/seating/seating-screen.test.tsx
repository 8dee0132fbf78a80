import { putSeating, showSeating } from '@kartis/contract/event-seating.ts'
import { showEvent } from '@kartis/contract/events.ts'
import { deleteTicketType, listTicketTypes, updateTicketType } from '@kartis/contract/tickets.ts'
import { showMapEdition } from '@kartis/contract/venue-map-drafts.ts'
import text from '@kartis/i18n/messages/he/seating.json'
import components from '@kartis/i18n/messages/he/components.json'
import validation from '@kartis/i18n/messages/he/validation.json'
import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { toasts } from '@kartis/ui/components/toast.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { signIn } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../../testing/server.ts'
import { categoriesOf } from './price-table.ts'
import { SeatingScreen } from './seating-screen.tsx'

const [front, back] = categoriesOf(theatre(), 'he')
const types = [front, back].map((category, index) => ({
  uuid: `type-${index}`,
  name: category?.name,
  price: 100,
  sum_total_available: category?.places,
}))
const seating = {
  venues_map_uuid: 'map-1',
  edition: 1,
  newest_edition: 1,
  rules: { orphans: 'gentle', pick: 'both' },
  prices: [front, back].map((category, index) => ({ category: category?.key, events_ticket_uuid: `type-${index}` })),
  categories: [],
  has_sales: false,
  openings: [],
}

let server: StubServer
beforeEach(() => {
  signIn()
  server = stubServer()
  server.on(showEvent, () => json({ data: { name: 'לילה', kind: 'seats', missing: [], settings: {} } }))
  server.on(showSeating, () => json({ data: seating }))
  server.on(listTicketTypes, () => json({ data: types, meta: {} }))
  server.on(showMapEdition, () => json({ data: { document: theatre() } }))
  server.on(putSeating, () => json({ data: seating }))
  server.on(deleteTicketType, () => new Response(null, { status: 204 }))
})

/** The price of the first category. */
const open = async () => {
  await renderApp(<SeatingScreen />, {
    messages: ['seating'],
    route: '/events/$uuid/seating',
    at: '/events/event-1/seating',
  })
  return screen.findByRole('textbox', { name: new RegExp(`^${front?.label}`, 'u') })
}
const save = () => userEvent.click(screen.getByRole('button', { name: text.save }))

it('a price that no ticket may have is refused in its cell before anything is sent', async () => {
  fireEvent.change(await open(), { target: { value: '9000000' } })
  await save()
  expect(screen.getByText(validation.too_big)).toBeTruthy()
  expect(toasts.read()).toMatchObject([{ text: text.wrong_price }])
  expect(server.sentTo(updateTicketType)).toEqual([])
})

it('what the server refuses of a price stands in its cell until another one is typed', async () => {
  server.on(updateTicketType, () => refusal('validation', 422, { price: ['too_big'] }))
  const field = await open()
  fireEvent.change(field, { target: { value: '90000' } })
  await save()
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(validation.too_big)).toHaveLength(1)
  fireEvent.change(field, { target: { value: '900' } })
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

it('a price that was emptied takes its ticket type off after a question only', async () => {
  fireEvent.change(await open(), { target: { value: '' } })
  await save()
  await userEvent.click(await screen.findByRole('button', { name: components.back }))
  expect(server.sentTo(putSeating)).toEqual([])
  await save()
  await userEvent.click(await screen.findByRole('button', { name: text.removal.action }))
  await waitFor(() => expect(server.sentTo(deleteTicketType)).toHaveLength(1))
})
