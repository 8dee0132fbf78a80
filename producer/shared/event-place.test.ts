import { describe, expect, it } from 'vitest'
import { addressText, placeText } from './event-place.ts'

const place = {
  venue: 'האנגר 11',
  address_description: 'נמל תל אביב',
  address_street: 'יורדי הסירה',
  address_street_number: '1',
  address_city: 'תל אביב',
}

describe('the place of an event', () => {
  it('is the venue and its city', () => {
    expect(placeText(place, 'he')).toBe('האנגר 11, תל אביב')
    expect(placeText({ ...place, venue: '' }, 'he')).toBe('נמל תל אביב, תל אביב')
  })

  it('names a city once and skips empty parts', () => {
    expect(placeText({ ...place, venue: 'תל אביב' }, 'he')).toBe('תל אביב')
    expect(placeText({ ...place, venue: '', address_description: '', address_city: '' }, 'he')).toBe('')
  })

  it('has the comma of the language', () => {
    expect(placeText(place, 'ar')).toBe('האנגר 11، תל אביב')
  })

  it('has the street in the full address', () => {
    expect(addressText(place, 'he')).toBe('האנגר 11, יורדי הסירה 1, תל אביב')
    expect(addressText({ ...place, address_street: '', address_street_number: '' }, 'he')).toBe('האנגר 11, תל אביב')
  })
})
