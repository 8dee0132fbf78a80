import { parsedJson, readItem, writeItem } from '../../shared/local-storage.ts'

/** Tickets of a sold-out event, or a message when the sale opens. */
export type ListKind = 'sold_out' | 'sale_opens'

/** An entry on a waiting list that this browser made without a sign-in. The token deletes it. */
export interface SavedEntry {
  readonly kind: ListKind
  readonly uuid: string
  readonly token: string
  /** As people write it. */
  readonly phone: string
}

const keyOf = (event: string, kind: ListKind): string => `kartis.list.${event}.${kind}`

export const readEntry = (event: string, kind: ListKind): SavedEntry | undefined =>
  parsedJson(readItem(keyOf(event, kind))) as SavedEntry | undefined

/** Undefined removes it. Without storage (embedded pages) only a signed-in phone finds its entry again. */
export const saveEntry = (event: string, kind: ListKind, entry: SavedEntry | undefined): void =>
  writeItem(keyOf(event, kind), entry && JSON.stringify(entry))
