import type { SeatsState } from '@kartis/contract/public-seats.ts'
import { toBase64, toGaps } from '@kartis/seat-map/model/board.ts'
import { LRUCache } from 'lru-cache'
import { type PreparedBody, prepareBody } from '../../../platform/http/prepared-body.ts'
import type { AllSeats, ChangedSeats } from './live-queries.ts'

/** Below so many seats all of them are shorter than most lists of changes. */
const ALWAYS_ALL = 8000
/** Refreshes whose changes are kept: two minutes of a sale that changes ten times a second. */
const MAX_DELTAS = 1200
/** Encoded replies of one revision: viewers in step ask for the same few. */
const MAX_REPLIES = 64
/** While seats change, and afterwards for so long, viewers ask again sooner. */
const ACTIVE_MS = 10_000
const NEXT_MS = { active: 900, calm: 2500 } as const

interface Delta {
  /** Changes later than this one … */
  readonly after: number
  /** … up to this one. */
  readonly rev: number
  readonly taken: readonly number[]
  readonly freed: readonly number[]
  /** What changed and changed back, or became sold: nothing to who saw `after`, but not to who comes from in between. */
  readonly again: { readonly taken: readonly number[]; readonly freed: readonly number[] }
}

/**
 * The seats of one event as buyers may see them: free or not. One in each process that serves viewers, fed from the
 * database with what changed; its encoded replies are shared by all who ask in step.
 */
export class LiveBoard {
  readonly hash: string
  rev: number
  /** Until when it needs no look at the database, in milliseconds of the process's monotonic clock. */
  freshUntil = 0
  readonly #bits: Uint8Array
  readonly #seats: number
  #deltas: Delta[] = []
  #activeUntil = 0
  readonly #replies = new LRUCache<string, PreparedBody>({ max: MAX_REPLIES })

  constructor({ rev, hash, stretches, next, taken }: AllSeats) {
    this.hash = hash
    this.rev = Number(rev)
    this.#seats = next
    this.#bits = new Uint8Array((next + 7) >> 3)
    for (const [first, count] of stretches) for (let seat = first; seat < first + count; seat++) this.#set(seat, true)
    for (const seat of taken ?? []) this.#set(seat, false)
  }

  /** Whether seats have changed lately. `now` in milliseconds. */
  isActive(now: number): boolean {
    return now < this.#activeUntil
  }

  isFree(seat: number): boolean {
    return (((this.#bits[seat >> 3] ?? 0) >> (seat & 7)) & 1) === 1
  }

  #set(seat: number, free: boolean): void {
    const bit = 1 << (seat & 7)
    const byte = this.#bits[seat >> 3] ?? 0
    this.#bits[seat >> 3] = free ? byte | bit : byte & ~bit
  }

  /** False: the event has another map by now, and this board is of no use. `now` in milliseconds. */
  follow({ rev: text, hash, taken, freed }: ChangedSeats, now: number): boolean {
    if (hash !== this.hash) return false
    const rev = Number(text)
    // A replica that lags behind what was read before tells nothing new.
    if (rev <= this.rev) return true
    const delta: Delta = {
      after: this.rev,
      rev,
      taken: (taken ?? []).filter((seat) => this.isFree(seat)),
      freed: (freed ?? []).filter((seat) => !this.isFree(seat)),
      again: {
        taken: (taken ?? []).filter((seat) => !this.isFree(seat)),
        freed: (freed ?? []).filter((seat) => this.isFree(seat)),
      },
    }
    for (const seat of delta.taken) this.#set(seat, false)
    for (const seat of delta.freed) this.#set(seat, true)
    this.#deltas.push(delta)
    if (this.#deltas.length > MAX_DELTAS) this.#deltas.shift()
    this.rev = rev
    if (delta.taken.length + delta.freed.length > 0) this.#activeUntil = now + ACTIVE_MS
    this.#replies.clear()
    return true
  }

  /** What changed since a revision; undefined where that is not known, or is longer than all seats. */
  #changesSince(since: number): Pick<SeatsState, 'taken' | 'freed'> | undefined {
    if (this.#seats < ALWAYS_ALL || since > this.rev) return undefined
    if (since === this.rev) return { taken: [], freed: [] }
    const oldest = this.#deltas[0]
    if (!oldest || since < oldest.after) return undefined
    const last = new Map<number, boolean>()
    for (const { after, rev, taken, freed, again } of this.#deltas) {
      if (rev <= since) continue
      // Another server has looked at the database between two looks of this one, and its viewer comes here.
      if (since > after) {
        for (const seat of again.taken) last.set(seat, false)
        for (const seat of again.freed) last.set(seat, true)
      }
      for (const seat of taken) last.set(seat, false)
      for (const seat of freed) last.set(seat, true)
    }
    // A change is about three characters of JSON, all seats are a sixth of a character each.
    if (last.size * 18 > this.#seats) return undefined
    const seats = [...last.keys()]
    return {
      taken: toGaps(seats.filter((seat) => last.get(seat) === false)),
      freed: toGaps(seats.filter((seat) => last.get(seat) === true)),
    }
  }

  state(since: number | undefined, now: number): SeatsState {
    const head = {
      rev: this.rev,
      next_ms: this.isActive(now) ? NEXT_MS.active : NEXT_MS.calm,
      hash: this.hash,
    }
    const changes = since === undefined ? undefined : this.#changesSince(since)
    return changes ? { ...head, ...changes } : { ...head, bits: toBase64(this.#bits) }
  }

  /** The reply to everybody who asks with this `since`, encoded and compressed once for each revision. */
  reply(since: number | undefined, now: number): PreparedBody {
    const isKnown = since !== undefined && this.#seats >= ALWAYS_ALL && since <= this.rev
    const isActive = this.isActive(now)
    const key = `${isKnown && since >= (this.#deltas[0]?.after ?? this.rev) ? since : 'all'} ${isActive}`
    const existing = this.#replies.get(key)
    if (existing) return existing
    const version = `${this.hash} ${this.rev} ${key}`
    const body = prepareBody(JSON.stringify({ data: this.state(since, now) }), version)
    this.#replies.set(key, body)
    return body
  }
}
