import { exportStatements, type Statement } from '@kartis/contract/statements.ts'
import { commaText, dayText } from '@kartis/i18n/format.ts'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { NothingFound } from '../../shared/nothing-found.tsx'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { dueNow } from './balance-parts.ts'
import { ListTools } from './list-tools.tsx'
import { MoneyRow, MoneyRows } from './money-rows.tsx'
import { PayoutChip } from './payout-chip.tsx'
import { useDueText } from './use-due-text.ts'
import { statementsQuery, useBalance, useStatements } from './use-money.ts'

/** All statements, the newest first. */
export function StatementsView() {
  const { t } = useTranslation('money')
  const { search, page, turnTo } = usePagedSearch()
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
      {search.scope !== 'too_short' && (
        <WhenLoaded query={statements}>
          {({ data, meta }) =>
            meta.total > 0 ? (
              <>
                <Card>
                  <StatementRows statements={data} />
                </Card>
                <Pagination page={page} lastPage={meta.last_page} onPage={turnTo} />
              </>
            ) : term === '' ? (
              <EmptyState title={t('statements.empty')} text={t('statements.empty_text')} />
            ) : (
              <NothingFound
                title={t('statements.none')}
                text={t('statements.none_text')}
                onClear={() => search.setText('')}
              />
            )
          }
        </WhenLoaded>
      )}
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

/** Statements as rows that lead to them. */
export function StatementRows({ statements }: { readonly statements: readonly Statement[] }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  return (
    <MoneyRows>
      {statements.map((statement) => (
        <MoneyRow
          key={statement.uuid}
          path={`/money/statements/${statement.uuid}`}
          title={t('statements.name', { number: statement.number })}
          facts={[dayText(statement.made_at, lang)]}
          chip={statement.payout && <PayoutChip status={statement.payout.status} />}
          end={<Money shekels={statement.payout?.amount ?? statement.closing_balance} />}
          endUnder={t(sumText(statement.payout))}
        />
      ))}
    </MoneyRows>
  )
}
