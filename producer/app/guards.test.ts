import { describe, expect, it } from 'vitest'
import { wizardDetour } from './guards.ts'

const tickets = (step: string) => `/create-event/tickets/${step}`

describe('wizardDetour', () => {
  it('allows one step forward and any number back', () => {
    expect(wizardDetour(tickets('location'), tickets('setup'))).toBeUndefined()
    expect(wizardDetour(tickets('setup'), tickets('description'))).toBeUndefined()
  })

  it('redirects a skip to the step after the previous one', () => {
    expect(wizardDetour(tickets('description'), tickets('location'))).toEqual({ type: 'tickets', step: 'time' })
  })

  it('redirects a direct load of a later step to setup', () => {
    expect(wizardDetour(tickets('forms'), undefined)).toEqual({ type: 'tickets', step: 'setup' })
    expect(wizardDetour(tickets('setup'), undefined)).toBeUndefined()
  })

  it('redirects to setup from another screen and for unknown steps', () => {
    expect(wizardDetour(tickets('time'), '/')).toEqual({ type: 'tickets', step: 'setup' })
    expect(wizardDetour(tickets('nowhere'), tickets('forms'))).toEqual({ type: 'tickets', step: 'setup' })
  })

  it('does not carry progress from one kind of event to the other', () => {
    expect(wizardDetour('/create-event/seats/location', tickets('setup'))).toEqual({ type: 'seats', step: 'setup' })
  })

  it('ignores paths outside the wizard', () => {
    expect(wizardDetour('/events/1/description', undefined)).toBeUndefined()
    expect(wizardDetour('/create-event', undefined)).toBeUndefined()
  })
})
