import { listPayouts, listStatements } from '@kartis/contract/statements.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { PathLink } from '../../shared/links.tsx'
import { SectionTabs } from '../../shared/section-tabs.tsx'
import { paymentTerminalsQuery } from '../../shared/payment-terminals-query.ts'
import { useSession } from '../../shared/session.ts'
import { Waits } from '../../shared/waits.tsx'
import style from './money-tabs.module.css'
import { useWaiting } from './use-waiting.ts'

/** The lists of the money area by what they are about; each list keeps the address of its own. */
const GROUPS = [
  { name: 'balance', tabs: ['balance'] },
  { name: 'payouts', tabs: ['statements', 'payouts'] },
  { name: 'refunds', tabs: ['refunds', 'transfers'] },
  { name: 'documents', tabs: ['documents', 'ledger'] },
  { name: 'exceptions', tabs: ['disputes', 'differences'] },
] as const
type Group = (typeof GROUPS)[number]
export type Tab = Group['tabs'][number]

export const TABS: readonly Tab[] = GROUPS.flatMap(({ tabs }): readonly Tab[] => tabs)

export const pathOf = (tab: Tab): string => (tab === 'balance' ? '/money' : `/money/${tab}`)

/** Whether the account has been paid out, or will be: money that goes straight to its own terminals is nobody's to pay out. */
const useHasPayouts = (): boolean => {
  const { can } = useSession()
  const { data } = useQuery({
    queryKey: ['money', 'has-payouts'],
    queryFn: async ({ client }) => {
      const first = { query: { per_page: 1 } }
      const [statements, payouts, terminals] = await Promise.all([
        api(listStatements, first),
        api(listPayouts, first),
        can['account.terminals'] ? client.ensureQueryData(paymentTerminalsQuery) : undefined,
      ])
      return statements.meta.total > 0 || payouts.meta.total > 0 || terminals?.own !== true
    },
  })
  return data === true
}

/** Two levels: what the lists are about, and under it the lists of that, where there are several. */
export function MoneyTabs({ tab }: { readonly tab: Tab }) {
  const { t } = useTranslation('money')
  const waiting = useWaiting()
  const hasPayouts = useHasPayouts()
  const current = GROUPS.find(({ tabs }) => tabs.some((each) => each === tab))
  const countOf = (each: Tab): number =>
    waiting && (each === 'disputes' || each === 'differences' || each === 'transfers') ? waiting[each].count : 0
  const waitsOf = (tabs: readonly Tab[]) => {
    const count = tabs.reduce((all, each) => all + countOf(each), 0)
    return count === 0 ? undefined : { count, text: t('tabs.waits', { figure: count }) }
  }
  const groups = GROUPS.filter((group) => group.name !== 'payouts' || hasPayouts || group === current)
  return (
    <>
      <SectionTabs
        label={t('tabs.label')}
        tabs={groups.map((group) => ({
          // The list that has something to do, or the first of them.
          path: pathOf(group.tabs.find((each) => countOf(each) > 0) ?? group.tabs[0]),
          text: t(`tabs.group.${group.name}`),
          current: group === current,
          waits: waitsOf(group.tabs),
        }))}
      />
      {current && current.tabs.length > 1 && (
        <nav className={style.lists} aria-label={t(`tabs.group.${current.name}`)}>
          {current.tabs.map((each) => {
            const waits = waitsOf([each])
            return (
              <PathLink key={each} path={pathOf(each)} aria-current={each === tab ? 'page' : undefined}>
                {t(`tabs.${each}`)}
                {waits && <Waits {...waits} />}
              </PathLink>
            )
          })}
        </nav>
      )}
    </>
  )
}
