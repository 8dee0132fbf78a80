import {
  createRefundTransferFile,
  downloadRefundTransferFile,
  exportRefundTransfers,
  type RefundTransfer,
} from '@kartis/contract/refund-transfers.ts'
import { REFUND_TRANSFER_STATES } from '@kartis/domain/refund-transfer.ts'
import { dayText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../shared/api.ts'
import { saveFile } from '../../shared/save-file.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { ListTools } from './list-tools.tsx'
import { MoneyHero } from './money-hero.tsx'
import { MoneyList } from './money-list.tsx'
import { MoneyRow } from './money-rows.tsx'
import { TRANSFER_CHIP, transfersQuery, useTransfers } from './use-transfers.ts'
import { useFilteredSearch } from './use-filtered-search.ts'

type Summary = NonNullable<ReturnType<typeof useTransfers>['data']>['summary']

/** Refunds that the card company refused: whose bank account is known, and until when each must be returned. A link may name an event. */
export function TransfersView() {
  const { t } = useTranslation(['refund-transfers', 'money'])
  const linked = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('name') ?? '' })
  const paged = useFilteredSearch(REFUND_TRANSFER_STATES, linked)
  const { search, page, value: status, choose, clear, isFiltered } = paged
  const [now] = useState(() => Date.now())
  const chosen = { term: search.term, status }
  const transfers = useTransfers(page, chosen, search.scope !== 'too_short')
  return (
    <Stack>
      <Soft>{t('refund-transfers:screen.intro')}</Soft>
      {transfers.data && transfers.data.summary.open > 0 && <Waiting summary={transfers.data.summary} />}
      <ListTools
        total={transfers.data?.meta.total}
        isFiltered={isFiltered}
        read={() => apiFile(exportRefundTransfers, { query: transfersQuery(chosen) })}
        file={t('refund-transfers:title')}
        filter={
          <SelectField
            label={t('refund-transfers:screen.filter')}
            placeholder={t('refund-transfers:screen.all')}
            filter
            options={REFUND_TRANSFER_STATES.map((value) => ({ value, label: t(`refund-transfers:state.${value}`) }))}
            value={status ?? ''}
            onChange={({ target }) => choose(target.value)}
          />
        }
      >
        <SearchBox search={search} label={t('refund-transfers:screen.search')} />
      </ListTools>
      <MoneyList
        query={transfers}
        paged={paged}
        filtered={{ is: isFiltered, onClear: clear }}
        none={{ title: t('refund-transfers:screen.none'), text: t('refund-transfers:screen.none_text') }}
        empty={<EmptyState title={t('refund-transfers:screen.empty')} text={t('refund-transfers:screen.empty_text')} />}
      >
        {(transfer) => <TransferRow key={transfer.uuid} transfer={transfer} now={now} />}
      </MoneyList>
    </Stack>
  )
}

/** What waits for a transfer in all, and the file of what can be transferred now. */
function Waiting({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation('refund-transfers')
  const lang = useLang()
  return (
    <>
      <MoneyHero
        label={t('screen.open')}
        shekels={summary.open_amount}
        under={t('screen.intro_due')}
        stub={[
          { name: t('screen.received'), value: <Money shekels={summary.received_amount} /> },
          { name: t('screen.next_due'), value: summary.due_at !== null && dayText(summary.due_at, lang) },
        ]}
      />
      {summary.received > 0 && <FileButton count={summary.received} />}
    </>
  )
}

function FileButton({ count }: { readonly count: number }) {
  const { t } = useTranslation('refund-transfers')
  const queries = useQueryClient()
  const making = useMutation({
    mutationFn: async () => {
      const { data } = await api(createRefundTransferFile, { body: {} })
      return { data, file: await apiFile(downloadRefundTransferFile, { params: { uuid: data.uuid } }) }
    },
    onSuccess: async ({ data: { number }, file }) => {
      saveFile(file, `${t('screen.file_name', { number })}.csv`)
      showToast({ state: 'good', text: t('screen.file_made', { number }) })
      await queries.invalidateQueries({ queryKey: ['money'] })
    },
  })
  const make = async (): Promise<void> => {
    const question = {
      title: t('screen.ask_file.title'),
      text: t('screen.ask_file.text'),
      action: t('screen.ask_file.go'),
    }
    if (await confirm(question)) making.mutate()
  }
  return (
    <Button full busy={making.isPending} onClick={() => void make()}>
      {t('screen.make_file_count', { count })}
    </Button>
  )
}

function TransferRow({ transfer, now }: { readonly transfer: RefundTransfer; readonly now: number }) {
  const { t } = useTranslation('refund-transfers')
  const lang = useLang()
  const { status, due_at: due, done_at: done, file, order_number: number } = transfer
  const isOpen = done === null && status !== 'withdrawn'
  const isLate = isOpen && Date.parse(due) < now
  return (
    <MoneyRow
      path={`/money/transfers/${transfer.uuid}`}
      title={transfer.buyer_name === null ? t('screen.order', { number }) : <UserText>{transfer.buyer_name}</UserText>}
      facts={[
        transfer.buyer_name !== null && t('screen.order', { number }),
        <UserText key="event">{transfer.event_name}</UserText>,
        isOpen && t(isLate ? 'screen.overdue' : 'screen.due', { day: dayText(due, lang) }),
        done !== null && t('screen.done_on', { day: dayText(done, lang) }),
        file !== null && t('screen.in_file', { number: file.number }),
      ]}
      chip={<Chip state={isLate && status !== 'exported' ? 'bad' : TRANSFER_CHIP[status]}>{t(`state.${status}`)}</Chip>}
      end={<Money shekels={transfer.amount} />}
    />
  )
}
