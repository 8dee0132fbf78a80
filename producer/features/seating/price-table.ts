import type { TicketType } from '@kartis/contract/tickets.ts'
import { textIn } from '@kartis/domain/localized-text.ts'
import type { SeatRules } from '@kartis/domain/seats.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import { readPrice } from '../../shared/typed-numbers.ts'

/** A category of an edition with what it holds. */
export interface PricedCategory {
  readonly key: string
  /** As it is stored: ticket types are named after it. */
  readonly name: string
  /** In the language of the reader. */
  readonly label: string
  readonly texts?: MapDocument['categories'][number]['texts']
  /** Its position among the categories: the colour that the drawing gives it. */
  readonly position: number
  /** Places, and the capacity of its areas. */
  readonly places: number
}

/** The categories of a document that have places, in their order. */
export const categoriesOf = (document: MapDocument, lang: Lang): PricedCategory[] => {
  const map = compile(document)
  const counts = new Map<string, number>()
  for (const index of map.category) {
    const key = map.categories[index] ?? ''
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const { category, capacity } of document.areas)
    if (category !== null) counts.set(category, (counts.get(category) ?? 0) + capacity)
  return document.categories
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id, name, texts }, position) => ({
      key: id,
      name,
      label: textIn(texts ?? {}, lang, 'name') ?? name,
      ...(texts && { texts }),
      position,
      places: counts.get(id) ?? 0,
    }))
    .filter(({ places }) => places > 0)
}

/** A price of a category for one kind of buyer. It is a ticket type of its own; without a uuid it does not exist yet. */
export interface PriceCell {
  readonly uuid?: string
  /** As typed, in shekels; empty: not sold so. */
  readonly price: string
}

/** A row a category, a column a kind of buyer. The first column is the regular price. */
export interface PriceTable {
  readonly columns: readonly string[]
  /** By the key of the category, in the order of the columns. */
  readonly cells: Readonly<Record<string, readonly PriceCell[]>>
}

export interface Price {
  readonly category: string
  readonly events_ticket_uuid: string
}

/** How a ticket type reads: the category alone at the regular price, else with the kind of buyer. */
export const typeName = (category: string, column: string, isFirst: boolean): string =>
  (isFirst ? category : `${category}, ${column}`).slice(0, 120)

const columnOf = ({ name }: TicketType, category: string, regular: string): string =>
  name === category ? regular : name.startsWith(`${category}, `) ? name.slice(category.length + 2) : name

/** The table of what an event sells; without prices an empty column. */
export const tableOf = (
  categories: readonly PricedCategory[],
  types: readonly TicketType[],
  prices: readonly Price[],
  regular: string,
): PriceTable => {
  const byUuid = new Map(types.map((type) => [type.uuid, type]))
  const columns = [regular]
  const found = new Map<string, Map<string, PriceCell>>()
  for (const { category: key, events_ticket_uuid: uuid } of prices) {
    const type = byUuid.get(uuid)
    const category = categories.find((each) => each.key === key)
    if (!type || !category) continue
    const column = columnOf(type, category.name, regular)
    if (!columns.includes(column)) columns.push(column)
    const row = found.get(key) ?? new Map<string, PriceCell>()
    found.set(
      key,
      row.set(column, { uuid, price: Number.isInteger(type.price) ? String(type.price) : type.price.toFixed(2) }),
    )
  }
  return {
    columns,
    cells: Object.fromEntries(
      categories.map(({ key }) => [key, columns.map((column) => found.get(key)?.get(column) ?? { price: '' })]),
    ),
  }
}

export const setCell = (table: PriceTable, category: string, column: number, price: string): PriceTable => ({
  ...table,
  cells: {
    ...table.cells,
    [category]: table.columns.map((_, index) => {
      const cell = table.cells[category]?.[index] ?? { price: '' }
      return index === column ? { ...cell, price } : cell
    }),
  },
})

