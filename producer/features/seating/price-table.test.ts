import { theatre } from '@kartis/seat-map/templates/theatre.ts'
import { park } from '@kartis/seat-map/templates/stadium.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { describe, expect, it } from 'vitest'
import {
  addColumn,
  categoriesOf,
  soldOutAmount,
  planOf,
  type PricedCategory,
  setCell,
  tableFor,
  tableOf,
} from './price-table.ts'

const gold: PricedCategory = { key: 'g', name: 'זהב', label: 'זהב', position: 0, places: 80 }
const back: PricedCategory = { key: 'b', name: 'אחורי', label: 'אחורי', position: 1, places: 100 }
const type = (uuid: string, name: string, price: number) => ({ uuid, name, price }) as TicketType
const price = (category: string, uuid: string) => ({ category, events_ticket_uuid: uuid })

describe('prices by category', () => {
  it('categories are read in the language of the producer, and a new ticket type has the name and its translations', () => {
    const [front] = categoriesOf(theatre(), 'en')
    const texts = { en: { name: 'Front stalls' }, ar: { name: 'مقدمة الصالة' } }
    expect(front).toMatchObject({ name: 'קדמת האולם', label: 'Front stalls', texts })
    const table = { columns: ['Regular', 'Soldier'], cells: { [front?.key ?? '']: [{ price: '90' }, { price: '60' }] } }
    const plan = planOf(table, front ? [front] : [])
    expect(plan?.cells.map(({ name, texts: own }) => [name, own])).toEqual([
      ['קדמת האולם', texts],
      ['קדמת האולם, Soldier', undefined],
    ])
  })

  it('places and areas are counted by category', () => {
    expect(categoriesOf(theatre(), 'he').map(({ places }) => places)).toEqual([140, 308, 152])
    expect(categoriesOf(park(), 'he').every(({ places }) => places > 0)).toBe(true)
  })

  it('a table of nothing is one empty column', () => {
    expect(tableOf([gold], [], [], 'רגיל')).toEqual({ columns: ['רגיל'], cells: { g: [{ price: '' }] } })
  })

  it('saved ticket types are read back into the columns that they were written from', () => {
    const types = [type('1', 'זהב', 280), type('2', 'זהב, חיילים', 240), type('3', 'אחורי', 170)]
    const table = tableOf([gold, back], types, [price('g', '1'), price('g', '2'), price('b', '3')], 'רגיל')
    expect(table.columns).toEqual(['רגיל', 'חיילים'])
    expect(table.cells['b']).toEqual([{ uuid: '3', price: '170' }, { price: '' }])
    expect(planOf(table, [gold, back])?.cells.map(({ name }) => name)).toEqual(['זהב', 'זהב, חיילים', 'אחורי'])
  })

  it('an emptied price takes its ticket type off, and one that cannot be read stops the saving', () => {
    const table = tableOf([gold], [type('1', 'זהב', 280)], [price('g', '1')], 'רגיל')
    expect(planOf(setCell(table, 'g', 0, ' '), [gold])).toEqual({ cells: [], removed: ['1'] })
    expect(planOf(setCell(table, 'g', 0, '12.345'), [gold])).toBeUndefined()
  })

  it('a new column begins empty, and a full hall counts the highest price', () => {
    const table = setCell(addColumn(setCell(tableOf([gold], [], [], 'רגיל'), 'g', 0, '100'), 'VIP'), 'g', 1, '150.50')
    expect(table.columns).toEqual(['רגיל', 'VIP'])
    expect(soldOutAmount(table, gold)).toBe(80 * 15_050)
  })

  it('another map takes over the prices of categories with the same names', () => {
    const table = setCell(tableOf([gold, back], [], [], 'רגיל'), 'g', 0, '100')
    const other = tableFor(
      table,
      [gold, back],
      [
        { ...gold, key: 'x' },
        { ...back, key: 'y', name: 'יציע' },
      ],
    )
    expect(other.cells).toEqual({ x: [{ price: '100' }], y: [{ price: '' }] })
  })
})
