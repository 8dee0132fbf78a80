import { describe, expect, it } from 'vitest'
import { admissionListOf, admissionPage, noa, ticketUuid, TYPE } from '../../testing/admission.ts'
import { findInList, ticketsOfOrder } from './find-in-list.ts'
import { holderOf } from './guest-names.ts'

const listOf = () => {
  const [first, second, third, ofOtherOrder] = admissionPage(4).tickets
  if (!first || !second || !third || !ofOtherOrder) throw new Error('the page has four tickets')
  const people = {
    ...noa,
    persons: new Map([...noa.persons, ['100900', { holder: 'דנה כהן', phoneEnd: '0317' }]]),
  }
  const list = admissionListOf([
    // Before the first one: the search sorts by position, whatever the order of the list.
    { ...second, redeemed_at: '2026-12-03T18:05:00.000Z', gate: 'צפון' },
    { ...first, seat: { section: 'אולם', row: '5', number: '12' } },
    { ...third, cancelled_at: '2026-12-01T10:00:00.000Z' },
    { ...ofOtherOrder, number: '100900-1', seat: { section: 'יציע', row: '5', number: '12' } },
  ])
  return { ...list, people }
}

describe('the search in the list on a device', () => {
  it.each(['נועה', '101081', '101081-2', '4821'])('finds an order by "%s", with its tickets in their order', (text) => {
    const { orders, more } = findInList(listOf(), text)
    expect(more).toBe(false)
    expect(orders).toMatchObject([
      { number: '101081', holder: 'נועה ברקן', phone_end: '4821', tickets_count: 3, entered_count: 1 },
    ])
    expect(
      orders[0]?.tickets.map(({ number, status, redemption, gate }) => [number, status, redemption, gate]),
    ).toEqual([
      ['101081-1', 'valid', 'pending', null],
      ['101081-2', 'valid', 'redeemed', 'צפון'],
      ['101081-3', 'cancelled', 'pending', null],
    ])
    expect(orders[0]?.tickets[0]).toMatchObject({ uuid: ticketUuid(0), name: 'כניסה רגילה', events_ticket_uuid: TYPE })
  })

  it.each(['אולם 5 12', 'אולם שורה 5 כיסא 12', 'אולם 5/12'])('finds the order of a seat by "%s"', (text) => {
    expect(findInList(listOf(), text).orders.map(({ number }) => number)).toEqual(['101081'])
  })

  it('finds by row and number alone every order that has such a seat', () => {
    expect(findInList(listOf(), '5 12').orders.map(({ number }) => number)).toEqual(['100900', '101081'])
    expect(findInList(listOf(), '5 13').orders).toEqual([])
  })

  it('finds numbers and seats, and nobody by name or phone, where this device has no names', () => {
    const list = { ...listOf(), people: undefined }
    for (const text of ['נועה', '4821']) expect(findInList(list, text).orders).toEqual([])
    for (const text of ['101081-2', 'אולם 5 12'])
      expect(findInList(list, text).orders).toMatchObject([{ number: '101081', holder: null, phone_end: null }])
  })

  it.each(['יעל', '7719'])(
    'finds a transferred ticket by its holder with "%s", who is the name of this ticket',
    (text) => {
      const list = listOf()
      const persons = new Map([...list.people.persons, ['101081-2', { holder: 'יעל ברק', phoneEnd: '7719' }]])
      const { orders } = findInList({ ...list, people: { ...list.people, persons } }, text)
      expect(orders).toMatchObject([{ number: '101081', holder: 'נועה ברקן', phone_end: '4821' }])
      expect(orders[0]?.tickets.map(({ holder, phone_end }) => [holder, phone_end])).toEqual([
        [undefined, undefined],
        ['יעל ברק', '7719'],
        [undefined, undefined],
      ])
    },
  )

  it('finds nothing for a text that is too short or unknown', () => {
    for (const text of ['', 'נ', '101', 'רותם', '999999']) expect(findInList(listOf(), text).orders).toEqual([])
  })

  it('names the holder of a ticket before its buyer, and nobody once that holder was erased', () => {
    const persons = new Map([...noa.persons, ['101081-2', { holder: null, phoneEnd: null }]])
    const people = { ...noa, persons: new Map([...persons, ['101081-3', { holder: 'יעל ברק', phoneEnd: '7719' }]]) }
    const named = ['101081-1', '101081-2', '101081-3'].map((number) => holderOf({ people }, { number }))
    expect(named).toEqual(['נועה ברקן', null, 'יעל ברק'])
  })

  it('has a ticket that a file alone says has entered as inside, with no time', () => {
    const [first, second] = admissionPage(2).tickets
    if (!first || !second) throw new Error('the page has two tickets')
    const { orders } = findInList(admissionListOf([{ ...first, redeemed_at: '' }, second]), '101081')
    expect(orders[0]?.tickets.map(({ redemption, redeemed_at }) => [redemption, redeemed_at])).toEqual([
      ['redeemed', null],
      ['pending', null],
    ])
  })

  it('knows the other tickets of an order', () => {
    expect(ticketsOfOrder(listOf(), '101081').map(({ number }) => number)).toEqual(['101081-1', '101081-2', '101081-3'])
    expect(ticketsOfOrder(listOf(), '')).toEqual([])
  })

  it('knows tickets that the list has since, and numbers that it learnt, without reading the others again', () => {
    const [first, second, third, fourth] = admissionPage(4).tickets
    if (!first || !second || !third || !fourth) throw new Error('the page has four tickets')
    const list = admissionListOf([first, { ...second, number: '' }])
    const tickets = list.tickets as Map<string, typeof first>
    const numbers = () => ticketsOfOrder(list, '101081').map(({ number }) => number)
    expect(numbers()).toEqual(['101081-1'])
    tickets.set(third.uuid, third)
    expect(numbers()).toEqual(['101081-1', '101081-3'])
    tickets.set(second.uuid, { ...second, redeemed_at: '2026-12-03T18:05:00.000Z' })
    expect(ticketsOfOrder(list, '101081').map(({ number, redeemed_at }) => [number, redeemed_at])).toEqual([
      ['101081-1', undefined],
      ['101081-2', '2026-12-03T18:05:00.000Z'],
      ['101081-3', undefined],
    ])
    tickets.clear()
    tickets.set(fourth.uuid, fourth)
    expect(numbers()).toEqual(['101081-4'])
  })
})
