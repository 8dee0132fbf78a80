import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { payoutLines, type ReportLine } from '@kartis/contract/report-lines.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { needsChoice } from '@kartis/domain/refund-run.ts'
import { moneyText, percentText } from '@kartis/i18n/format.ts'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { HowComputed } from '../../shared/how-computed.tsx'
import type { MoneyLine } from '../../shared/money-lines.tsx'
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
        {lines.length > 1 && <HowComputed label={t('refund-runs:screen.after.how')} lines={lines} />}
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
  const { calculations, orders_by_cc: cards, settled_amount: settled, since_amount: since } = after
  const hints: Partial<Record<ReportLine['line'], MoneyLine['hint']>> = {
    clearing: rates({ totals: { orders_by_cc: cards }, calculations }),
    tickets: ticketFee(calculations, after.after_start && 'begun'),
    vat: percentText(calculations.vat_percent, lang),
  }
  const left: readonly ReportLine[] = [{ line: 'card', amount: cards.total_amount }, ...payoutLines(after)]
  return [
    ...left
      .filter(({ line, amount }) => line === 'net' || amount !== 0)
      .map(({ line, amount }) => ({
        key: line,
        name: line === 'net' && amount < 0 ? t('debt') : t(`ledger.${line}`),
        hint: hints[line],
        shekels: amount,
        sum: line === 'net',
      })),
    ...(settled === null
      ? []
      : [
          { key: 'settled', name: t('ledger.settled_before'), shekels: settled },
          { key: 'since', name: t('ledger.since'), shekels: since },
        ]),
  ]
}
