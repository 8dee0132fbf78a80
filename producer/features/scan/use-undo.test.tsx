import 'fake-indexeddb/auto'
import { undoScan } from '@kartis/contract/admission.ts'
import { pendingQuestion } from '@kartis/ui/components/confirm.ts'
import { toasts } from '@kartis/ui/components/toast.ts'
import { act, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EVENT, signIn, ticketUuid } from '../../testing/admission.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { useUndo } from './use-undo.ts'

const counters = { total_scanned: 0, total_unscanned: 1, total_tickets: 1 }
const GUEST = { state: 'success' }

/** Takes an entry back while this is on the screen before, and that afterwards; returns what was said of it. */
const undone = async (before: unknown, after: unknown) => {
  signIn()
  const server = stubServer()
  let shown = before
  server.on(undoScan, () => {
    shown = after
    return json({ data: { ticket: {}, scan_statistics: counters } })
  })
  const { result } = await renderAppHook(
    () =>
      useUndo(
        EVENT,
        () => undefined,
        vi.fn(),
        true,
        () => shown,
      ),
    { messages: ['gate'] },
  )
  const running = result.current.run({ uuid: ticketUuid(0), name: 'דנה', number: '1042-1' })
  await waitFor(() => expect(pendingQuestion.read()).toBeDefined())
  await act(async () => pendingQuestion.read()?.answer('action'))
  await act(async () => expect(await running).toBe(true))
  return toasts.read().map(({ text }) => text)
}

it('an undoing says so on the page and over its own result, never over that of the next guest', async () => {
  expect(await undone(undefined, undefined)).toEqual([expect.stringContaining('דנה')])
  expect(await undone(GUEST, GUEST)).toEqual([expect.stringContaining('דנה')])
  expect(await undone(undefined, GUEST)).toEqual([])
})

it('the entry of a ticket without the name of a guest is undone by its number', async () => {
  signIn()
  stubServer().on(undoScan, () => json({ data: { ticket: {}, scan_statistics: counters } }))
  const { result } = await renderAppHook(() => useUndo(EVENT, () => undefined, vi.fn(), true), { messages: ['gate'] })
  const running = result.current.run({ uuid: ticketUuid(0), name: undefined, number: '1042-1' })
  await waitFor(() => expect(pendingQuestion.read()?.title).toContain('כרטיס ⁨1042-1⁩'))
  await act(async () => pendingQuestion.read()?.answer('action'))
  await act(async () => expect(await running).toBe(true))
  expect(toasts.read().at(-1)?.text).toContain('כרטיס ⁨1042-1⁩')
})
