import type { TicketType } from '@kartis/contract/tickets.ts'
import { listText } from '@kartis/i18n/format.ts'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorsOf } from '../../shared/field-errors.ts'
import { columnOfType, type PricedCategory, type PriceTable, withCreated } from './price-table.ts'
import type { RefusedCell } from './prices-card.tsx'
import { useSaveSeating } from './seating-queries.ts'

/** Saves the hall; what the server says of a price is shown in its cell. */
export const useSaving = (event: string, { table, setTable, categories }: Priced) => {
  const { i18n } = useTranslation('validation')
  const [refused, setRefused] = useState<RefusedCell>()
  const categoryOf = (category: string) => categories.find(({ key }) => key === category)
  const saving = useSaveSeating(event, {
    onCreated: ({ category, name }, uuid) =>
      setTable((before) => withCreated(before, categoryOf(category), { name, uuid })),
    onRefused: ({ category, name }, error) => {
      const [text] = Object.values(fieldErrorsOf(i18n, error))
      const column = columnOfType(table, categoryOf(category), name)
      const price = table.cells[category]?.[column]?.price ?? ''
      setRefused(text === undefined ? undefined : { category, column, price, text })
    },
  })
  return { saving, refused }
}

interface Priced {
  readonly table: PriceTable
  readonly setTable: (change: (before: PriceTable) => PriceTable) => void
  readonly categories: readonly PricedCategory[]
}

/** A price that was emptied takes its ticket type off: asked first, because buyers see it at once. */
export const useRemovalQuestion = (types: readonly TicketType[]) => {
  const { t } = useTranslation('seating')
  const lang = useLang()
  return async (removed: readonly string[]): Promise<boolean> => {
    const names = types.filter(({ uuid }) => removed.includes(uuid)).map(({ name }) => name)
    if (names.length === 0) return true
    return confirm({
      title: t('removal.title', { names: listText(names, lang) }),
      text: t('removal.text', { count: names.length }),
      action: t('removal.action'),
      danger: true,
    })
  }
}
