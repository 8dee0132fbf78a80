import type { EventReport } from '@kartis/contract/event-figures.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'

/** How the fee for free tickets was computed: their number times the fee for one; nothing without free tickets. */
export const useTicketFee = () => {
  const { t } = useTranslation('summary')
  const lang = useLang()
  return ({ handle_fee: fee, free_tickets: count }: EventReport['calculations']): string | undefined =>
    count > 0 ? t('ledger.tickets_of', { count, price: moneyText(toAgorot(fee) / count, lang) }) : undefined
}
