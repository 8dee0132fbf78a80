import type { Event } from '@kartis/contract/events.ts'
import { percentOf, toAgorot } from '@kartis/domain/money.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'

type Contract = NonNullable<Event['accounts_contract']>

/** What so many free tickets cost the producer, VAT included, in agorot: VAT is rounded once, as in the payout report. */
export const feeOfTickets = (contract: Contract, tickets: number): number => {
  const fee = toAgorot(contract.handle_fee_ticket_amount) * tickets
  return contract.ticket_fee_includes_vat ? fee : fee + percentOf(fee, Math.round(contract.vat_percent * 100))
}

/** The fee for the invitations, shown before they are sent. */
export function InvitationFee({ event, tickets }: { readonly event: Event; readonly tickets: number }) {
  const { t } = useTranslation('invitations')
  const lang = useLang()
  const contract = event.accounts_contract
  if (!contract || contract.handle_fee_ticket_amount <= 0) return null
  const amount = moneyText(toAgorot(contract.handle_fee_ticket_amount), lang)
  const vat = percentText(contract.vat_percent, lang)
  return (
    <Note>
      <span>{t(contract.ticket_fee_includes_vat ? 'invite.fee_with_vat' : 'invite.fee', { amount, vat })}</span>
      {tickets > 0 && <b> {t('invite.fee_total', { amount: moneyText(feeOfTickets(contract, tickets), lang) })}</b>}
    </Note>
  )
}
