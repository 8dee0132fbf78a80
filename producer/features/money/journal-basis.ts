import type { Journal } from '@kartis/contract/ledger.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'

/** What a fee was computed of, `5% of ₪120.00` or `37 tickets × ₪1.50`, and the state of a payout; false for everything else. */
export const useJournalBasis = (): ((journal: Journal) => string | false) => {
  const { t } = useTranslation(['ledger', 'states'])
  const lang = useLang()
  return ({ fee_of: of, fee_for: tickets, payout_status: payout }) => {
    if (payout !== null) return t('ledger:payout_state', { state: t(`states:payout.${payout}`) })
    if (of)
      return t('ledger:basis.percent', {
        rate: percentText(of.percent, lang, 2),
        base: moneyText(toAgorot(of.base_amount), lang),
      })
    return (
      tickets !== null &&
      t('ledger:basis.tickets', { count: tickets.tickets, price: moneyText(toAgorot(tickets.price), lang) })
    )
  }
}
