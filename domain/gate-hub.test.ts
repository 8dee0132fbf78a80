import { describe, expect, it } from 'vitest'
import {
  claimAfter,
  type ClaimEvent,
  gateModeOf,
  HUB,
  lanesOfHub,
  laneVerdict,
  openClaim,
  pairingVerdict,
  reportOf,
} from './gate-hub.ts'

const EVENT = '019a5b3c-1111-7111-8111-1111DEADBEEF'

describe('the mode of a device', () => {
  it('is that of the first who answers: the server, the hub, nobody', () => {
    expect(gateModeOf(false, 'linked')).toBe('online')
    expect(gateModeOf(false, 'none')).toBe('online')
    expect(gateModeOf(true, 'linked')).toBe('hub')
    expect(gateModeOf(true, 'silent')).toBe('alone')
    expect(gateModeOf(true, 'none')).toBe('alone')
  })
})

describe('the code of a hub', () => {
  it('is taken by a phone of its event that knows no other hub', () => {
    const offer = { event: 'deadbeef', hub: 'aa' }
    expect(pairingVerdict(offer, EVENT, undefined)).toBe('pair')
    expect(pairingVerdict(offer, EVENT, { event: EVENT, hub: 'aa', name: 'רותם' })).toBe('pair')
    expect(pairingVerdict(offer, EVENT, { event: 'yesterday', hub: 'bb', name: 'רותם' })).toBe('pair')
    expect(pairingVerdict(offer, EVENT, { event: EVENT, hub: 'bb', name: 'רותם' })).toBe('other_hub')
    expect(pairingVerdict({ ...offer, event: 'deadbee0' }, EVENT, undefined)).toBe('other_event')
  })
})

describe('a claim', () => {
  const after = (events: readonly ClaimEvent[]) => events.reduce(claimAfter, openClaim(1000))
  const answer = (granted: boolean, at: number): ClaimEvent => ({ type: 'answer', granted, at })

  it('that is answered in time is decided by the hub', () => {
    const claim = after([answer(true, 1000 + HUB.answerMs)])
    expect(claim.state).toBe('answered')
    expect(reportOf(claim, true)).toBe('kept')
    expect(reportOf(claim, false)).toBeUndefined()
    expect(claimAfter(claim, { type: 'timeout' })).toEqual(claim)
  })

  it('without an answer in time is decided alone, whatever comes later', () => {
    expect(after([{ type: 'timeout' }]).state).toBe('alone')
    expect(after([answer(true, 1001 + HUB.answerMs)]).state).toBe('alone')
    expect(reportOf(after([{ type: 'timeout' }]), false)).toBeUndefined()
  })

  it('that both sides decided is reported so that both end with one truth, in whatever order they decided', () => {
    const reports = [
      [true, true, 'kept'],
      [true, false, 'withdrawn'],
      [false, true, 'entered'],
      [false, false, undefined],
    ] as const
    for (const [granted, entered, report] of reports) {
      const [late, decided] = [answer(granted, 2000), { type: 'decided', entered } as const]
      expect(reportOf(after([{ type: 'timeout' }, late, decided]), granted)).toBe(report)
      expect(reportOf(after([{ type: 'timeout' }, decided, late]), granted)).toBe(report)
      expect(reportOf(after([late, decided]), granted)).toBe(report)
      expect(reportOf(after([{ type: 'timeout' }, late]), granted)).toBeUndefined()
    }
  })
})

describe('the hub of an event with lanes', () => {
  const lanes = { linked: [1, 2], hubs: [7] }

  it('grants tickets of the lane that asks, and of lanes that nobody else has', () => {
    expect(laneVerdict(3, 3, lanes)).toBe('grant')
    expect(laneVerdict(7, 1, lanes)).toBe('grant')
  })

  it('asks the device of another lane, and sends guests to a lane whose device is not here', () => {
    expect(laneVerdict(2, 1, lanes)).toBe('ask')
    expect(laneVerdict(2, null, lanes)).toBe('ask')
    expect(laneVerdict(4, 1, lanes)).toBe('elsewhere')
    expect(laneVerdict(undefined, 1, lanes)).toBe('elsewhere')
  })

  it('answers for lanes that no phone has had, once somebody has said so', () => {
    expect(lanesOfHub(4, new Set([2]), true)).toEqual([1, 3, 4])
    expect(lanesOfHub(4, new Set([2]), false)).toEqual([])
  })
})
