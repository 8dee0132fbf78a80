import type { CompiledMap } from '@kartis/seat-map/model/compile.ts'
import { type ShortStretch, shortStretches } from '@kartis/seat-map/model/short-stretches.ts'
import { commaText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** How many rows are named. */
const NAMED = 6

/** Rows with such stretches, each once. */
const rowsOf = (stretches: readonly ShortStretch[]) => [
  ...new Map(stretches.map((stretch) => [`${stretch.section}/${stretch.row}`, stretch])).values(),
]

/** Where the strict rule of single seats has no other way to offer: buyers may leave one there. */
export function StretchesNote({ map }: { readonly map: CompiledMap }) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const stretches = useMemo(() => shortStretches(map), [map])
  if (stretches.length === 0) return null
  const rows = rowsOf(stretches)
  const named = rows.slice(0, NAMED).map(({ section, row }) => t('orphans.row', { section, row }))
  const more = rows.length > NAMED ? [t('orphans.more_rows', { count: rows.length - NAMED })] : []
  return (
    <Note>{t('orphans.no_other_way', { count: stretches.length, rows: commaText([...named, ...more], lang) })}</Note>
  )
}
