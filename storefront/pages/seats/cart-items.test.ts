import { describe, expect, it } from 'vitest'
import { theatreSale } from '../../testing/seats.ts'
import { choiceOf, itemsOf, linesOf, totalOf } from './cart-items.ts'

const { sale, categories, at } = theatreSale()
/** Of the second category, which is also sold to soldiers. */
const places = ['17', '16', '15', '14'].map((label) => at(6, label)).sort((a, b) => a - b)

describe('the tickets of chosen seats', () => {
  it('are of the first type of each category until the buyer says otherwise', () => {
    const lines = linesOf(sale, categories, { places: [...places, at(0, '14')] }, {})
    expect(lines.filter(({ quantity }) => quantity > 0).map(({ type, quantity }) => [type.uuid, quantity])).toEqual([
      ['front', 1],
      ['hall', 4],
    ])
    expect(totalOf(lines)).toBe(220 + 4 * 170)
  })

  it('follow the chosen types, and each seat is in one item', () => {
    const items = itemsOf(sale, linesOf(sale, categories, { places }, { soldier: 1 }))
    expect(
      items.map(({ events_ticket_uuid, quantity, seat_uuids }) => [events_ticket_uuid, quantity, seat_uuids?.length]),
    ).toEqual([
      ['hall', 3, 3],
      ['soldier', 1, 1],
    ])
    expect(
      items
        .flatMap(({ seat_uuids = [] }) => seat_uuids)
        .map(sale.placeOf)
        .sort((a, b) => a - b),
    ).toEqual(places)
  })

  it('are never more of a type than its limit or the seats', () => {
    const limited = categories.map((category) => ({
      ...category,
      types: category.types.map((type) => (type.uuid === 'soldier' ? { ...type, max: 2 } : type)),
    }))
    const quantities = (soldier: number) =>
      linesOf(sale, limited, { places }, { soldier }).map(({ type, quantity }) => [type.uuid, quantity])
    expect(quantities(9)).toEqual([
      ['hall', 2],
      ['soldier', 2],
    ])
  })

  it('add up without rounding errors', () => {
    const odd = categories.map((category) => ({
      ...category,
      types: category.types.map((type) => ({ ...type, price: 0.1 })),
    }))
    expect(totalOf(linesOf(sale, odd, { places: places.slice(0, 3) }, {}))).toBe(0.3)
  })

  it('are found again in the items of a saved hold', () => {
    const types = { soldier: 1 }
    const items = itemsOf(sale, linesOf(sale, categories, { places }, types))
    const found = choiceOf(sale, categories, items)
    expect(found.choice.places).toEqual(places)
    expect(linesOf(sale, categories, found.choice, found.types)).toEqual(linesOf(sale, categories, { places }, types))
  })

  it('of another event’s hold name no place of this hall', () => {
    const foreign = [{ events_ticket_uuid: 'hall', quantity: 1, seat_uuids: ['01900000-0000-7000-8000-00000000ffff'] }]
    expect(choiceOf(sale, categories, foreign).choice.places).toEqual([])
  })
})
