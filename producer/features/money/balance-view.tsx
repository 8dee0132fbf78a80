import type { Balance, Statement } from '@kartis/contract/statements.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { dayText, moneyText, momentText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Columns, Stack } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { AccountantCard } from './accountant-card.tsx'
import { type BalancePart, balanceParts, dueNow, dueSince, upcoming } from './balance-parts.ts'
import { DueCard } from './due-card.tsx'
import { MoneyHero } from './money-hero.tsx'
import { MoneyRows } from './money-rows.tsx'
import style from './money.module.css'
import { PartsCard } from './parts-card.tsx'
import { usePayoutState } from './payout-chip.tsx'
import { StatementRow } from './statements-view.tsx'
import { UpcomingCard } from './upcoming-card.tsx'
import { useBalance, useStatements } from './use-money.ts'
import { WaitingCard } from './waiting-card.tsx'

const RECENT = 3

/** What is owed now, what comes when, and how each sum is computed. */
export function BalanceView() {
  const { t } = useTranslation('money')
  const balance = useBalance()
  const statements = useStatements(1, { perPage: RECENT })
  return (
    <WhenLoaded query={balance}>
      {(balance) =>
        balance.by_event.length === 0 && balance.payable === 0 && statements.data?.meta.total === 0 ? (
          <Stack gap="wide">
            <EmptyState title={t('balance.empty')} text={t('balance.empty_text')} />
            <AccountantCard />
          </Stack>
        ) : (
          <Stack gap="wide">
            <Columns
              aside={
                <>
                  <WaitingCard />
                  <DueCard />
                </>
              }
            >
              <Hero balance={balance} last={statements.data?.data[0]} />
              <PartsCard balance={balance} />
              {statements.data && statements.data.meta.total > 0 && (
                <Card
                  title={t('tabs.statements')}
                  action={
                    <PathLink path="/money/statements" className={style.all}>
                      {t('statements.all')}
                    </PathLink>
                  }
                >
                  <MoneyRows>
                    {statements.data.data.map((statement) => (
                      <StatementRow key={statement.uuid} statement={statement} />
                    ))}
                  </MoneyRows>
                </Card>
              )}
            </Columns>
            <UpcomingCard events={upcoming(balance)} />
            <AccountantCard />
          </Stack>
        )
      }
    </WhenLoaded>
  )
}

/** The sum of the hero with its words: what is to be transferred, a debt, or what is held for buyers and no debt. */
const mainSum = ({ name, amount }: BalancePart, { as_of: asOf, parts }: Balance, t: TFunction<'money'>, lang: Lang) => {
  if (name === 'debt') return { label: t('balance.debt'), shekels: amount, under: t('balance.debt_text') }
  if (name === 'promised')
    return {
      label: t('balance.promised'),
      shekels: parts.promised_refunds,
      under: t('balance.promised_text', { over: moneyText(-toAgorot(amount), lang) }),
    }
  return { label: t('balance.net'), shekels: amount, under: t('balance.as_of', { moment: momentText(asOf, lang) }) }
}

interface HeroProps {
  readonly balance: Balance
  readonly last: Statement | undefined
}

/** What is to be transferred; once a statement took all of it, its payout until the bank has it. */
function Hero({ balance, last }: HeroProps) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const stateOf = usePayoutState()
  const { available, parts } = balance
  const [main = { name: 'transfer', amount: 0 }] = balanceParts(balance)
  const [next] = upcoming(balance)
  const since = dueSince(balance)
  const to = {
    name: t('balance.to'),
    value: parts.bank === null ? t('balance.no_bank') : <bdi dir="ltr">{parts.bank}</bdi>,
  }
  const payout = last?.payout
  if (main.amount === 0 && payout && payout.status !== 'confirmed')
    return (
      <MoneyHero
        chip={stateOf(payout.status)}
        label={t('balance.of_statement')}
        shekels={payout.amount}
        under={t('balance.of_statement_text', { number: last.number })}
        stub={[{ name: t('balance.made'), value: dayText(last.made_at, lang) }, to]}
      />
    )
  const nextDay = next ? dayText(next.due_at, lang) : undefined
  const when =
    main.name === 'debt'
      ? { name: nextDay ? t('balance.reduces') : t('balance.when'), value: nextDay ?? t('balance.no_next') }
      : dueNow(balance) !== undefined
        ? since === undefined
          ? { name: t('balance.when'), value: t('balance.with_statement') }
          : { name: t('balance.since'), value: dayText(since, lang) }
        : { name: t('balance.next'), value: nextDay ?? t('balance.no_next') }
  const waits = main.amount > 0 && parts.bank === null
  const ready = available > 0 ? ({ state: 'good', text: t('balance.ready') } as const) : undefined
  return (
    <MoneyHero
      chip={waits ? { state: 'warn', text: t('balance.waits') } : ready}
      {...mainSum(main, balance, t, lang)}
      stub={[when, to]}
    />
  )
}
