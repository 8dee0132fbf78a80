import type { EventReport } from '@kartis/contract/event-figures.ts'
import { ticketFee } from '@kartis/contract/report-lines.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'

/** How the fee for free tickets was computed: their number times the fee for one; nothing without free tickets. */
export const useTicketFee = () => {
  const { t } = useTranslation('summary')
  const lang = useLang()
  return (calculations: EventReport['calculations']): string | undefined => {
    const fee = ticketFee(calculations)
    return fee === undefined
      ? undefined
      : t('ledger.tickets_of', { count: calculations.free_tickets, price: moneyText(fee, lang) })
  }
}
