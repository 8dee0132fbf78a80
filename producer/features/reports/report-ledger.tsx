import { ADJUSTMENTS } from '@kartis/contract/report-lines.ts'
import type { Settlement } from '@kartis/contract/reports.ts'
import { percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import style from './reports.module.css'

const KINDS = ['regular', 'special', 'tourist'] as const

/** Sales and fee by card type, the fee for free tickets, VAT, and the net payout. */
export function ReportLedger({ settlement }: { readonly settlement: Settlement }) {
  const { t } = useTranslation('reports')
  const { orders_by_cc: cards, handle_fee_cc: fees, payouts } = settlement
  const lang = useLang()
  if (settlement.events === 0)
    return (
      <Card title={t('ledger.title_none')}>
        <Soft>{t('ledger.empty')}</Soft>
      </Card>
    )
  const rate = settlement.vat_percent === null ? '' : percentText(settlement.vat_percent, lang)
  const states = (['paid', 'since', 'pending', 'not_due'] as const).filter((state) => payouts[state] !== 0)
  return (
    <Card title={t('ledger.title', { count: settlement.events })}>
      <Stack>
        <div className={style.scroll}>
          <table className={style.ledger}>
            <thead>
              <tr>
                <th scope="col">{t('ledger.kind')}</th>
                <th scope="col">{t('ledger.turnover')}</th>
                <th scope="col">{t('ledger.fee')}</th>
              </tr>
            </thead>
            <tbody>
              {KINDS.map((kind) => (
                <tr key={kind}>
                  <th scope="row">{t(`ledger.${kind}`)}</th>
                  <td>
                    <Money shekels={cards[`total_amount_${kind}`]} />
                  </td>
                  <td>
                    <Money shekels={fees[kind]} />
                  </td>
                </tr>
              ))}
              <tr>
                <th scope="row" colSpan={2}>
                  {t('ledger.free', { count: settlement.free_tickets })}
                  {settlement.free_tickets > 0 && settlement.ticket_fee !== null && (
                    <>
                      {' '}
                      × <Money shekels={settlement.ticket_fee} />
                    </>
                  )}
                </th>
                <td>
                  <Money shekels={settlement.handle_fee} />
                </td>
              </tr>
              <tr>
                <th scope="row" colSpan={2}>
                  {t('ledger.vat', { rate })}
                </th>
                <td>
                  <Money shekels={settlement.vat} />
                </td>
              </tr>
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('ledger.total')}</th>
                <td>
                  <Money shekels={cards.total_amount} />
                </td>
                <td>
                  <Money shekels={settlement.deductions_total} />
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
        {ADJUSTMENTS.filter((name) => settlement.adjustments[name] !== 0).map((name) => (
          <Soft key={name}>
            {t(`ledger.${name}`)} <Money shekels={settlement.adjustments[name]} ledger />
          </Soft>
        ))}
        <p className={style.net}>
          <span>{t('ledger.net')}</span>
          <b>
            <Money shekels={settlement.neto_deposit} big />
          </b>
        </p>
        {settlement.service_fee > 0 && (
          <Soft>
            {t('ledger.service_fee')} <Money shekels={settlement.service_fee} />
          </Soft>
        )}
        <ul className={style.states}>
          {states.map((state) => (
            <li key={state}>
              <span>{t(`payout.${state}`)}</span>
              <Money shekels={payouts[state]} />
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  )
}
