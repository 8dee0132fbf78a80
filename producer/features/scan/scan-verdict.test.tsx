import type { Event } from '@kartis/contract/events.ts'
import text from '@kartis/i18n/messages/he/gate.json'
import { createStore } from '@kartis/ui/components/store.ts'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { offline } from '../../shared/connection.ts'
import { renderApp } from '../../testing/render.tsx'
import { ScanVerdict } from './scan-verdict.tsx'
import type { Overlay } from './use-overlay.ts'

const event = { uuid: 'event-1', name: 'לילה לבן', timezone: 'Asia/Jerusalem' } as Event
const ticket = { uuid: 'ticket-1', number: '101081-2', name: 'כניסה רגילה', holder: 'נועה' }
const entry = {
  scanUuid: 'scan-1',
  ticketUuid: ticket.uuid,
  number: ticket.number,
  holder: ticket.holder,
  name: ticket.name,
  at: new Date().toISOString(),
}

const counters = { total_scanned: 7, total_unscanned: 3, total_tickets: 10 }
const entered: Overlay = { state: 'success', direction: 'entry', decidedBy: 'server', ticket, counters, entry }

beforeEach(() => offline.write(false))

interface Shown {
  readonly overlay?: Overlay
  readonly mayUndo?: boolean
  readonly isAgain?: boolean
  readonly isUndone?: boolean
}

const show = async ({ overlay = entered, mayUndo = false, isAgain = false, isUndone = true }: Shown = {}) => {
  const shown = isAgain && overlay.state === 'success' ? { ...overlay, entry: { ...entry, isAgain } } : overlay
  const scanned = {
    overlay: createStore<Overlay | undefined>(shown),
    retry: vi.fn(),
    override: vi.fn(),
    hold: vi.fn(),
    close: vi.fn(),
    forget: vi.fn(),
  }
  const run = vi.fn(async () => isUndone)
  await renderApp(
    <ScanVerdict
      event={event}
      scanned={scanned}
      list={() => undefined}
      isEarly={false}
      undo={{ isAllowed: mayUndo, isPending: false, run }}
      onOrder={vi.fn()}
    />,
    { messages: ['gate', 'scan'] },
  )
  return { scanned, run }
}
const undoButton = () => screen.queryByRole('button', { name: text.undo.action, hidden: true })

describe('the result of an entry', () => {
  it('lets whoever scanned take the entry back while it is shown, and stays for the question', async () => {
    const { scanned, run } = await show()
    await act(async () => undoButton()?.click())
    expect(scanned.hold).toHaveBeenCalledOnce()
    expect(run).toHaveBeenCalledWith({ uuid: ticket.uuid, name: 'נועה', number: ticket.number, own: entry })
    expect(scanned.forget).toHaveBeenCalledWith(ticket.uuid)
    expect(scanned.close).toHaveBeenCalledOnce()
  })

  it('leaves the entry in the list where it was not taken back', async () => {
    const { scanned } = await show({ isUndone: false })
    await act(async () => undoButton()?.click())
    expect(scanned.forget).not.toHaveBeenCalled()
    expect(scanned.close).toHaveBeenCalledOnce()
  })

  it('of a ticket that had entered before is taken back by leads only, with a network', async () => {
    const { run } = await show({ isAgain: true, mayUndo: true })
    await act(async () => undoButton()?.click())
    expect(run).toHaveBeenCalledWith({ uuid: ticket.uuid, name: 'נועה', number: ticket.number, own: undefined })
  })

  it('of a ticket that had entered before is not taken back by a helper or without a network', async () => {
    await show({ isAgain: true })
    expect(undoButton()).toBeNull()
    document.body.replaceChildren()
    offline.write(true)
    await show({ isAgain: true, mayUndo: true })
    expect(undoButton()).toBeNull()
  })

  it('has nothing to take back where it is an exit or a ticket that was not read', async () => {
    await show({ overlay: { ...entered, direction: 'exit', entry: undefined } })
    expect(undoButton()).toBeNull()
    document.body.replaceChildren()
    await show({ overlay: { state: 'again' } })
    expect(undoButton()).toBeNull()
  })
})
