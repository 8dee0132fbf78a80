import type { RowScheme } from '@kartis/seat-map/commands/row-naming.ts'

/** The first names of each scheme, alike in every language. */
export const SCHEME_SAMPLES: Readonly<Record<RowScheme, string>> = {
  א: 'א, ב, ג',
  '1': '1, 2, 3',
  A: 'A, B, C',
  אב: 'י, כ, ל',
}
