import { createVenue } from '@kartis/contract/venues.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { showToast, toasts } from '@kartis/ui/components/toast.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderApp } from '../testing/render.tsx'
import { json, refusal, type StubServer, stubServer } from '../testing/server.ts'
import { api } from './api.ts'
import { useMutation } from './use-mutation.ts'

const VENUE = {
  name: 'היכל',
  address_street: '',
  address_street_number: '',
  address_city: '',
}

function SaveVenue({ name }: { readonly name: string }) {
  const saving = useMutation({
    mutationFn: (venue: string) => api(createVenue, { body: { ...VENUE, name: venue } }),
    onSuccess: () => showToast({ state: 'good', text: 'נשמר' }),
  })
  return (
    <Button busy={saving.isPending} busyText="שומרים…" onClick={() => saving.mutate(name)}>
      {`שמירה ${saving.status}`}
    </Button>
  )
}

let server: StubServer
let reply: () => Response | Promise<Response>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  reply = () => json({ data: VENUE }, 201)
  server = stubServer()
  server.on(createVenue, () => reply())
})
afterEach(() => vi.useRealTimers())

const button = () => screen.getByRole('button')
/** Two clicks before anything is rendered. */
const doubleClick = () =>
  act(async () => {
    button().click()
    button().click()
  })
const sent = () => server.sentTo(createVenue)

describe('a button with a mutation', () => {
  it('sends one request and reports one success for two clicks at once', async () => {
    await renderApp(<SaveVenue name="היכל" />)
    await doubleClick()
    expect(sent()).toHaveLength(1)
    expect(toasts.read()).toHaveLength(1)
    expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/^[\da-f]{32}$/)
  })

  it('ignores a click just after the success, and takes the next one', async () => {
    await renderApp(<SaveVenue name="היכל" />)
    await act(async () => fireEvent.click(button()))
    vi.setSystemTime(Date.now() + 100)
    await act(async () => fireEvent.click(button()))
    expect(sent()).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1000)
    await act(async () => fireEvent.click(button()))
    await waitFor(() => expect(sent()).toHaveLength(2))
    const [first, second] = sent().map(({ headers }) => headers.get('idempotency-key'))
    expect(second).not.toBe(first)
  })

  it('shows that it works, and cannot be pressed meanwhile', async () => {
    let answer: (response: Response) => void = () => undefined
    reply = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    await renderApp(<SaveVenue name="היכל" />)
    await act(async () => fireEvent.click(button()))
    await waitFor(() => expect(button()).toHaveProperty('disabled', true))
    expect(button().getAttribute('aria-busy')).toBe('true')
    expect(button().textContent).toBe('שומרים…')
    await act(async () => answer(json({ data: VENUE }, 201)))
    await waitFor(() => expect(button().textContent).toBe('שמירה success'))
  })

  it('can be tried again at once after a refusal, with a new key', async () => {
    reply = () => refusal('conflict', 409)
    await renderApp(<SaveVenue name="היכל" />)
    await act(async () => fireEvent.click(button()))
    await waitFor(() => expect(button().textContent).toBe('שמירה error'))
    reply = () => json({ data: VENUE }, 201)
    await act(async () => fireEvent.click(button()))
    await waitFor(() => expect(button().textContent).toBe('שמירה success'))
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(2)
  })

  it('sends the key of a request that failed without a definite reply once more', async () => {
    reply = () => refusal('system_error', 500)
    await renderApp(<SaveVenue name="היכל" />)
    await act(async () => fireEvent.click(button()))
    await waitFor(() => expect(button().textContent).toBe('שמירה error'))
    reply = () => json({ data: VENUE }, 201)
    await act(async () => fireEvent.click(button()))
    await waitFor(() => expect(button().textContent).toBe('שמירה success'))
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })
})

/** A form that the refresh after saving replaces, as a screen does that waits for other data then. */
function Replaced({
  onSaved,
  refresh,
}: {
  readonly onSaved: () => void
  readonly refresh: (hide: () => void) => Promise<void>
}) {
  const [isShown, setShown] = useState(true)
  return isShown ? (
    <Form onSaved={onSaved} refresh={() => refresh(() => flushSync(() => setShown(false)))} />
  ) : (
    <p>{'טוענים…'}</p>
  )
}

function Form({ onSaved, refresh }: { readonly onSaved: () => void; readonly refresh: () => Promise<void> }) {
  const saving = useMutation({
    mutationFn: (name: string) => api(createVenue, { body: { ...VENUE, name } }),
    onSettled: refresh,
  })
  return <Button onClick={() => saving.mutate('היכל', { onSuccess: onSaved })}>{'שמירה'}</Button>
}

describe('what follows a call', () => {
  it('happens although the refresh after saving takes the form off the screen', async () => {
    const onSaved = vi.fn()
    await renderApp(<Replaced onSaved={onSaved} refresh={async (hide) => hide()} />)
    await act(async () => button().click())
    expect(await screen.findByText('טוענים…')).toBeTruthy()
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  })

  it('does not happen to somebody who left before the answer', async () => {
    const onSaved = vi.fn()
    const refresh = vi.fn(async () => undefined)
    let answer: (response: Response) => void = () => undefined
    reply = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const { unmount } = await renderApp(<Replaced onSaved={onSaved} refresh={refresh} />)
    await act(async () => button().click())
    await waitFor(() => expect(sent()).toHaveLength(1))
    unmount()
    answer(json({ data: VENUE }, 201))
    await waitFor(() => expect(refresh).toHaveBeenCalledOnce())
    await Promise.resolve()
    expect(onSaved).not.toHaveBeenCalled()
  })

  it('happens for each of two calls that run at once', async () => {
    const onSaved = vi.fn()
    function Two() {
      const saving = useMutation({ mutationFn: (name: string) => api(createVenue, { body: { ...VENUE, name } }) })
      const saveBoth = () => {
        for (const name of ['היכל', 'בארבי']) saving.mutate(name, { onSuccess: () => onSaved(name) })
      }
      return <Button onClick={saveBoth}>{'שמירה'}</Button>
    }
    await renderApp(<Two />)
    await act(async () => button().click())
    await waitFor(() => expect(onSaved.mock.calls).toEqual([['היכל'], ['בארבי']]))
  })
})
