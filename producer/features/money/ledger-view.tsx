import { exportLedger, type Journal } from '@kartis/contract/ledger.ts'
import { JOURNAL_KINDS, type JournalKind, journalEffect } from '@kartis/domain/ledger.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Pair, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { DayField } from '../../shared/day-field.tsx'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { Lines } from '../../shared/money-lines.tsx'
import { useJournalBasis } from './journal-basis.ts'
import { ListTools } from './list-tools.tsx'
import { MoneyList } from './money-list.tsx'
import { MoneyRow } from './money-rows.tsx'
import style from './money.module.css'
import { ledgerQuery, useLedger } from './use-money.ts'

const isKind = (value: string): value is JournalKind => JOURNAL_KINDS.some((kind) => kind === value)

/** Every movement, the newest first: search, filters, export. A link may choose the kind. */
export function LedgerView() {
  const { t } = useTranslation(['money', 'ledger'])
  const paged = usePagedSearch()
  const { search, page, turnTo } = paged
  const linked = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('kind') ?? '' })
  const [kind, setKind] = useState(isKind(linked) ? linked : undefined)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const chosen = { term: search.term, kind, from, to }
  const journals = useLedger(page, chosen, search.scope !== 'too_short')
  const isFiltered = search.term !== '' || kind !== undefined || from !== null || to !== null
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      turnTo(1)
    }
  const clear = () => {
    search.setText('')
    setKind(undefined)
    setFrom(null)
    setTo(null)
  }
  const day = { placeholder: t('money:ledger.any_day'), clearText: t('money:ledger.clear_day') }
  return (
    <Stack>
      <ListTools
        total={journals.data?.meta.total}
        isFiltered={isFiltered}
        read={() => apiFile(exportLedger, { query: ledgerQuery(chosen) })}
        file={t('money:ledger.file')}
      >
        <SearchBox search={search} label={t('money:ledger.search')} />
      </ListTools>
      <div className={style.filters}>
        <SelectField
          label={t('money:ledger.kind')}
          placeholder={t('money:ledger.all')}
          filter
          options={JOURNAL_KINDS.map((value) => ({ value, label: t(`ledger:kind.${value}`) }))}
          value={kind ?? ''}
          onChange={({ target }) => anew(setKind)(isKind(target.value) ? target.value : undefined)}
        />
        <Pair>
          <DayField label={t('money:ledger.from')} value={from} onChange={anew(setFrom)} {...day} />
          <DayField
            label={t('money:ledger.to')}
            value={to}
            onChange={anew(setTo)}
            {...day}
            {...(from !== null && { min: from })}
          />
        </Pair>
      </div>
      <MoneyList
        query={journals}
        paged={paged}
        filtered={{ is: isFiltered, onClear: clear }}
        none={{ title: t('money:ledger.none'), text: t('money:ledger.none_text') }}
        empty={<EmptyState title={t('money:ledger.empty')} text={t('money:ledger.empty_text')} />}
        note={<Soft small>{t('money:ledger.note')}</Soft>}
      >
        {(journal) => <JournalRow key={journal.uuid} journal={journal} />}
      </MoneyList>
    </Stack>
  )
}

function JournalRow({ journal }: { readonly journal: Journal }) {
  const { t } = useTranslation(['money', 'ledger', 'states'])
  const lang = useLang()
  const basis = useJournalBasis()
  const { change, moved } = journalEffect(
    journal.lines.map(({ ledger_account: account, amount }) => ({ account, amount: toAgorot(amount) })),
  )
  return (
    <MoneyRow
      title={t(`ledger:kind.${journal.kind}`)}
      facts={[
        momentShortText(journal.occurred_at, lang),
        journal.event_name,
        journal.bucket !== null && t(`states:bucket.${journal.bucket}`),
        basis(journal),
        journal.order_number !== null && t('money:ledger.order', { number: journal.order_number }),
        change === 0 && t('money:ledger.unchanged'),
      ]}
      end={
        change === 0 ? (
          <span className={style.soft}>
            <Money shekels={toShekels(moved)} />
          </span>
        ) : (
          <Money shekels={toShekels(change)} />
        )
      }
    >
      <details className={style.how}>
        <summary>{t('money:ledger.lines')}</summary>
        <Lines
          lines={journal.lines.map(({ ledger_account: name, amount }, index) => ({
            key: `${name} ${index}`,
            name: t(`ledger:account.${name}`),
            hint: t(amount > 0 ? 'money:ledger.debit' : 'money:ledger.credit'),
            shekels: amount,
          }))}
        />
      </details>
    </MoneyRow>
  )
}
