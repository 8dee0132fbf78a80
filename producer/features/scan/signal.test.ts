import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeSound } from '../../shared/check-in/device.ts'
import type { Outcome, signalResult } from './signal.ts'

const OUTCOMES: readonly Outcome[] = ['success', 'fail', 'elsewhere', 'again']

let vibrations: unknown[]
/** Pitch of each tone, from when, and until when. */
let tones: { hertz: number; from: number; until: number }[]
let opened: number

/** What of Web Audio a beep needs, at the second 10 of its clock. */
class StubAudio {
  readonly currentTime = 10
  readonly destination = {}
  constructor() {
    opened += 1
  }
  createOscillator() {
    const tone = { hertz: 0, from: 0, until: 0 }
    tones.push(tone)
    const volume = { connect: (to: unknown) => to }
    return {
      frequency: {
        set value(hertz: number) {
          tone.hertz = hertz
        },
      },
      connect: () => volume,
      start: (at: number) => void (tone.from = at),
      stop: (at: number) => void (tone.until = at),
    }
  }
  createGain() {
    return { gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined } }
  }
}

/** Anew for each test: the page opens its sound once. */
const load = async (): Promise<typeof signalResult> => {
  vi.resetModules()
  return (await import('./signal.ts')).signalResult
}

beforeEach(() => {
  localStorage.clear()
  vibrations = []
  tones = []
  opened = 0
  vi.stubGlobal('AudioContext', StubAudio)
  Object.defineProperty(navigator, 'vibrate', {
    configurable: true,
    value: (pattern: unknown) => vibrations.push(pattern),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'vibrate')
})

describe('the signal of a result', () => {
  it('vibrates otherwise for an entry, a refusal and a ticket of another gate, and makes no sound unless it is on', async () => {
    const signal = await load()
    for (const outcome of OUTCOMES) signal(outcome)
    const [success, fail, elsewhere, again] = vibrations
    expect(vibrations).toHaveLength(OUTCOMES.length)
    expect(new Set([success, fail, elsewhere].map((pattern) => JSON.stringify(pattern))).size).toBe(3)
    // Felt in a pocket: an entry is one short touch, as is a code that was not read; a refusal is long and comes twice.
    expect([success, again]).toEqual([[40], [40]])
    expect(fail).toEqual([180, 90, 180])
    expect(opened).toBe(0)
  })

  it('sounds where it is on: an entry rises, a refusal falls, another gate is one tone, an unread code is silent', async () => {
    storeSound(true)
    const signal = await load()
    const tonesOf = (outcome: Outcome): number[] => {
      tones = []
      signal(outcome)
      return tones.map(({ hertz }) => hertz)
    }
    const [low = 0, high = 0] = tonesOf('success')
    expect(high).toBeGreaterThan(low)
    const [first = 0, second = 0] = tonesOf('fail')
    expect(second).toBeLessThan(first)
    expect(first).toBeLessThan(low)
    expect(tonesOf('elsewhere')).toHaveLength(1)
    expect(tonesOf('again')).toEqual([])
    expect(opened).toBe(1)
  })

  it('plays the tones of one result after each other, from now on', async () => {
    storeSound(true)
    const signal = await load()
    signal('fail')
    const [first, second] = tones
    expect(first?.from).toBe(10)
    expect(second?.from).toBeGreaterThanOrEqual(first?.until ?? Infinity)
  })

  it('lets scanning go on where a device has neither vibration nor sound', async () => {
    Reflect.deleteProperty(navigator, 'vibrate')
    storeSound(true)
    vi.stubGlobal('AudioContext', undefined)
    const signal = await load()
    for (const outcome of OUTCOMES) expect(() => signal(outcome)).not.toThrow()
  })
})
