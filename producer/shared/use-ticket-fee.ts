import type { EventReport } from '@kartis/contract/event-figures.ts'
import type { Event } from '@kartis/contract/events.ts'
import { ticketFee } from '@kartis/contract/report-lines.ts'
import { isCancelledLate } from '@kartis/domain/cancellation.ts'
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

/** Why the fees of free tickets stay; false where they do not. */
export const whyFeesStay = ({ cancelled_at: at, starts_at: start }: Pick<Event, 'cancelled_at' | 'starts_at'>) =>
  isCancelledLate(at === null ? null : new Date(at), new Date(start)) && 'stay'
