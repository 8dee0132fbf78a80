import type { Event } from '@kartis/contract/events.ts'
import { reportLines } from '@kartis/contract/report-lines.ts'
import { dayText, percentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { HowComputed } from '../../shared/how-computed.tsx'
import type { MoneyLine } from '../../shared/money-lines.tsx'
import { useCardRates } from '../../shared/use-card-rates.ts'
import { useTicketFee, whyFeesStay } from '../../shared/use-ticket-fee.ts'
import style from './expected-payout.module.css'
import { useEventReport } from './use-event.ts'

interface Props {
  readonly uuid: string
  /** The event's time zone. */
  readonly zone: string
}

/** What the event pays out if nothing more happens: the payout report as of now, which its statement settles. */
export function ExpectedPayout({ uuid, zone }: Props) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const event = useEventReport(uuid, true).data
  const report = event?.report
  const lines = useLines(event)
  if (!event || !report || (report.totals.orders_by_cc.total_amount === 0 && report.calculations.fees_total === 0))
    return null
  const { neto_deposit: net } = report.calculations
  const isCancelled = event.cancelled_at !== null
  const how = isCancelled ? (net < 0 ? 'cancelled_debt' : 'cancelled') : net < 0 ? 'debt' : 'how'
  const { due_at: due } = report.payout
  return (
    <Card title={t(isCancelled ? 'expected.cancelled_title' : 'expected.title')}>
      <p className={style.figure}>
        <Money shekels={net} big />
      </p>
      <Soft small>{t(`expected.${how}`)}</Soft>
      {due !== null && net > 0 && !isCancelled && (
        <Soft small>{t('expected.on', { day: dayText(due, lang, zone) })}</Soft>
      )}
      <HowComputed label={t('expected.open')} lines={lines} />
    </Card>
  )
}

/** From revenue to the net, in the words of the payout report; lines of zero are missing. */
const useLines = (event: Event | undefined): readonly MoneyLine[] => {
  const { t } = useTranslation('summary')
  const lang = useLang()
  const rates = useCardRates()
  const ticketFee = useTicketFee()
  if (!event?.report) return []
  const { report } = event
  const { calculations } = report
  const hints: Partial<Record<string, MoneyLine['hint']>> = {
    elsewhere: t('ledger.elsewhere_hint'),
    clearing: rates(report),
    tickets: ticketFee(calculations, whyFeesStay(event)),
    vat: percentText(calculations.vat_percent, lang),
  }
  const all = reportLines(report)
  return all
    .slice(all.findIndex(({ line }) => line === 'revenue'))
    .filter(({ line, amount }) => line === 'net' || (line !== 'card' && amount !== 0))
    .map(({ line, amount }) => ({
      key: line,
      name: line === 'net' && amount < 0 ? t('debt') : t(`ledger.${line}`, { number: report.payout.statement?.number }),
      hint: hints[line],
      shekels: amount,
      sum: line === 'net',
    }))
}
