import { showSeating } from '@kartis/contract/event-seating.ts'
import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAppHook } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { useSeatingOf } from './use-seating.ts'

it('keeps what a screen shows while the event gets its hall, and nothing of another event', async () => {
  const server = stubServer()
  let answer: () => void = () => undefined
  server.on(
    showSeating,
    () =>
      new Promise((resolve) => {
        answer = () => resolve(json({ data: { edition: 1 } }))
      }),
  )
  const hook = await renderAppHook(
    ({ event, has }: { readonly event: string; readonly has: boolean }) => useSeatingOf(event, has).data,
    { props: { event: 'first', has: false } },
  )
  await waitFor(() => expect(hook.result.current).toBeNull())
  hook.rerender({ event: 'first', has: true })
  expect(hook.result.current).toBeNull()
  await waitFor(() => expect(server.sentTo(showSeating)).toHaveLength(1))
  answer()
  await waitFor(() => expect(hook.result.current).toEqual({ edition: 1 }))
  hook.rerender({ event: 'second', has: true })
  expect(hook.result.current).toBeUndefined()
})
