import { exportStatements, type Statement } from '@kartis/contract/statements.ts'
import { commaText, dayText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { dueNow } from './balance-parts.ts'
import { ListTools } from './list-tools.tsx'
import { MoneyList } from './money-list.tsx'
import { MoneyRow } from './money-rows.tsx'
import { PayoutChip } from './payout-chip.tsx'
import { useDueText } from './use-due-text.ts'
import { statementsQuery, useBalance, useStatements } from './use-money.ts'

/** All statements, the newest first. */
export function StatementsView() {
  const { t } = useTranslation('money')
  const paged = usePagedSearch()
  const { search, page } = paged
  const { term } = search
  const statements = useStatements(page, { term, enabled: search.scope !== 'too_short' })
  return (
    <Stack>
      <WaitingNote />
      <ListTools
        total={statements.data?.meta.total}
        isFiltered={term !== ''}
        read={() => apiFile(exportStatements, { query: statementsQuery(term) })}
        file={t('statements.file')}
      >
        <SearchBox search={search} label={t('statements.search')} />
      </ListTools>
      <MoneyList
        query={statements}
        paged={paged}
        filtered={{ is: term !== '', onClear: () => search.setText('') }}
        none={{ title: t('statements.none'), text: t('statements.none_text') }}
        empty={<EmptyState title={t('statements.empty')} text={t('statements.empty_text')} />}
      >
        {(statement) => <StatementRow key={statement.uuid} statement={statement} />}
      </MoneyList>
    </Stack>
  )
}

/** What waits for the next statement, since when, and why no day is named for it. */
function WaitingNote() {
  const { t } = useTranslation('money')
  const lang = useLang()
  const dueText = useDueText()
  const { data: balance } = useBalance()
  const due = balance && dueNow(balance)
  if (!balance || due === undefined) return null
  return (
    <Note>
      <Money shekels={due} /> {commaText([dueText(balance), t('balance.with_statement')], lang)}. {t('due.no_day')}
    </Note>
  )
}

/** What the sum of a statement is: what goes to the bank, what has gone, or what stays. */
const sumText = (payout: Statement['payout']) => {
  if (!payout) return 'statements.closing'
  return payout.status === 'sent' || payout.status === 'confirmed' ? 'statements.transferred' : 'statements.paid'
}

/** A row that leads to its statement. */
export function StatementRow({ statement }: { readonly statement: Statement }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  return (
    <MoneyRow
      path={`/money/statements/${statement.uuid}`}
      title={t('statements.name', { number: statement.number })}
      facts={[dayText(statement.made_at, lang)]}
      chip={statement.payout && <PayoutChip status={statement.payout.status} />}
      end={<Money shekels={statement.payout?.amount ?? statement.closing_balance} />}
      endUnder={t(sumText(statement.payout))}
    />
  )
}
