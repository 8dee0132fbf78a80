import type { Event } from '@kartis/contract/events.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { gateName } from '../../shared/check-in/device.ts'
import { renderApp } from '../../testing/render.tsx'
import { GateQuestion } from './gate-question.tsx'

const eventWith = (...gates: string[]) =>
  ({
    uuid: 'event-1',
    settings: { gates: gates.map((name) => ({ name, events_ticket_uuids: [] })) },
  }) as unknown as Event

const onChosen = vi.fn()
const show = (event: Event, fixedGate?: string) =>
  renderApp(<GateQuestion event={event} fixedGate={fixedGate} onChosen={onChosen} />, { messages: ['gate-devices'] })
const question = () => screen.queryByRole('dialog', { name: 'באיזה שער הטלפון הזה?' })

beforeEach(() => {
  localStorage.clear()
  onChosen.mockClear()
  history.replaceState(null, '', '/gate/scan')
})

it('a phone that joined before the event had gates is asked once at which of them it stands', async () => {
  const gates = eventWith('שער צפון', 'שער דרום')
  const { unmount } = await show(gates)
  await userEvent.click(screen.getByRole('button', { name: 'שער דרום' }))
  expect([gateName(), onChosen.mock.calls.length]).toEqual(['שער דרום', 1])
  unmount()
  await show(gates)
  expect(question()).toBeNull()
})

it('a phone that stands at no gate is not asked again, and one whose gate is gone is', async () => {
  const first = await show(eventWith('שער צפון', 'שער דרום'))
  await userEvent.click(screen.getByRole('button', { name: 'בלי שער קבוע' }))
  first.unmount()
  const second = await show(eventWith('שער צפון', 'שער דרום', 'VIP'))
  expect([gateName(), question()]).toEqual(['', null])
  second.unmount()
  localStorage.clear()
  const third = await show(eventWith('שער צפון', 'שער דרום'))
  await userEvent.click(screen.getByRole('button', { name: 'שער צפון' }))
  third.unmount()
  await show(eventWith('שער 1', 'שער 2'))
  expect(question()).not.toBeNull()
})

it('nobody is asked at an event of one gate, on a phone whose link names its gate, or with an account', async () => {
  for (const [event, fixed] of [
    [eventWith('שער צפון'), undefined],
    [eventWith('שער צפון', 'שער דרום'), 'שער צפון'],
  ] as const) {
    const { unmount } = await show(event, fixed)
    expect(question()).toBeNull()
    unmount()
  }
  history.replaceState(null, '', '/events/1/scan-tickets')
  await show(eventWith('שער צפון', 'שער דרום'))
  expect(question()).toBeNull()
})

it('where the event lists no gates, those of its hall are asked about', async () => {
  const event = { uuid: 'event-1', settings: {}, seat_gates: ['10', '9'] } as unknown as Event
  await show(event)
  expect(question()).not.toBeNull()
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.filter((name) => ['9', '10'].includes(name ?? ''))).toEqual(['9', '10'])
  await userEvent.click(screen.getByRole('button', { name: '10' }))
  expect(gateName()).toBe('10')
})
