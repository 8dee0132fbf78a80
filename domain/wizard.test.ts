import { describe, expect, test } from 'vitest'
import { enterStep, WIZARD_STEPS, nextStep, stepCounter } from './wizard.ts'

describe('the wizard', () => {
  test.each([
    ['location', 'setup', 'location'],
    ['time', 'setup', 'location'],
    ['description', 'setup', 'location'],
    ['description', 'forms', 'description'],
    ['setup', 'description', 'setup'],
    ['time', 'time', 'time'],
    ['location', undefined, 'setup'],
    ['setup', undefined, 'setup'],
    ['description', 'home', 'setup'],
    ['tickets', 'forms', 'setup'],
  ])('asked for %s after %s shows %s', (target, previous, shown) => {
    expect(enterStep(target, previous)).toBe(shown)
  })

  test('each step leads to the next one', () => {
    const walked: string[] = ['setup']
    for (let step = nextStep('setup'); step !== undefined; step = nextStep(step)) {
      expect(enterStep(step, walked.at(-1))).toBe(step)
      walked.push(step)
    }
    expect(walked).toEqual([...WIZARD_STEPS])
  })

  test('the counter counts from one to five', () => {
    expect(WIZARD_STEPS.map((step) => stepCounter(step).current)).toEqual([1, 2, 3, 4, 5])
    expect(stepCounter('setup').total).toBe(5)
  })
})
