import 'fake-indexeddb/auto'
import { saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { offline } from '../../shared/connection.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { json, networkError, type StubServer, stubServer } from '../../testing/server.ts'
import { dropLocalCopy, readLocalCopy } from './local-copy.ts'
import { useMap } from './map-queries.ts'
import { useAutosave } from './use-autosave.ts'

const OWNER = 'user-1'
let uuid: string
const hall = (name: string): MapDocument => ({ name }) as unknown as MapDocument

let server: StubServer
beforeEach(() => {
  uuid = crypto.randomUUID()
  server = stubServer()
  server.on(saveMapDraft, networkError)
})
afterEach(async () => {
  vi.restoreAllMocks()
  offline.write(false)
  await dropLocalCopy(uuid)
})

const opened = async (document = hall('first')) =>
  renderAppHook(
    (props: { readonly document: MapDocument }) =>
      useAutosave({ uuid, owner: OWNER, version: 1, isChanged: false, ...props }),
    { props: { document } },
  )

const copy = () => readLocalCopy(uuid, OWNER)

describe('a drawing that the server does not have', () => {
  it('is said to be on this device only once it is', async () => {
    const { rerender, result } = await opened()
    const seen: boolean[] = []
    act(() => offline.write(true))
    rerender({ document: hall('second') })
    expect(result.current.state).toEqual({ kind: 'waiting' })
    await waitFor(async () => {
      const { state } = result.current
      if (state.kind === 'offline') seen.push((await copy()) !== undefined)
      expect(state).toEqual({ kind: 'offline', isStored: true })
    })
    expect(seen).not.toContain(false)
    expect((await copy())?.document).toEqual(hall('second'))
  })

  it('is not said to be on a device that cannot store it', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { rerender, result } = await opened()
    act(() => offline.write(true))
    rerender({ document: hall('second') })
    await waitFor(() => expect(result.current.state).toEqual({ kind: 'offline', isStored: false }))
  })

  it('is stored at once when the page is closed', async () => {
    const { rerender } = await opened()
    rerender({ document: hall('second') })
    await act(async () => {
      window.dispatchEvent(new Event('pagehide'))
      expect((await copy())?.document).toEqual(hall('second'))
    })
  })

  it('is stored at once when the page is put away', async () => {
    const { rerender } = await opened()
    rerender({ document: hall('second') })
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange'))
      expect((await copy())?.document).toEqual(hall('second'))
    })
  })

  it('is stored at once when another screen is opened', async () => {
    const { rerender, unmount } = await opened()
    rerender({ document: hall('second') })
    unmount()
    expect((await copy())?.document).toEqual(hall('second'))
  })

  it('waits as a change of the version that was saved in between', async () => {
    const { rerender, result } = await opened()
    let answer: (response: Response) => void = () => undefined
    server.on(saveMapDraft, (_, nth) => (nth === 1 ? new Promise((resolve) => (answer = resolve)) : networkError()))
    rerender({ document: hall('second') })
    act(() => void result.current.flush())
    await waitFor(() => expect(server.sentTo(saveMapDraft)).toHaveLength(1))
    rerender({ document: hall('third') })
    await waitFor(async () => expect((await copy())?.version).toBe(1))
    await act(async () => answer(json({ data: { version: 2 } })))
    await waitFor(async () => expect(await copy()).toMatchObject({ version: 2, document: hall('third') }))
  })
})

it('a saved drawing leaves no copy on the device', async () => {
  server.on(saveMapDraft, () => json({ data: { version: 2 } }))
  const { rerender, result } = await opened()
  rerender({ document: hall('second') })
  await act(async () => void (await result.current.flush()))
  expect(result.current.state.kind).toBe('saved')
  // The copy would be written now, if it were still to be.
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(await copy()).toBeUndefined()
})

it('a drawing that is opened again at once is read after the save with which it was left', async () => {
  let answer: (response: Response) => void = () => undefined
  server.on(saveMapDraft, () => new Promise((resolve) => (answer = resolve)))
  server.on(showVenueMap, () => json({ data: { uuid, version: 2 } }))
  const { rerender, unmount } = await opened()
  rerender({ document: hall('second') })
  unmount()
  const { result } = await renderAppHook(() => useMap(uuid))
  await waitFor(() => expect(server.sentTo(saveMapDraft)).toHaveLength(1))
  expect(server.sentTo(showVenueMap)).toHaveLength(0)
  await act(async () => answer(json({ data: { version: 2 } })))
  await waitFor(() => expect(result.current.data).toMatchObject({ version: 2 }))
  await waitFor(async () => expect(await copy()).toBeUndefined())
})
