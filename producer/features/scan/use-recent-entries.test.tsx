import { act } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { forgetRecentEntries } from '../../shared/check-in/recent-entries.ts'
import { recordFullLoad } from '../../shared/offline/last-contact.ts'
import { EVENT, OTHER_EVENT, scanUuid, signIn, ticketUuid, USER } from '../../testing/admission.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { useRecentEntries } from './use-recent-entries.ts'

const entry = (index: number) => ({
  scanUuid: scanUuid(index),
  ticketUuid: ticketUuid(index),
  number: `101081-${index}`,
  holder: 'נועה ברקן',
  name: 'כניסה',
  at: '2026-12-03T18:00:00.000Z',
})

beforeEach(() => {
  localStorage.clear()
  signIn()
})

const opened = async (event = EVENT) => (await renderAppHook(() => useRecentEntries(event))).result
const numbers = ({ current }: Awaited<ReturnType<typeof opened>>) => current.admitted.map(({ number }) => number)

it('the entries of a device are there after a reload, without the names of guests, until they are undone', async () => {
  const before = await opened()
  act(() => before.current.note([entry(1), entry(2)]))
  expect(before.current.admitted.map(({ holder }) => holder)).toEqual(['נועה ברקן', 'נועה ברקן'])

  const after = await opened()
  expect(after.current.admitted).toMatchObject([
    { number: '101081-2', holder: null },
    { number: '101081-1', holder: null },
  ])
  const stored = Object.keys(localStorage).map((name) => localStorage.getItem(name) ?? '')
  const bytes = (text: string) => Uint8Array.from(atob(text), (char) => char.codePointAt(0) ?? 0)
  expect(stored.map((text) => new TextDecoder().decode(bytes(text))).join('')).not.toContain('נועה')
  act(() => after.current.forget(ticketUuid(2)))
  expect(numbers(await opened())).toEqual(['101081-1'])
})

it('the entries are of one event and of whoever made them', async () => {
  const before = await opened()
  act(() => before.current.note([entry(1)]))
  expect(numbers(await opened(OTHER_EVENT))).toEqual([])
  recordFullLoad('somebody-else')
  expect(numbers(await opened())).toEqual([])
  recordFullLoad(USER)
  expect(numbers(await opened())).toEqual(['101081-1'])
  forgetRecentEntries(USER)
  expect(numbers(await opened())).toEqual([])
})
