import type { MapDocument, Row, Table } from '../model/document.ts'

/** A pure change of a document: every button, shortcut and drag of the editor is one, and so is every call that writes a part. */
export type Command = (document: MapDocument) => MapDocument

/** The highest key that a place of the group ever had. */
export const highestKey = ({ keys, count, last_key: last = 0 }: Row | Table): number =>
  Math.max(last, keys ? Math.max(0, ...keys) : count)
