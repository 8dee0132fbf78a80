import { exportPayouts, type Payout } from '@kartis/contract/statements.ts'
import { PAYOUT_STATES } from '@kartis/domain/payout-state.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { DueCard } from './due-card.tsx'
import { ListTools } from './list-tools.tsx'
import { MoneyList } from './money-list.tsx'
import { MoneyRow } from './money-rows.tsx'
import { PayoutChip } from './payout-chip.tsx'
import { PayoutTotals } from './payout-totals.tsx'
import { useFilteredSearch, useLinkedStatus } from './use-filtered-search.ts'
import { payoutsQuery, usePayouts } from './use-money.ts'

/** Transfers to the bank account, and what falls due when. */
export function PayoutsView() {
  const { t } = useTranslation(['money', 'states'])
  const paged = useFilteredSearch(PAYOUT_STATES, '', useLinkedStatus())
  const { search, page, value: status, choose, clear, isFiltered } = paged
  const chosen = { term: search.term, status }
  const payouts = usePayouts(page, chosen, search.scope !== 'too_short')
  return (
    <Stack gap="wide">
      <DueCard />
      {payouts.data && <PayoutTotals totals={payouts.data.totals} />}
      <Stack>
        <ListTools
          total={payouts.data?.meta.total}
          isFiltered={isFiltered}
          read={() => apiFile(exportPayouts, { query: payoutsQuery(chosen) })}
          file={t('money:payouts.file')}
          filter={
            <SelectField
              label={t('money:payouts.status')}
              placeholder={t('money:payouts.all')}
              filter
              options={PAYOUT_STATES.map((value) => ({ value, label: t(`states:payout.${value}`) }))}
              value={status ?? ''}
              onChange={({ target }) => choose(target.value)}
            />
          }
        >
          <SearchBox search={search} label={t('money:payouts.search')} />
        </ListTools>
        <MoneyList
          query={payouts}
          paged={paged}
          filtered={{ is: isFiltered, onClear: clear }}
          none={{ title: t('money:payouts.none'), text: t('money:payouts.none_text') }}
          empty={<EmptyState title={t('money:payouts.empty')} text={t('money:payouts.empty_text')} />}
        >
          {(payout) => <PayoutRow key={payout.uuid} payout={payout} />}
        </MoneyList>
      </Stack>
    </Stack>
  )
}

const STEPS = ['returned', 'confirmed', 'sent', 'exported', 'approved', 'drafted'] as const

function PayoutRow({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const step = STEPS.find((each) => payout[`${each}_at`] !== null)
  const at = step && payout[`${step}_at`]
  return (
    <MoneyRow
      path={`/money/statements/${payout.statement_uuid}`}
      title={t('statements.name', { number: payout.statement_number })}
      facts={[
        payout.status === 'draft' && t('payouts.due', { day: dayText(payout.due_at, lang) }),
        step && at && t(`payouts.at.${step}`, { day: dayText(at, lang) }),
        payout.reference !== '' && t('payouts.reference', { reference: payout.reference }),
        payout.return_reason,
        payout.reissue_of !== null && t('payouts.again'),
      ]}
      chip={<PayoutChip status={payout.status} reissued={payout.reissued_as !== null} />}
      end={<Money shekels={payout.amount} />}
    />
  )
}
