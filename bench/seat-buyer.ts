import type { SeatsState } from '@kartis/contract/public-seats.ts'
import { bestAvailable } from '@kartis/seat-map/model/best-available.ts'
import { eachWindow, placesOf, searchOf } from '@kartis/seat-map/model/best-search.ts'
import { type Board, fromBase64, fromStateBits, isFree } from '@kartis/seat-map/model/board.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Purchase, RESERVE, type Reserving, sendWithRetry } from './buyer.ts'
import type { Answer } from '@kartis/testing/http-client.ts'
import type { SeatedEvent } from './seated-event.ts'

/** Parties of one to four, as weights. */
const SIZES = [20, 50, 15, 15] as const
/** Of a hundred parties: who leave the choice to the server, and whose party has a wheelchair. */
const LEAVE_CHOICE = 70
const WITH_WHEELCHAIR = 2
/** A party looks at the map for up to so long before it clicks. */
const THINKS_MS = 1000
/** Seats that others were quicker to take, before a party gives up. */
const MAX_TRIES = 8

/** First requests by how they choose, and how many of them found their seats taken. */
export interface SeatTally {
  best: number
  bestLost: number
  map: number
  mapLost: number
}

interface Party {
  readonly size: number
  readonly wheelchairs: number
  /** Indexes of the categories, the preferred one first. */
  readonly categories: readonly number[]
}

interface Refused {
  readonly error: { readonly code: string; readonly detail: { readonly offer?: readonly string[] } }
}

const pick = (weights: readonly number[]): number => {
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0)
  return Math.max(
    0,
    weights.findIndex((weight) => (left -= weight) < 0),
  )
}

const partyAt = ({ types }: SeatedEvent, place: number): Party => {
  const hasWheelchair = place % 100 < WITH_WHEELCHAIR
  const first = place % types.length
  return {
    size: hasWheelchair ? 2 : pick(SIZES) + 1,
    wheelchairs: hasWheelchair ? 1 : 0,
    categories: types.map((_, index) => (first + index) % types.length),
  }
}

/** Places around a free place that the party likes: of the better half of what is left. */
const groupOnMap = ({ map }: SeatedEvent, board: Board, { size, categories }: Party): readonly number[] | undefined => {
  const [category = 0] = categories
  const search = searchOf(map, board, { seats: size, categories: [category] })
  const free: number[] = []
  for (const run of map.bestRuns)
    for (let place = map.runStarts[run] ?? 0; place < (map.runStarts[run + 1] ?? 0); place++)
      if (isFree(board, place) && search.inPool(place)) free.push(place)
  const liked = free[Math.floor((Math.random() * free.length) / 2)]
  if (liked === undefined) return undefined
  let nearest: { readonly start: number; readonly distance: number } | undefined
  eachWindow(search, map.run[liked] ?? 0, size, ({ start, stranded }) => {
    const distance = Math.abs(start + size / 2 - liked)
    if (stranded === 0 && (!nearest || distance < nearest.distance)) nearest = { start, distance }
  })
  return nearest && placesOf(nearest.start, size)
}

const boardNow = async ({ client, url, onStep }: Purchase, event: SeatedEvent): Promise<Board | undefined> => {
  const answer = await client.send(`${url}/api/v1/public/events/${event.uuid}/seats`)
  onStep({ name: 'state of the seats', status: answer.status, ms: answer.ms })
  if (answer.status !== 200) return undefined
  const { data } = JSON.parse(answer.text) as { readonly data: SeatsState }
  return fromStateBits(event.map, event.numbers, fromBase64(data.bits ?? ''))
}

/**
 * Reserves as the page for seats does: the best together as it shows them, or others where somebody was quicker; or a group on
 * the map, and in place of seats that were taken a moment ago those that the refusal offers.
 */
export const reservingSeats =
  (event: SeatedEvent, tally: SeatTally): Reserving =>
  async (purchase, place) => {
    const party = partyAt(event, place)
    const request = (name: string, category: number, choice: object): Promise<Answer> =>
      sendWithRetry(purchase, name, `${purchase.url}${RESERVE}`, {
        method: 'POST',
        headers: { 'x-app-name': 'order', ...purchase.pass },
        body: {
          event_uuid: event.uuid,
          items: [{ events_ticket_uuid: event.types[category] ?? '', quantity: party.size, ...choice }],
        },
      })
    const seatsAt = (places: readonly number[]): string[] =>
      places.map((index) => seatUuid(event.seating, event.numbers.byIndex[index] ?? 0))
    const wheelchairs = party.wheelchairs > 0 && { wheelchairs: party.wheelchairs }
    const best = (category: number, board?: Board): Promise<Answer> => {
      const search = { seats: party.size, wheelchairs: party.wheelchairs, categories: [category] }
      const shown = board && bestAvailable(event.map, board, { ...search, orphans: 'gentle' })
      const seats = shown?.missing === 0 ? seatsAt(shown.groups.flat()) : undefined
      return request('reserve best', category, { ...(seats && { seat_uuids: seats }), best: { ...wheelchairs } })
    }
    const lost = ({ status, text }: Answer): Refused['error'] | undefined =>
      status === 409 ? (JSON.parse(text) as Refused).error : undefined

    const board = await boardNow(purchase, event)
    const isOnMap = party.wheelchairs === 0 && place % 100 >= LEAVE_CHOICE
    const group = isOnMap && board && groupOnMap(event, board, party)
    let [category = 0, ...others] = party.categories
    let answer: Answer
    if (group) {
      await sleep(Math.random() * THINKS_MS)
      answer = await request('reserve on the map', category, { seat_uuids: seatsAt(group) })
      tally.map += 1
      if (lost(answer)?.code === 'seat_taken') tally.mapLost += 1
    } else {
      answer = await best(category, board)
      tally.best += 1
      if (lost(answer)?.code === 'seat_taken') tally.bestLost += 1
    }
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      const refused = lost(answer)
      if (!refused) return answer
      const offer = refused.detail.offer ?? []
      if (offer.length === party.size) {
        answer = await request('reserve the offer', category, { seat_uuids: offer })
        continue
      }
      if (refused.code === 'sold_out') {
        const [next, ...remaining] = others
        if (next === undefined) return answer
        category = next
        others = remaining
      }
      answer = await best(category)
    }
    return answer
  }
