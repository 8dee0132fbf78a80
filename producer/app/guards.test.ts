import { describe, expect, it } from 'vitest'
import { wizardDetour } from './guards.ts'

const tickets = (step: string) => `/create-event/tickets/${step}`

describe('the way through the create-event wizard', () => {
  it('lets a producer go one step forward and any number back', () => {
    expect(wizardDetour(tickets('location'), tickets('setup'))).toBeUndefined()
    expect(wizardDetour(tickets('setup'), tickets('description'))).toBeUndefined()
  })

  it('sends whoever skips ahead to the step after the one they came from', () => {
    expect(wizardDetour(tickets('description'), tickets('location'))).toEqual({ type: 'tickets', step: 'time' })
  })

  it('begins at setup on a direct load of a later step', () => {
    expect(wizardDetour(tickets('forms'), undefined)).toEqual({ type: 'tickets', step: 'setup' })
    expect(wizardDetour(tickets('setup'), undefined)).toBeUndefined()
  })

  it('begins at setup when coming from another screen, and on unknown steps', () => {
    expect(wizardDetour(tickets('time'), '/')).toEqual({ type: 'tickets', step: 'setup' })
    expect(wizardDetour(tickets('nowhere'), tickets('forms'))).toEqual({ type: 'tickets', step: 'setup' })
  })

  it('does not carry progress from one kind of event to the other', () => {
    expect(wizardDetour('/create-event/seats/location', tickets('setup'))).toEqual({ type: 'seats', step: 'setup' })
  })

  it('leaves every other address alone', () => {
    expect(wizardDetour('/events/1/description', undefined)).toBeUndefined()
    expect(wizardDetour('/create-event', undefined)).toBeUndefined()
  })
})
