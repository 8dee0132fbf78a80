import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { ADJUSTMENTS } from '@kartis/contract/report-lines.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { needsChoice } from '@kartis/domain/refund-run.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { Lines, type MoneyLine } from '../../shared/money-lines.tsx'
import { useCardRates } from '../../shared/use-card-rates.ts'
import { useTicketFee } from '../../shared/use-ticket-fee.ts'
import style from './refunds.module.css'

type After = NonNullable<RefundRun['payout_after']>

/** What the event leaves once its orders are refunded: the fees that stay, by kind, and the debt or the payout that results. */
export function AfterCard({ run }: { readonly run: RefundRun }) {
  const { t } = useTranslation(['refund-runs', 'summary'])
  const lang = useLang()
  const after = run.payout_after
  const lines = useLines(after)
  if (!after || run.preview.orders === 0) return null
  const { neto_deposit: net, free_tickets: free } = after.calculations
  const amount = moneyText(Math.abs(toAgorot(net)), lang)
  return (
    <Card
      title={t(needsChoice(run.kind) ? 'refund-runs:screen.after.title_ask' : 'refund-runs:screen.after.title')}
      action={
        <b className={style.after}>
          <Money shekels={net} big />
        </b>
      }
    >
      <Stack>
        <p>{t(`refund-runs:screen.after.${net < 0 ? 'debt' : net === 0 ? 'nothing' : 'payout'}`, { amount })}</p>
        {after.after_start && free > 0 && (
          <Note state={net < 0 ? 'warn' : 'info'}>{t('refund-runs:screen.after.begun')}</Note>
        )}
        {lines.length > 1 && (
          <details className={style.how}>
            <summary>{t('refund-runs:screen.after.how')}</summary>
            <Lines lines={lines} />
          </details>
        )}
      </Stack>
    </Card>
  )
}

/** In the words of the payout report; lines of zero are missing. */
const useLines = (after: After | null): readonly MoneyLine[] => {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const rates = useCardRates()
  const ticketFee = useTicketFee()
  if (!after) return []
  const { calculations, orders_by_cc: cards } = after
  const lines: readonly (Omit<MoneyLine, 'name'> & { readonly key: Parameters<typeof lineName>[0] })[] = [
    { key: 'card', shekels: cards.total_amount },
    {
      key: 'clearing',
      shekels: 0 - calculations.handle_fee_cc.total,
      hint: rates({ totals: { orders_by_cc: cards }, calculations }),
    },
    {
      key: 'tickets',
      shekels: 0 - calculations.handle_fee,
      hint: ticketFee(calculations, after.after_start && 'begun'),
    },
    { key: 'vat', shekels: 0 - calculations.vat, hint: percentText(calculations.vat_percent, lang) },
    ...ADJUSTMENTS.map((key) => ({ key, shekels: after.adjustments[key] })),
  ]
  const lineName = (key: 'card' | 'clearing' | 'tickets' | 'vat' | (typeof ADJUSTMENTS)[number]) => t(`ledger.${key}`)
  const { settled_amount: settled, since_amount: since } = after
  return [
    ...lines.filter(({ shekels }) => shekels !== 0).map((line) => ({ ...line, name: lineName(line.key) })),
    {
      key: 'net',
      name: t(calculations.neto_deposit < 0 ? 'debt' : 'ledger.net'),
      shekels: calculations.neto_deposit,
      sum: true,
    },
    ...(settled === null
      ? []
      : [
          { key: 'settled', name: t('ledger.settled_before'), shekels: settled },
          { key: 'since', name: t('ledger.since'), shekels: since },
        ]),
  ]
}
