import type { EventSettings } from '@kartis/contract/events.ts'
import { netOfTicket, serviceFeeOn } from '@kartis/domain/service-fee.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { readPrice } from '../../shared/typed-numbers.ts'
import { termsOf } from './net-of-ticket.ts'
import { useFeeContract } from './ticket-queries.ts'

interface NetHintProps {
  readonly event: string
  readonly typed: string
  readonly feePayer: EventSettings['fee_payer']
}

/** What a ticket at the typed price leaves and what buyers pay for it; nothing for a price that is not complete. */
export function NetHint({ event, typed, feePayer }: NetHintProps) {
  const { t } = useTranslation('tickets')
  const lang = useLang()
  const { data: contract } = useFeeContract(event)
  const price = readPrice(typed)
  if (!contract || typeof price === 'string') return null
  const terms = termsOf(contract)
  const fee = feePayer === 'buyers' ? serviceFeeOn(price, terms) : 0
  const net = netOfTicket(price + (fee ?? 0), terms)
  const vat = percentText(contract.vat_percent, lang)
  const percent = percentText(contract.handle_fee_cc_percent, lang)
  if (net < 0)
    return (
      <div aria-live="polite">
        <Soft small>{t('edit.net_free', { sum: moneyText(-net, lang) })}</Soft>
      </div>
    )
  return (
    <div aria-live="polite">
      {fee !== undefined && fee > 0 && (
        <p>
          <b>{t('edit.buyers_pay', { sum: moneyText(price + fee, lang), fee: moneyText(fee, lang) })}</b>
        </p>
      )}
      <b>{t('edit.net', { sum: moneyText(net, lang) })}</b>
      <Soft small>{t(feePayer === 'buyers' ? 'edit.net_added' : 'edit.net_how', { percent, vat })}</Soft>
    </div>
  )
}
