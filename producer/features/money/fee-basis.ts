import type { Journal } from '@kartis/contract/ledger.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'

/** What a fee was computed of: `5% of ₪120.00`, `37 tickets × ₪1.50`; false for everything else. */
export const useFeeBasis = (): ((journal: Journal) => string | false) => {
  const { t } = useTranslation('ledger')
  const lang = useLang()
  return ({ fee_of: of, fee_for: tickets }) => {
    if (of)
      return t('basis.percent', {
        rate: percentText(of.percent, lang, 2),
        base: moneyText(toAgorot(of.base_amount), lang),
      })
    return (
      tickets !== null &&
      t('basis.tickets', { count: tickets.tickets, price: moneyText(toAgorot(tickets.price), lang) })
    )
  }
}
