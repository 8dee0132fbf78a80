import type { EventReport } from '@kartis/contract/event-figures.ts'
import type { Event } from '@kartis/contract/events.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import { dayText, percentText } from '@kartis/i18n/format.ts'
import { Chip, type ChipProps } from '@kartis/ui/components/chip.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { TicketShape } from '@kartis/ui/components/ticket-shape.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { HeroFigure } from './hero-figure.tsx'
import style from './payout-hero.module.css'

const STATES: Readonly<Record<EventReport['payout']['status'], ChipProps['state']>> = {
  paid: 'good',
  pending: 'warn',
  not_due: 'info',
}

/** What the date on the stub is: a payout that waits has been due since then. */
const DATES = { paid: 'deposited', pending: 'due_since', not_due: 'due' } as const

/** The payout as a ticket: the amount above, bank and date on the stub. */
export function PayoutHero({ event, report }: { readonly event: Event; readonly report: EventReport }) {
  const { t } = useTranslation(['summary', 'states'])
  const lang = useLang()
  const { payout, calculations, totals } = report
  const day = payout.paid_at ?? payout.due_at
  const { statement } = payout
  // What a statement has settled stays: what happens later is on the next one.
  const net = statement?.net_amount ?? calculations.neto_deposit
  const card = totals.orders_by_cc.total_amount
  // No day is awaited where there is nothing to transfer.
  const isNothing = !statement && net === 0
  // Nor of a debt, which statements offset.
  const isDebt = !statement && net < 0
  // A statement that leaves nothing to transfer has settled the event all the same.
  const isSettled = statement?.payout_status === null && payout.status === 'paid'
  const stub = (
    <dl className={style.stub}>
      {!isNothing && !isDebt && (
        <div>
          <dt>{t(isSettled ? 'settled_on' : DATES[payout.status])}</dt>
          <dd>{day === null ? t('no_due') : dayText(day, lang, event.timezone)}</dd>
        </div>
      )}
      <div>
        <dt>{t('to')}</dt>
        <dd>{payout.bank === null ? t('no_bank') : <bdi dir="ltr">{payout.bank}</bdi>}</dd>
      </div>
    </dl>
  )
  return (
    <section aria-label={t('net')}>
      <TicketShape className={style.hero} stub={stub} stubSize="6.5rem" turns="17rem">
        <div className={style.main}>
          <Chip state={isDebt ? 'bad' : isNothing ? 'info' : STATES[payout.status]} className={style.chip}>
            {statement?.payout_status
              ? t(`states:payout.${statement.payout_status}`)
              : t(`status.${isSettled ? 'settled' : isNothing ? 'nothing' : isDebt ? 'debt' : payout.status}`)}
          </Chip>
          <p className={style.soft}>
            {statement && net >= 0 ? t('settled', { number: statement.number }) : t(net < 0 ? 'debt' : 'net')}
          </p>
          <HeroFigure shekels={net} />
          <p className={style.soft}>
            {statement && statement.since_amount !== 0 ? (
              <>
                {t('since')} <Money shekels={statement.since_amount} ledger />
              </>
            ) : net < 0 ? (
              t('debt_text')
            ) : card > 0 ? (
              t('after', { percent: percentText(wholePercent(net, card), lang, 0) })
            ) : (
              t('after_none')
            )}
          </p>
          {payout.status === 'pending' && !statement && net > 0 && <p className={style.soft}>{t('with_statement')}</p>}
        </div>
      </TicketShape>
    </section>
  )
}
