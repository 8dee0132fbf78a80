import { type Event, updateEvent } from '@kartis/contract/events.ts'
import text from '@kartis/i18n/messages/he/gate.json'
import { pendingQuestion } from '@kartis/ui/components/confirm.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { LanesCard } from './lanes-card.tsx'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** An event whose entrances open in so many hours. */
const show = async (opens: number, check_in: NonNullable<Event['settings']>['check_in'] = { offline: 'trust' }) => {
  const event = {
    uuid: '00000000-0000-4000-8000-000000000001',
    starts_at: inHours(opens + 1),
    ends_at: inHours(opens + 4),
    timezone: 'Asia/Jerusalem',
    settings: { doors_at: inHours(opens), check_in },
  } as Event
  const server = stubServer()
  server.on(updateEvent, () => json({ data: event }))
  await renderApp(<LanesCard event={event} />, { messages: ['gate'] })
  return () => server.requests.filter(({ method }) => method === 'PUT' || method === 'PATCH').length
}

afterEach(() => act(() => pendingQuestion.read()?.answer('stay')))

it('turning lanes on while people enter says first what changes at the phones and when', async () => {
  const sent = await show(-1)
  fireEvent.click(await screen.findByText(text.offline.lanes))
  await waitFor(() => expect(pendingQuestion.read()?.title).toBe(text.offline.question.lanes.title))
  expect(pendingQuestion.read()?.text).toContain(text.offline.question.when)
  expect(sent()).toBe(0)
  await act(async () => pendingQuestion.read()?.answer('action'))
  await waitFor(() => expect(sent()).toBe(1))
})

it('whoever answers no has changed nothing', async () => {
  const sent = await show(-1)
  fireEvent.click(await screen.findByText(text.offline.lanes))
  await waitFor(() => expect(pendingQuestion.read()).toBeDefined())
  await act(async () => pendingQuestion.read()?.answer('stay'))
  expect(sent()).toBe(0)
})

it('another number of lanes while people enter is a question too', async () => {
  const sent = await show(-1, { offline: 'lanes', lanes: 2 })
  fireEvent.change(await screen.findByLabelText(text.offline.count), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: text.offline.save }))
  await waitFor(() => expect(pendingQuestion.read()?.title).toBe(text.offline.question.count.title))
  expect(sent()).toBe(0)
})

it('before the entrances open nothing is to be said', async () => {
  const sent = await show(2)
  fireEvent.click(await screen.findByText(text.offline.lanes))
  await waitFor(() => expect(sent()).toBe(1))
  expect(pendingQuestion.read()).toBeUndefined()
})
