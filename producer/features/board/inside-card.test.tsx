import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { GatesCard } from './gates-card.tsx'
import { InsideCard } from './inside-card.tsx'

const START = '2026-12-03T18:00:00.000Z'
const END = '2026-12-03T21:00:00.000Z'

const gate = (name: string, entered: number): GateBoard['gates'][number] => ({
  name,
  entered,
  rate: 0,
  state: 'quiet',
  devices: 1,
  unknown_since: null,
  per_minute: [0, 0],
})

const boardAt = (as_of: string, counters: GateBoard['counters']) =>
  ({
    as_of,
    event: { uuid: '', name: 'ערב', starts_at: START, ends_at: END, timezone: 'Asia/Jerusalem' },
    counters,
    gates: [gate('שער צפון', 40), gate('שער דרום', 12)],
    ticket_types: [],
    refusals: [],
    unknown: null,
  }) as unknown as GateBoard

const show = async (as_of: string, counters: GateBoard['counters']) => {
  const board = boardAt(as_of, counters)
  await renderApp(
    <>
      <InsideCard board={board} />
      <GatesCard board={board} />
    </>,
    { messages: ['gate-board'] },
  )
  return document.body.textContent
}

it('gates that let in more than are inside say that some left or came back', async () => {
  const counters = { total_scanned: 50, total_unscanned: 10, total_tickets: 60, total_inside: 47 }
  expect(await show(START, counters)).toContain('כניסות בכל השערים: 52, כולל מי שיצא ומי שנכנס שוב. בפנים עכשיו: 47.')
})

it('gates that add up to who is inside say nothing of it', async () => {
  const text = await show(START, { total_scanned: 52, total_unscanned: 8, total_tickets: 60 })
  expect(text).not.toContain('בכל השערים')
  expect(screen.getByRole('heading', { name: /בפנים עכשיו/u })).toBeTruthy()
})

it('an event that is over says who came in and who did not, and of nobody that he is inside now', async () => {
  const text = await show(END, { total_scanned: 50, total_unscanned: 10, total_tickets: 60, total_inside: 3 })
  expect(text).not.toContain('בפנים עכשיו')
  expect(screen.getByRole('heading', { name: /נכנסו/u })).toBeTruthy()
  expect(text).toContain('50')
  expect(text).toContain('לא הגיעו')
  expect(text).toContain('כניסות בכל השערים: 52, כולל מי שנכנס שוב. נכנסו: 50.')
})