/** The column that a ticket type of a category is saved from; -1: none. */
export const columnOfType = (table: PriceTable, category: PricedCategory | undefined, type: string): number =>
  table.columns.findIndex((column, index) => typeName(category?.name ?? '', column, index === 0) === type)

/** The table after a ticket type was created from one of its cells. */
export const withCreated = (
  table: PriceTable,
  category: PricedCategory | undefined,
  { name, uuid }: { readonly name: string; readonly uuid: string },
): PriceTable => {
  const column = columnOfType(table, category, name)
  if (!category) return table
  const cells = (table.cells[category.key] ?? []).map((cell, index) =>
    index === column && cell.uuid === undefined ? { ...cell, uuid } : cell,
  )
  return { ...table, cells: { ...table.cells, [category.key]: cells } }
}

export const addColumn = (table: PriceTable, name: string): PriceTable => ({
  columns: [...table.columns, name],
  cells: Object.fromEntries(Object.entries(table.cells).map(([key, cells]) => [key, [...cells, { price: '' }]])),
})

export const renameColumn = (table: PriceTable, column: number, name: string): PriceTable => ({
  ...table,
  columns: table.columns.map((before, index) => (index === column ? name : before)),
})

/** The same prices for the categories of another map, by their names. */
export const tableFor = (
  table: PriceTable,
  before: readonly PricedCategory[],
  after: readonly PricedCategory[],
): PriceTable => ({
  columns: table.columns,
  cells: Object.fromEntries(
    after.map(({ key, name }) => {
      const same = before.find((category) => category.name === name)
      return [key, (same && table.cells[same.key]) ?? table.columns.map(() => ({ price: '' }))]
    }),
  ),
})

interface SavedCell {
  readonly category: string
  readonly uuid: string | undefined
  readonly name: string
  /** Of a new ticket type at the regular price: that of its category. */
  readonly texts?: PricedCategory['texts']
  /** Shekels. */
  readonly price: number
  readonly places: number
}

export interface PricePlan {
  /** In the order in which buyers see them. */
  readonly cells: readonly SavedCell[]
  /** Ticket types that are sold no more. */
  readonly removed: readonly string[]
}

/** What has to be saved; undefined where a price cannot be read. */
export const planOf = (table: PriceTable, categories: readonly PricedCategory[]): PricePlan | undefined => {
  const cells: SavedCell[] = []
  const removed: string[] = []
  for (const { key, name, texts, places } of categories) {
    for (const [index, { uuid, price: typed }] of (table.cells[key] ?? []).entries()) {
      if (typed.trim() === '') {
        if (uuid !== undefined) removed.push(uuid)
        continue
      }
      const agorot = readPrice(typed)
      if (typeof agorot === 'string') return undefined
      const label = typeName(name, table.columns[index] ?? '', index === 0)
      const isTranslated = index === 0 && uuid === undefined && texts !== undefined
      cells.push({ category: key, uuid, name: label, ...(isTranslated && { texts }), price: agorot / 100, places })
    }
  }
  return { cells, removed }
}

/** What is saved of a table and the rules, as text: two of them are equal where saving would change nothing. */
export const contentOf = ({ columns, cells }: PriceTable, rules: SeatRules): string =>
  JSON.stringify([
    columns,
    Object.entries(cells).map(([category, row]) => [category, ...row.map(({ price }) => readTyped(price))]),
    [rules.pick, rules.orphans],
  ])

const readTyped = (price: string): number | string => (price.trim() === '' ? '' : readPrice(price))

/** Agorot if every place is sold at the highest price of its category; a price that cannot be read counts as none. */
export const soldOutAmount = (table: PriceTable, category: PricedCategory): number =>
  category.places *
  Math.max(
    0,
    ...(table.cells[category.key] ?? []).map(({ price }) => {
      const agorot = readPrice(price)
      return typeof agorot === 'number' ? agorot : 0
    }),
  )
