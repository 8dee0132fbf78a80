import { describe, expect, it } from 'vitest'
import { gateChoices } from './gate.ts'

describe('the gates among which a device chooses', () => {
  it('are those that the event lists, in its order, whatever its hall names', () => {
    expect(gateChoices(['צפון', 'דרום'], ['5'])).toEqual(['צפון', 'דרום'])
  })

  it('are those of its hall where the event lists none: each once, by number', () => {
    expect(gateChoices([], ['10', '9', 'שער 2', '9'])).toEqual(['9', '10', 'שער 2'])
    expect(gateChoices([])).toEqual([])
  })
})
