import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryRate, forecastEntry, gateState, minuteOf, minuteStart, shownMinutes } from './gate-flow.ts'

const at = (time: string): Date => new Date(`2026-12-17T${time}:00Z`)
const gate = (name: string, rate: number, devices: number, silent = 0) => ({ name, rate, devices, silent })

describe('the rate of entries', () => {
  it('is the mean of the last five full minutes, without the one that is not over', () => {
    expect(entryRate([90, 10, 12, 14, 13, 16, 2])).toBe(13)
  })

  it('is that of the minutes there are, and nothing without any', () => {
    expect(entryRate([8, 4, 1])).toBe(6)
    expect(entryRate([3])).toBe(0)
    expect(entryRate([])).toBe(0)
  })
})

describe('the forecast of entries', () => {
  const gates = [gate('5', 6, 2), gate('2', 4, 2), gate('1', 2, 1), gate('VIP', 1, 1)]
  const flow = { now: at('20:41'), startsAt: at('21:00'), entered: 638, left: 269, rate: 13, gates }

  it('says who stays outside and which device would close the gap, and when', () => {
    const forecast = forecastEntry(flow)
    expect(forecast).toMatchObject({ entered: 885, outside: 22, remedy: { kind: 'add', gate: '5', devices: 1 } })
    expect(forecast?.remedy?.at.toISOString().slice(11, 16)).toBe('20:57')
    expect(forecast?.allAt?.toISOString().slice(11, 16)).toBe('21:01')
  })

  it('names the time instead, where more devices would be needed than anybody has', () => {
    expect(forecastEntry({ ...flow, left: 2000 })?.remedy).toMatchObject({ kind: 'late' })
  })

  it('has no remedy where everybody will be inside, and none where nobody enters', () => {
    expect(forecastEntry({ ...flow, left: 200 })).toMatchObject({ entered: 838, outside: 0, remedy: null })
    expect(forecastEntry({ ...flow, rate: 0 })).toEqual({ entered: 638, outside: 269, allAt: null, remedy: null })
  })

  it('is not made after the start, hours before it, or when everybody is inside', () => {
    expect(forecastEntry({ ...flow, now: at('21:00') })).toBeUndefined()
    expect(forecastEntry({ ...flow, now: at('17:59') })).toBeUndefined()
    expect(forecastEntry({ ...flow, left: 0 })).toBeUndefined()
  })

  it('counts everybody once, and a remedy that it names is in time', () => {
    const rates = fc.array(
      fc.record({ rate: fc.integer({ min: 0, max: 60 }), devices: fc.integer({ min: 0, max: 9 }) }),
    )
    fc.assert(
      fc.property(rates, fc.nat(100_000), fc.integer({ min: 1, max: 180 }), (of, left, minutes) => {
        const found = of.map(({ rate, devices }, place) => gate(`${place}`, rate, devices))
        const rate = found.reduce((sum, { rate }) => sum + rate, 0)
        const now = at('20:00')
        const startsAt = new Date(now.getTime() + minutes * 60_000)
        const forecast = forecastEntry({ now, startsAt, entered: 7, left, rate, gates: found })
        if (!forecast) return left === 0
        const { remedy } = forecast
        if (remedy?.kind === 'add' && remedy.at.getTime() > startsAt.getTime() + 1) return false
        if (remedy !== null && (remedy.at <= now || forecast.outside === 0)) return false
        return forecast.entered + forecast.outside === 7 + left && forecast.outside >= 0
      }),
    )
  })
})

describe('a gate', () => {
  it('is looked at for a device without contact first, then for its flow', () => {
    expect(gateState(gate('1', 20, 1, 1))).toBe('silent')
    expect(gateState(gate('1', 16, 2))).toBe('busy')
    expect(gateState(gate('1', 15, 2))).toBe('flowing')
    expect(gateState(gate('1', 0, 2))).toBe('quiet')
    expect(gateState(gate('1', 8, 0))).toBe('busy')
  })
})

describe('the minutes of the board', () => {
  const event = { startsAt: at('21:00'), endsAt: at('23:30') }
  const shown = (now: Date) => {
    const { from, last } = shownMinutes(event, now)
    return [from, last].map((minute) => minuteStart(minute).toISOString().slice(11, 16))
  }

  it('begin an hour and a half before the start, and later move with the time until the end', () => {
    expect(shown(at('20:41'))).toEqual(['19:30', '20:41'])
    expect(shown(at('22:00'))).toEqual(['20:30', '22:00'])
    expect(shown(at('18:00'))).toEqual(['16:30', '18:00'])
    expect(shown(new Date('2026-12-19T09:00:00Z'))).toEqual(['22:00', '23:30'])
    expect(minuteOf(minuteStart(minuteOf(at('20:41'))))).toBe(minuteOf(at('20:41')))
  })
})
