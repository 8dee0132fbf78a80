import type { ColumnType } from 'kysely'

/** timestamptz: a Date when read, a Date or ISO text when written. */
export type Stamp = ColumnType<Date, Date | string, Date | string>
export type GeneratedStamp = ColumnType<Date, Date | string | undefined, Date | string>
export type StampOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** jsonb: parsed when read, JSON text when written. */
export type Json<T> = ColumnType<T, string, string>
export type JsonOrNull<T> = ColumnType<T, string | null | undefined, string | null>
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>

export interface MessageAttachment {
  name: string
  file_key: string
  content_type: string
}
