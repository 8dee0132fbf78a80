import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { pageMeta } from '@kartis/contract/endpoint.ts'

export interface PageOf {
  readonly page: number
  readonly per_page: number
}

export const offsetOf = ({ page, per_page }: PageOf): number => (page - 1) * per_page

/** The envelope of a list: the rows of a page and the total. */
export const viewPage = <T>(
  data: T[],
  total: number,
  { page, per_page }: PageOf,
): { data: T[]; meta: z.infer<typeof pageMeta> } => ({
  data,
  meta: { current_page: page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) },
})

/** The page of a short list whose rows are all at hand. */
export const pageOf = <T>(rows: readonly T[], query: PageOf): ReturnType<typeof viewPage<T>> =>
  viewPage(rows.slice(offsetOf(query), offsetOf(query) + query.per_page), rows.length, query)

/** A LIKE pattern for "contains", with the text's own wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/** What the search field of a list sends where the list declares `or: ['number', 'name']`. */
export interface NumberOrName {
  readonly number?: string | undefined
  readonly name?: string | undefined
}

export interface SearchTerms {
  /** Without spaces around; empty without one. */
  readonly number: string
  readonly name: string
  /** `number` where it is one of at most so many digits as the column has. */
  readonly whole: number | undefined
  readonly isEmpty: boolean
}

export const searchTerms = (or: NumberOrName | undefined, maxDigits: number): SearchTerms => {
  const [number, name] = [or?.number?.trim() ?? '', or?.name?.trim() ?? '']
  const isWhole = /^\d+$/u.test(number) && number.length <= maxDigits
  return { number, name, whole: isWhole ? Number(number) : undefined, isEmpty: number === '' && name === '' }
}

/** The column and direction of a `sort` parameter (`-field` descends), or the fallback. */
export const sortOf = <C extends string>(
  sort: string | undefined,
  columns: Readonly<Record<string, C>>,
  fallback: { column: C; direction: 'asc' | 'desc' },
): { column: C; direction: 'asc' | 'desc' } => {
  const descending = sort?.startsWith('-') ?? false
  const column = sort ? columns[descending ? sort.slice(1) : sort] : undefined
  return column ? { column, direction: descending ? 'desc' : 'asc' } : fallback
}

/** jsonb as text for an insert or update. */
export const asJson = (value: unknown): string => JSON.stringify(value)

/** The condition that rows are of these events; null: of any event. */
export const ofEvents = (column: string, events: readonly string[] | null): RawBuilder<boolean> =>
  events === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...events]}::uuid[])`

export const countAll = sql<string>`count(*)`
