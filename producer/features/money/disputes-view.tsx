import { type Dispute, exportDisputes } from '@kartis/contract/disputes.ts'
import { DISPUTE_STATES, isOpenDispute } from '@kartis/domain/dispute.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { atNoon, DISPUTE_CHIP } from './dispute-state.ts'
import { ListTools } from './list-tools.tsx'
import { MoneyList } from './money-list.tsx'
import { MoneyRow } from './money-rows.tsx'
import { ReportDispute } from './report-dispute.tsx'
import { disputesQuery, useDisputes } from './use-disputes.ts'
import { useFilteredSearch } from './use-filtered-search.ts'

/** Charges that cardholders dispute: open ones first, by their deadline. */
export function DisputesView() {
  const { t } = useTranslation(['disputes', 'money'])
  const paged = useFilteredSearch(DISPUTE_STATES)
  const { search, page, value: status, choose, clear, isFiltered } = paged
  const chosen = { term: search.term, status }
  const disputes = useDisputes(page, chosen, search.scope !== 'too_short')
  return (
    <Stack>
      <ListTools
        total={disputes.data?.meta.total}
        isFiltered={isFiltered}
        read={() => apiFile(exportDisputes, { query: disputesQuery(chosen) })}
        file={t('disputes:title')}
        filter={
          <SelectField
            label={t('disputes:column.status')}
            placeholder={t('disputes:screen.all')}
            filter
            options={DISPUTE_STATES.map((value) => ({ value, label: t(`disputes:state.${value}`) }))}
            value={status ?? ''}
            onChange={({ target }) => choose(target.value)}
          />
        }
      >
        <SearchBox search={search} label={t('disputes:screen.search')} />
        <ReportDispute />
      </ListTools>
      <MoneyList
        query={disputes}
        paged={paged}
        filtered={{ is: isFiltered, onClear: clear }}
        none={{ title: t('disputes:screen.none'), text: t('disputes:screen.none_text') }}
        empty={<EmptyState title={t('disputes:screen.empty')} text={t('disputes:screen.empty_text')} />}
      >
        {(dispute) => <DisputeRow key={dispute.uuid} dispute={dispute} />}
      </MoneyList>
    </Stack>
  )
}

function DisputeRow({ dispute }: { readonly dispute: Dispute }) {
  const { t } = useTranslation('disputes')
  const lang = useLang()
  const { status, deadline, decided_at: decided, order_number: number } = dispute
  const isWaiting = isOpenDispute(status) && status !== 'sent'
  return (
    <MoneyRow
      path={`/money/disputes/${dispute.uuid}`}
      title={t('screen.order', { number })}
      facts={[
        <UserText key="event">{dispute.event_name}</UserText>,
        isWaiting && t('screen.until', { day: dayText(atNoon(deadline), lang) }),
        decided !== null && t('screen.decided', { day: dayText(decided, lang) }),
        t('screen.case', { reference: dispute.reference }),
      ]}
      chip={<Chip state={DISPUTE_CHIP[status]}>{t(`state.${status}`)}</Chip>}
      end={<Money shekels={dispute.amount} />}
      endUnder={dispute.held_amount > 0 && t('column.held')}
    />
  )
}
