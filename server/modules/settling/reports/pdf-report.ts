import type { Lang } from '@kartis/i18n/lang.ts'

export interface PrintedLine {
  readonly label: string
  readonly value: string
  /** `sum` is the sum of the lines above it, `head` is the result. */
  readonly role?: 'sum' | 'head'
}

export interface PrintedTable {
  readonly title: string
  readonly head: readonly string[]
  /** As many cells as `head`, which may be empty; the first is a name. */
  readonly rows: readonly (readonly string[])[]
  readonly note?: string
  /** How the width is divided; by default the first column is wider and the others are alike. */
  readonly shares?: readonly number[]
  /** Every cell is a text, none a figure at the end of its column. */
  readonly texts?: boolean
}

/** A report as plain texts, for the renderer, which has neither database nor translations. */
export interface PrintedReport {
  readonly lang: Lang
  readonly rightToLeft: boolean
  readonly title: string
  readonly brand: string
  readonly account: string
  readonly days: string
  readonly made: string
  /** Figures at the top: label, value, and the change from the previous period. */
  readonly figures: readonly { readonly label: string; readonly value: string; readonly change: string }[]
  readonly ledgerTitle: string
  readonly ledger: readonly PrintedLine[]
  readonly tables: readonly PrintedTable[]
  readonly notes: readonly string[]
  /** `{page}` and `{pages}` are filled in by the renderer. */
  readonly pageOf: string
}
