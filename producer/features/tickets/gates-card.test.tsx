import { type Event, updateEvent } from '@kartis/contract/events.ts'
import text from '@kartis/i18n/messages/he/gate.json'
import { pendingQuestion } from '@kartis/ui/components/confirm.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { GatesCard } from './gates-card.tsx'

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** An event with two gates, whose entrances open in so many hours; the second lane goes to the second gate. */
const moveLane = async (opens: number) => {
  const event = {
    uuid: '00000000-0000-4000-8000-000000000001',
    starts_at: inHours(opens + 1),
    ends_at: inHours(opens + 4),
    timezone: 'Asia/Jerusalem',
    seat_gates: [] as readonly string[],
    settings: {
      doors_at: inHours(opens),
      check_in: { offline: 'lanes', lanes: 2 },
      gates: [
        { name: 'צפון', events_ticket_uuids: [], lanes: [1] },
        { name: 'דרום', events_ticket_uuids: [] },
      ],
    },
  } as unknown as Event
  const server = stubServer()
  server.on(updateEvent, () => json({ data: event }))
  await renderApp(<GatesCard event={event} tickets={[]} />, { messages: ['gate'] })
  const second = (await screen.findAllByLabelText(/2/u)).at(-1)
  if (!second) throw new Error('there is no second lane')
  fireEvent.click(second)
  fireEvent.click(await screen.findByRole('button', { name: text.gates.save }))
  return () => server.requests.filter(({ method }) => method === 'PUT' || method === 'PATCH').length
}

afterEach(() => act(() => pendingQuestion.read()?.answer('stay')))

it('other lanes of a gate while people are entering are a question, as another number of lanes is', async () => {
  const sent = await moveLane(-1)
  await waitFor(() => expect(pendingQuestion.read()?.title).toBe(text.offline.question.gates.title))
  expect(pendingQuestion.read()?.text).toContain(text.offline.question.when)
  expect(sent()).toBe(0)
  await act(async () => pendingQuestion.read()?.answer('stay'))
  expect(sent()).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: text.gates.save }))
  await waitFor(() => expect(pendingQuestion.read()).toBeDefined())
  await act(async () => pendingQuestion.read()?.answer('action'))
  await waitFor(() => expect(sent()).toBe(1))
})

it('before the entrances open the lanes of a gate change without a question', async () => {
  const sent = await moveLane(2)
  await waitFor(() => expect(sent()).toBe(1))
  expect(pendingQuestion.read()).toBeUndefined()
})
