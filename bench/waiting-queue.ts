import { createHash } from 'node:crypto'
import type { enterSale, joinLine, WaitingStatus } from '@kartis/contract/waiting-room.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { findNonce } from '@kartis/domain/proof-of-work.ts'
import { nextPoll, placeInLine } from '@kartis/domain/waiting-room.ts'
import type { Browser } from './browser.ts'
import type { Answer, RequestOptions } from '@kartis/testing/http-client.ts'

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()

const sleep = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Timings of the waiting-room page. */
const LOST_SECONDS = 5
const SPREAD_SECONDS = 3

type Place = NonNullable<ReplyOf<typeof joinLine>['data']['place']>

export interface Waiter extends Browser {
  readonly event: string
  /** Random id stored in the browser. */
  readonly device: string
  /** Called when the place in the queue is assigned. */
  readonly joined: () => void
  /** End of the wait (performance.now). */
  readonly until: number
}

export type Pass = Readonly<Record<'x-waiting-pass' | 'x-waiting-device', string>>

/** `in`: admitted, with a pass unless nobody waits. `sold_out`: the reply said so while waiting. `late`: the maximum wait was over. */
export type Waited = { readonly end: 'in'; readonly pass: Pass | undefined } | { readonly end: 'sold_out' | 'late' }

const request = async (waiter: Waiter, name: string, path: string, input?: RequestOptions): Promise<Answer> => {
  const answer = await waiter.client.send(
    `${waiter.url}/api/v1/public/events/${waiter.event}/waiting-room${path}`,
    input,
  )
  waiter.onStep({ name, status: answer.status, ms: answer.ms })
  return answer
}

const join = async (waiter: Waiter, { round, work_bits: bits }: WaitingStatus): Promise<Place | undefined> => {
  const { event: eventId, device } = waiter
  const nonce = findNonce({ eventId, round, device, bits }, sha256)
  const answer = await request(waiter, 'place in line', '/places', { method: 'POST', body: { device, nonce } })
  if (answer.status !== 201) return undefined
  const { place } = (JSON.parse(answer.text) as ReplyOf<typeof joinLine>).data
  if (place) waiter.joined()
  return place ?? undefined
}

const enter = async (waiter: Waiter, { token }: Place): Promise<Pass | undefined> => {
  const body = { device: waiter.device, token }
  const answer = await request(waiter, 'pass', '/enter', { method: 'POST', body })
  if (answer.status !== 200) return undefined
  const { pass } = (JSON.parse(answer.text) as ReplyOf<typeof enterSale>).data
  return { 'x-waiting-pass': pass, 'x-waiting-device': waiter.device }
}

/** Seconds until the next poll. */
const pauseOf = (status: WaitingStatus, ahead: number | undefined): number => {
  const { near, far } = status.next_poll
  const spread = 0.9 + Math.random() * 0.2
  if (status.state !== 'open') {
    const opening = status.opens_at ? Math.max(0, (new Date(status.opens_at).getTime() - Date.now()) / 1000) : 0
    return Math.min(Math.max(near, far) * spread, opening + 0.5 + Math.random() * SPREAD_SECONDS)
  }
  return (ahead === undefined ? near : nextPoll(ahead, status.per_minute, status.next_poll)) * spread
}

/** Waits as the waiting-room page does: polls at the interval of the reply, derives its place, requests the pass. */
export const waitInLine = async (waiter: Waiter): Promise<Waited> => {
  let place: Place | undefined
  while (performance.now() < waiter.until) {
    const answer = await request(waiter, 'line', '')
    if (answer.status !== 200) {
      await sleep(LOST_SECONDS)
      continue
    }
    const { data: status } = JSON.parse(answer.text) as { data: WaitingStatus }
    if (status.state === 'closed') return { end: 'in', pass: undefined }
    if (status.state !== 'early' && place?.round !== status.round) place = await join(waiter, status)
    let ahead: number | undefined
    if (status.state === 'open' && place) {
      ahead = placeInLine(place.number, { size: status.draw.size, seed: status.draw.seed ?? '' }) - status.admitted
      if (ahead < 0) {
        const pass = await enter(waiter, place)
        if (pass) return { end: 'in', pass }
        ahead = undefined
      } else if (status.sold_out) return { end: 'sold_out' }
    }
    await sleep(pauseOf(status, ahead))
  }
  return { end: 'late' }
}
