import { ADJUSTMENTS } from '@kartis/contract/report-lines.ts'
import type { Balance, EventBalance } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { dayText, moneyText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import type { TFunction } from 'i18next'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import {
  type BalancePart,
  balanceParts,
  isPayoutsPart,
  openPayouts,
  type PayoutsPart,
  upcoming,
  wholeBalance,
} from './balance-parts.ts'
import { Lines, type MoneyLine } from '../../shared/money-lines.tsx'
import { arrivalRows } from './arrival-rows.ts'
import style from './money.module.css'
import { usePayoutState } from './payout-chip.tsx'

/** The whole balance in its parts, each with the lines of which it is made. */
export function PartsCard({ balance }: { readonly balance: Balance }) {
  const { t } = useTranslation('money')
  const parts = balanceParts(balance)
  const shown = parts.filter(({ amount }) => amount > 0)
  return (
    <Card
      title={t('parts.title')}
      action={
        <b className={style.whole}>
          <Money shekels={wholeBalance(balance)} big />
        </b>
      }
    >
      <div className={style.bar} aria-hidden>
        {shown.map(({ name, amount }) => {
          const share: CSSProperties & Record<'--share', number> = { '--share': amount }
          return <span key={name} data-part={name} style={share} />
        })}
      </div>
      <ul className={style.parts}>
        {parts.map((part) => (
          <Part key={part.name} part={part} balance={balance} />
        ))}
      </ul>
      <LedgerNote balance={balance} />
    </Card>
  )
}

function Part({ part: { name, amount }, balance }: { readonly part: BalancePart; readonly balance: Balance }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const stateOf = usePayoutState()
  const lines = isPayoutsPart(name)
    ? openPayouts(balance, name).map(({ status, payouts, amount: shekels }) => ({
        key: status,
        name: <PathLink path={`/money/payouts?status=${status}`}>{stateOf(status).text}</PathLink>,
        hint: t('payouts.count', { count: payouts }),
        shekels,
      }))
    : linesOf(name, balance, t, lang)
  return (
    <li>
      <span className={style.dot} data-part={name} aria-hidden />
      <span>
        <b>{t(`parts.name.${name}`)}</b>
        <span className={style.soft}>{t(`parts.text.${name}`)}</span>
      </span>
      <b>
        <Money shekels={amount} ledger />
      </b>
      <details className={style.how}>
        <summary>{t('parts.how')}</summary>
        <Lines lines={[...lines, { key: 'sum', name: t(`parts.name.${name}`), shekels: amount, sum: true }]} />
      </details>
    </li>
  )
}

/** The whole balance as the ledger has it, for who checks one against the other. */
function LedgerNote({ balance }: { readonly balance: Balance }) {
  const { t } = useTranslation('money')
  const { ledger } = balance.parts
  const rows = (['payable', 'in_transit', 'disputes', 'fees_to_come'] as const).filter((key) => ledger[key] !== 0)
  return (
    <details className={style.how}>
      <summary>{t('parts.ledger.title')}</summary>
      <Lines
        lines={[
          ...rows.map((key) => ({
            key,
            name: <PathLink path={LEDGER_PATHS[key]}>{t(`parts.ledger.${key}`)}</PathLink>,
            shekels: ledger[key],
          })),
          { key: 'sum', name: t('parts.title'), shekels: wholeBalance(balance), sum: true },
        ]}
      />
    </details>
  )
}

const LEDGER_PATHS = {
  payable: '/money/ledger',
  in_transit: '/money/payouts',
  disputes: '/money/disputes',
  fees_to_come: '/money/ledger',
} as const

type T = TFunction<'money'>

/** What is owed for an event after its end is no transfer, but set off against others. */
const lineKey = ({ status, net_amount: net }: EventBalance) => {
  if (status === 'payable') return 'parts.event'
  return net < 0 ? 'parts.event_debt' : 'parts.event_until'
}

/** Of a debt what its fees are made of, and why there are some of an event that was cancelled. */
const feesOf = (
  { net_amount: net, fees, free_tickets: count, cancelled_after_start: isLate }: EventBalance,
  t: T,
  lang: Lang,
) => {
  const text = (shekels: number) => moneyText(toAgorot(shekels), lang)
  if (net >= 0) return []
  return [
    ...(fees.clearing === 0 ? [] : [t('parts.fee_clearing', { sum: text(fees.clearing) })]),
    ...(fees.tickets === 0 ? [] : [t('parts.fee_tickets', { count, sum: text(fees.tickets) })]),
    ...(fees.vat === 0 ? [] : [t('parts.fee_vat', { sum: text(fees.vat) })]),
    ...(isLate && count > 0 ? [t('parts.cancelled_late')] : []),
  ]
}

const eventLine = (event: EventBalance, t: T, lang: Lang): MoneyLine => ({
  key: event.event_uuid,
  name: (
    <PathLink path={`/events/${event.event_uuid}/summery`}>
      <UserText>{event.name}</UserText>
    </PathLink>
  ),
  hint: [
    t(lineKey(event), {
      sales: moneyText(toAgorot(event.sales_amount), lang),
      fees: moneyText(toAgorot(event.deductions_amount), lang),
      day: dayText(event.due_at, lang),
    }),
    ...feesOf(event, t, lang),
    ...ADJUSTMENTS.flatMap((name) => {
      const shekels = event.adjustments[name]
      return shekels === 0 ? [] : t(`parts.${name}`, { sum: moneyText(toAgorot(shekels), lang) })
    }),
  ].join(' · '),
  shekels: event.net_amount,
})

/** What the events beyond those that the reply names come to. */
const othersLine = (events: readonly EventBalance[], whole: number, t: T): MoneyLine[] => {
  const others = toAgorot(whole) - events.reduce((sum, { net_amount: net }) => sum + toAgorot(net), 0)
  return others === 0 ? [] : [{ key: 'others', name: t('parts.others'), shekels: toShekels(others) }]
}

/** Where a line is shown in detail. */
const PATHS = {
  opening: '/money/statements',
  account: '/money/ledger',
  promised: '/money/refunds',
  disputes: '/money/disputes',
} as const

/** What comes from the acquirer and when; what is not of the balance of today is taken off, so that the lines sum to `arriving`. */
const arrivalLines = ({ parts }: Balance, arriving: number, t: T, lang: Lang): readonly MoneyLine[] => {
  const less = toAgorot(arriving) - parts.arrivals.reduce((sum, { amount }) => sum + toAgorot(amount), 0)
  return [
    ...arrivalRows(parts.arrivals, t, lang),
    ...(less === 0 ? [] : [{ key: 'less', name: t('parts.line.not_due'), shekels: toShekels(less) }]),
  ]
}

/** The lines that sum to a part; those of zero are missing. */
const linesOf = (
  name: Exclude<BalancePart['name'], PayoutsPart>,
  balance: Balance,
  t: T,
  lang: Lang,
): readonly MoneyLine[] => {
  const { parts, by_event: events, pending, payable } = balance
  const line = (
    key: 'opening' | 'account' | 'reserve' | 'promised' | 'disputes' | 'arriving',
    shekels: number,
  ): MoneyLine[] => {
    const text = t(`parts.line.${key}`)
    const name = key in PATHS ? <PathLink path={PATHS[key as keyof typeof PATHS]}>{text}</PathLink> : text
    return shekels === 0 ? [] : [{ key, name, shekels }]
  }
  if (name === 'pending') {
    const own = upcoming(balance)
    return [...own.map((event) => eventLine(event, t, lang)), ...othersLine(own, pending, t)]
  }
  if (name === 'reserved')
    return [
      ...line('reserve', parts.reserve),
      ...line('promised', parts.promised_refunds),
      ...line('disputes', parts.disputes),
    ]
  if (name === 'arriving') return arrivalLines(balance, Math.min(payable, parts.not_arrived), t, lang)
  const held = [...line('reserve', -parts.reserve), ...line('promised', -parts.promised_refunds)]
  const isSplit = parts.promised_refunds > 0 && balanceParts(balance).some((part) => part.name === 'debt')
  if (name === 'promised' && isSplit) return held
  const due = events.filter(({ status }) => status === 'payable')
  return [
    ...line('opening', parts.opening_balance),
    ...line('account', parts.account_amount),
    ...due.map((event) => eventLine(event, t, lang)),
    ...othersLine(due, parts.events_amount, t),
    ...(isSplit ? [] : held),
    ...(name === 'transfer' ? line('arriving', -Math.min(payable, parts.not_arrived)) : []),
  ]
}
