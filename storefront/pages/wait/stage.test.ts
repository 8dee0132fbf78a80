import type { WaitingStatus } from '@kartis/contract/waiting-room.ts'
import { describe, expect, it } from 'vitest'
import { isOfRound, stageOf } from './stage.ts'

const STATUS = {
  state: 'open',
  round: 2,
  draw: { size: 0, seed: null, proof: null },
  admitted: 10,
  per_minute: 5,
  sold_out: false,
  all_held: false,
  likely_until: 50,
  unlikely_from: 100,
} as unknown as WaitingStatus
const place = (number: number, round = 2) => ({ token: 't', number, round })

describe('stageOf', () => {
  it('is early before the lobby and the lobby before the opening', () => {
    expect(stageOf({ ...STATUS, state: 'early' }, undefined).kind).toBe('early')
    expect(stageOf({ ...STATUS, state: 'lobby' }, place(1)).kind).toBe('lobby')
  })

  it('is loading without a place of this round', () => {
    expect(stageOf(STATUS, undefined).kind).toBe('loading')
    expect(stageOf(STATUS, place(1, 1)).kind).toBe('loading')
    expect(isOfRound(place(1, 1), STATUS)).toBe(false)
  })

  it('is admitted for an admitted place, even when the tickets are sold out', () => {
    expect(stageOf({ ...STATUS, sold_out: true }, place(10)).kind).toBe('admitted')
    expect(stageOf({ ...STATUS, sold_out: true }, place(11)).kind).toBe('sold_out')
  })

  it('counts the places ahead and derives the chance from the place', () => {
    expect(stageOf(STATUS, place(11))).toMatchObject({ kind: 'line', line: { ahead: 0, chance: 'likely' } })
    expect(stageOf(STATUS, place(141))).toMatchObject({ kind: 'line', line: { ahead: 130, chance: 'unlikely' } })
    expect(stageOf({ ...STATUS, all_held: true }, place(11))).toMatchObject({ line: { chance: 'all_held' } })
  })
})
