import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { readPrice } from '../../shared/typed-numbers.ts'
import { netOfTicket } from './net-of-ticket.ts'
import { useFeeContract } from './ticket-queries.ts'

/** What a ticket at the typed price leaves after fees and VAT; nothing for a price that is not complete. */
export function NetHint({ event, typed }: { readonly event: string; readonly typed: string }) {
  const { t } = useTranslation('tickets')
  const lang = useLang()
  const { data: contract } = useFeeContract(event)
  const price = readPrice(typed)
  if (!contract || typeof price === 'string') return null
  const net = netOfTicket(price, contract)
  const vat = percentText(contract.vat_percent, lang)
  return (
    <div aria-live="polite">
      {net < 0 ? (
        <Soft small>{t('edit.net_free', { sum: moneyText(-net, lang) })}</Soft>
      ) : (
        <>
          <b>{t('edit.net', { sum: moneyText(net, lang) })}</b>
          <Soft small>{t('edit.net_how', { percent: percentText(contract.handle_fee_cc_percent, lang), vat })}</Soft>
        </>
      )}
    </div>
  )
}
