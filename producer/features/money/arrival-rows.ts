import type { Balance } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { dayText, moneyText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { TFunction } from 'i18next'
import type { MoneyLine } from '../../shared/money-lines.tsx'

type Arrivals = Balance['parts']['arrivals']

/** Days that have a line of their own; the later ones share one. */
const OWN_LINES = 6

const rowOf = (name: string, arrivals: Arrivals, t: TFunction<'money'>, lang: Lang): MoneyLine => {
  const sum = (of: 'amount' | 'installments_amount'): number =>
    arrivals.reduce((total, arrival) => total + toAgorot(arrival[of]), 0)
  const [amount, installments] = [sum('amount'), sum('installments_amount')]
  return {
    key: name,
    name,
    hint:
      installments === 0
        ? undefined
        : installments === amount
          ? t('arrivals.installments')
          : t('arrivals.with_installments', { amount: moneyText(installments, lang) }),
    shekels: toShekels(amount),
  }
}

/** What the acquirer pays on each of its days. */
export const arrivalRows = (arrivals: Arrivals, t: TFunction<'money'>, lang: Lang): readonly MoneyLine[] => {
  const dayOf = (day: string): string => dayText(`${day}T12:00:00Z`, lang, 'UTC')
  const isLong = arrivals.length > OWN_LINES + 1
  const own = isLong ? arrivals.slice(0, OWN_LINES) : arrivals
  const others = isLong ? arrivals.slice(OWN_LINES) : []
  const last = others.at(-1)
  return [
    ...own.map((arrival) => rowOf(t('arrivals.on', { day: dayOf(arrival.on) }), [arrival], t, lang)),
    ...(last ? [rowOf(t('arrivals.until', { day: dayOf(last.on) }), others, t, lang)] : []),
  ]
}
