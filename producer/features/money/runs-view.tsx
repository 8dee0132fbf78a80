import { exportAccountRefundRuns, type RefundRun } from '@kartis/contract/refund-runs.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { dayText, moneyText } from '@kartis/i18n/format.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { isOpen, returnedOf, RUN_STATES } from '../../shared/run-parts.ts'
import { PathLink } from '../../shared/links.tsx'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { ListTools } from './list-tools.tsx'
import { MoneyList } from './money-list.tsx'
import { MoneyRow } from './money-rows.tsx'
import { runsQuery, useAccountRuns } from './use-money.ts'

/** The refund runs of all events, the newest first; each leads to its event. */
export function RunsView() {
  const { t } = useTranslation('money')
  const paged = usePagedSearch()
  const { search, page } = paged
  const runs = useAccountRuns(page, search.term, search.scope !== 'too_short')
  return (
    <Stack>
      <ListTools
        total={runs.data?.meta.total}
        isFiltered={search.term !== ''}
        read={() => apiFile(exportAccountRefundRuns, { query: runsQuery(search.term) })}
        file={t('runs.file')}
      >
        <SearchBox search={search} label={t('runs.search')} />
      </ListTools>
      <MoneyList
        query={runs}
        paged={paged}
        filtered={{ is: search.term !== '', onClear: () => search.setText('') }}
        none={{ title: t('runs.none'), text: t('runs.none_text') }}
        empty={
          <EmptyState
            title={t('runs.empty')}
            text={t('runs.empty_text')}
            action={
              <PathLink path="/money/ledger?kind=refund" className={buttonClass({ look: 'line' })}>
                {t('runs.to_ledger')}
              </PathLink>
            }
          />
        }
      >
        {(run) => <RunRow key={run.uuid} run={run} />}
      </MoneyList>
    </Stack>
  )
}

function RunRow({ run }: { readonly run: RefundRun }) {
  const { t } = useTranslation(['money', 'refund-runs'])
  const lang = useLang()
  const { refund_due_at: due } = run
  const isOver = run.state === 'finished' || run.state === 'finished_open'
  return (
    <MoneyRow
      path={`/events/${run.event_uuid}/refunds`}
      title={<UserText>{run.event_name}</UserText>}
      facts={[
        t(`refund-runs:screen.kinds.${run.kind}`),
        dayText(run.created_at, lang),
        t('money:runs.orders', { count: run.preview.orders }),
        run.waiting.amount > 0 && t('money:runs.waiting', { amount: moneyText(toAgorot(run.waiting.amount), lang) }),
        due !== null && isOpen(run) && t('money:runs.until', { day: dayText(due, lang) }),
      ]}
      chip={
        isOver && run.waiting.orders > 0 ? (
          <Chip state="warn">{t('refund-runs:state.failed')}</Chip>
        ) : (
          <Chip state={RUN_STATES[run.state]}>{t(`refund-runs:screen.run_state.${run.state}`)}</Chip>
        )
      }
      end={<Money shekels={returnedOf(run)} />}
      endUnder={t('money:runs.returned')}
    />
  )
}
