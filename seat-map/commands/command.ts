import type { MapDocument, Row, Table } from '../model/document.ts'

/** A pure change of a document: every button, shortcut and drag of the editor is one, and so is every call that writes a part. */
export type Command = (document: MapDocument) => MapDocument

/** The highest key that a place of the group ever had. */
export const highestKey = ({ keys, count, last_key: last = 0 }: Row | Table): number =>
  Math.max(last, keys ? Math.max(0, ...keys) : count)

/** What a row or a table has of its places when their number changes. Keys that are taken away are never used again. */
export const placesWithCount = (
  group: Row | Table,
  count: number,
): Pick<Row, 'count' | 'except'> & Partial<Pick<Row, 'keys' | 'last_key'>> => {
  const before = group.keys ?? Array.from({ length: group.count }, (_, index) => index + 1)
  const highest = highestKey(group)
  const added = Array.from({ length: Math.max(0, count - group.count) }, (_, index) => highest + 1 + index)
  const keys = [...before.slice(0, count), ...added]
  const last = Math.max(highest, ...added)
  const isPlain = keys.every((key, index) => key === index + 1)
  const existing = new Set(keys.map(String))
  return {
    count,
    ...(!isPlain && { keys }),
    ...(last > Math.max(...keys) && { last_key: last }),
    except: Object.fromEntries(Object.entries(group.except).filter(([key]) => existing.has(key))),
  }
}
