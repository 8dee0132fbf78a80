import type { EventReport } from '@kartis/contract/event-figures.ts'
import { ticketFee } from '@kartis/contract/report-lines.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'

/**
 * How the fee for free tickets was computed: their number times the fee for one; nothing without free tickets. Of an event that
 * was cancelled, or would be, after it had begun also why the fee stays.
 */
export const useTicketFee = () => {
  const { t } = useTranslation('summary')
  const lang = useLang()
  return (calculations: EventReport['calculations'], stays?: 'stay' | 'begun' | false): string | undefined => {
    const fee = ticketFee(calculations)
    if (fee === undefined) return undefined
    const times = t('ledger.tickets_of', { count: calculations.free_tickets, price: moneyText(fee, lang) })
    return stays ? `${times} · ${t(`ledger.tickets_${stays}`)}` : times
  }
}

/** Whether an event was cancelled after it had begun. */
export const isCancelledLate = (event: { readonly cancelled_at: string | null; readonly starts_at: string }): boolean =>
  event.cancelled_at !== null && Date.parse(event.cancelled_at) >= Date.parse(event.starts_at)
