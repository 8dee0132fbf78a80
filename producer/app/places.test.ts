import { permissionsOf, type Role } from '@kartis/domain/permissions.ts'
import { describe, expect, it } from 'vitest'
import { dockOf, placeOfPath, placesFor } from './places.ts'

const namesFor = (role: Role, events: readonly string[] | null = null) =>
  placesFor(permissionsOf({ role, events })).map(({ name }) => name)

describe('places of the main navigation', () => {
  it('a manager reaches reports, money, box office, venues, forms, team, company and profile', () => {
    expect(namesFor('manager')).toEqual([
      'events',
      'reports',
      'money',
      'cashier',
      'venues',
      'forms',
      'team',
      'company',
      'profile',
    ])
  })

  it('a scanner sees neither money nor company details', () => {
    expect(namesFor('scanner')).toEqual(['events', 'team', 'profile'])
  })

  it('finance sees reports, money and the company, and no forms or register', () => {
    expect(namesFor('finance')).toEqual(['events', 'reports', 'money', 'team', 'company', 'profile'])
  })

  it('a manager of some events only sees no reports over all events', () => {
    expect(namesFor('manager', ['event-1'])).not.toContain('reports')
  })

  it('the bottom bar has at most four places, the most used first', () => {
    const dock = (role: Role) => dockOf(placesFor(permissionsOf({ role, events: null }))).map(({ name }) => name)
    expect(dock('owner')).toEqual(['events', 'reports', 'money', 'cashier'])
    expect(dock('finance')).toEqual(['events', 'reports', 'money', 'team'])
    expect(dock('box_office')).toEqual(['events', 'cashier', 'team', 'profile'])
    expect(dock('scanner')).toEqual(['events', 'team', 'profile'])
  })

  it('every screen of the account belongs to one place', () => {
    expect(placeOfPath('/')).toBe('events')
    expect(placeOfPath('/events/1/coupons/create')).toBe('events')
    expect(placeOfPath('/create-event/tickets/setup')).toBe('events')
    expect(placeOfPath('/archived-event/1')).toBe('reports')
    expect(placeOfPath('/money/statements/1')).toBe('money')
    expect(placeOfPath('/venue-templates')).toBe('venues')
    expect(placeOfPath('/add-user')).toBe('team')
    expect(placeOfPath('/company/data-rights')).toBe('company')
    expect(placeOfPath('/user-profile')).toBe('profile')
    expect(placeOfPath('/create-account/company-details')).toBeUndefined()
  })
})
