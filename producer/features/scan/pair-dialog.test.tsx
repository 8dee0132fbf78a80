import { descriptionOf, type HubEnd, writePairingCode } from '@kartis/domain/hub-pairing.ts'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HubSelf } from '../../shared/check-in/hub/hub-link.ts'
import { renderApp } from '../../testing/render.tsx'
import { PairDialog } from './pair-dialog.tsx'

const EVENT = '01a22a59-cb63-7000-ae8f-bd5006b03cab'
const END: HubEnd = {
  user: 'jUtT',
  password: '7ao0fWcXdMXkagj0Fsi4mfuV',
  fingerprint: 'c3'.repeat(32),
  addresses: [{ host: '192.168.43.7', port: 51_422 }],
}
const OF = { event: EVENT.replaceAll('-', '').slice(-8), hub: '80f5855f79c907ea', pairing: 1, ...END }
const SELF: HubSelf = { event: EVENT, device: 'd1', name: 'שער א', gate: null, lane: null, list: () => undefined }

/** A connection that never finds the other device until the test says what came of it. */
class LostConnection extends EventTarget {
  static last: LostConnection | undefined
  connectionState = 'new'
  readonly iceGatheringState = 'complete'
  readonly localDescription = { sdp: descriptionOf({ ...OF, kind: 'answer' }) }
  readonly setRemoteDescription = vi.fn(async () => undefined)
  readonly setLocalDescription = vi.fn(async () => undefined)
  readonly createAnswer = vi.fn(async () => ({ type: 'answer' }))
  readonly close = vi.fn()

  constructor() {
    super()
    LostConnection.last = this
  }

  become(state: string): void {
    this.connectionState = state
    this.dispatchEvent(new Event('connectionstatechange'))
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('RTCPeerConnection', LostConnection)
})
afterEach(() => vi.unstubAllGlobals())

it('a phone that the hub did not find says so, and reads the next code of the hub', async () => {
  const user = userEvent.setup()
  await renderApp(<PairDialog open self={SELF} onClose={() => undefined} />, { messages: ['hub'] })
  const enter = async () => {
    await user.click(screen.getByLabelText('או הדביקו את הקוד'))
    await user.paste(writePairingCode({ ...OF, kind: 'offer' }))
    await user.click(screen.getByRole('button', { name: 'אישור' }))
    await screen.findByRole('img', { name: 'קוד לרכזת' })
  }
  await enter()
  const first = LostConnection.last
  await act(async () => first?.become('failed'))
  expect(first?.close).toHaveBeenCalledOnce()
  expect(screen.queryByRole('img', { name: 'קוד לרכזת' })).toBeNull()
  screen.getByText(/המכשירים לא מצאו זה את זה/)

  await enter()
  expect(LostConnection.last).not.toBe(first)
  expect(screen.queryByText(/המכשירים לא מצאו זה את זה/)).toBeNull()
})

it('a phone whose answer the hub refuses as an old one reads the hub’s code again', async () => {
  const user = userEvent.setup()
  await renderApp(<PairDialog open self={SELF} onClose={() => undefined} />, { messages: ['hub'] })
  await user.click(screen.getByLabelText('או הדביקו את הקוד'))
  await user.paste(writePairingCode({ ...OF, kind: 'offer' }))
  await user.click(screen.getByRole('button', { name: 'אישור' }))
  await screen.findByRole('img', { name: 'קוד לרכזת' })
  const first = LostConnection.last
  await user.click(screen.getByRole('button', { name: 'סריקת קוד הרכזת מחדש' }))
  expect(first?.close).toHaveBeenCalledOnce()
  expect(screen.queryByRole('img', { name: 'קוד לרכזת' })).toBeNull()
  screen.getByLabelText('או הדביקו את הקוד')
})
