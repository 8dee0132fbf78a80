import { exportRefundRunItems, type RefundRun, type RefundRunItem } from '@kartis/contract/refund-runs.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { ALREADY_REFUNDED } from '@kartis/domain/refund-run.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { ExportButton } from '../../shared/export-button.tsx'
import { PathLink } from '../../shared/links.tsx'
import { NothingFound } from '../../shared/nothing-found.tsx'
import { PersonRow, PersonRows } from '../../shared/person-row.tsx'
import { useSession } from '../../shared/session.ts'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './refunds.module.css'
import { ITEM_STATES } from '../../shared/run-parts.ts'
import { SettleDialog } from './settle-dialog.tsx'
import { itemsQuery, useRefundRunItems } from './use-refund-runs.ts'

const needsPerson = ({ state }: RefundRunItem): boolean => state === 'failed' || state === 'manual'

/** Why an order has the outcome that it has, where the state alone does not say it. */
const whyOf = ({ state, by_hand: byHand, gateway_code: code }: RefundRunItem, t: TFunction<'refund-runs'>): string => {
  if (state === 'done') return code === ALREADY_REFUNDED ? t('already_refunded') : ''
  if (byHand) return t(`by_hand.${byHand}`)
  return code ? t('screen.items.code', { code }) : ''
}

interface RowProps {
  readonly run: RefundRun
  readonly item: RefundRunItem
  readonly onSettle: (item: RefundRunItem) => void
}

function ItemRow({ run, item, onSettle }: RowProps) {
  const { t } = useTranslation('refund-runs')
  const { can } = useSession()
  const name = item.buyer_name ?? ''
  return (
    <PersonRow
      name={name}
      title={
        can['order.list'] ? (
          <PathLink path={`/events/${run.event_uuid}/sold-tickets?order=${item.order_uuid}`}>
            <UserText>{name || t('screen.items.nobody')}</UserText>
          </PathLink>
        ) : (
          <UserText>{name || t('screen.items.nobody')}</UserText>
        )
      }
      under={item.buyer_phone && <bdi dir="ltr">{nationalPhone(item.buyer_phone)}</bdi>}
      end={<Money shekels={item.amount} />}
      endUnder={t('screen.items.number', { number: item.order_number })}
      facts={[
        item.stays_because === null && t('screen.items.tickets', { count: item.tickets }),
        run.approved_at !== null && (
          <Chip key="state" state={ITEM_STATES[item.state]}>
            {t(`state.${item.stays_because ?? item.state}`)}
          </Chip>
        ),
        item.note ?? whyOf(item, t),
      ]}
      actions={
        needsPerson(item) && run.approved_at !== null && can['order.cancel'] ? (
          <Button look="line" onClick={() => onSettle(item)}>
            {t('screen.items.settle')}
          </Button>
        ) : undefined
      }
    />
  )
}

interface CardProps {
  readonly run: RefundRun
  /** Of the event, for the file. */
  readonly name: string
}

/** One outcome for each order of a run: search, filter, export, and what a person has to do. */
export function ItemsCard({ run, name }: CardProps) {
  const { t } = useTranslation('refund-runs')
  const { can } = useSession()
  const { search, page, turnTo } = usePagedSearch()
  const isWaiting = run.progress.some(({ state }) => state === 'failed' || state === 'manual')
  const [filter, setFilter] = useState<'all' | 'person'>('all')
  const [settled, setSettled] = useState<RefundRunItem>()
  const chosen = { term: search.term, needsPerson: filter === 'person' }
  const items = useRefundRunItems(run, page, chosen, search.scope !== 'too_short')
  const isFound = search.term !== '' || chosen.needsPerson
  return (
    <section>
      <Stack>
        <h2>{t('screen.items.title')}</h2>
        <div className={style.tools}>
          <SearchBox search={search} label={t('screen.items.search')} />
          {can['order.export'] && (
            <ExportButton
              read={() => apiFile(exportRefundRunItems, { params: { uuid: run.uuid }, query: itemsQuery(chosen) })}
              name={t('screen.items.file', { name })}
            >
              {t(isFound ? 'screen.items.export_found' : 'screen.items.export')}
            </ExportButton>
          )}
        </div>
        {(isWaiting || filter === 'person') && (
          <ChoicePills
            label={t('screen.items.filter')}
            quietLabel
            choices={[
              { value: 'all', label: t('screen.items.all') },
              { value: 'person', label: t('screen.items.person') },
            ]}
            value={filter}
            onChange={(next) => {
              setFilter(next)
              turnTo(1)
            }}
          />
        )}
        {search.scope !== 'too_short' && (
          <WhenLoaded query={items}>
            {({ data, meta }) =>
              data.length === 0 ? (
                <NothingFound
                  title={t('screen.items.empty')}
                  text={t('screen.items.empty_text')}
                  onClear={() => {
                    search.setText('')
                    setFilter('all')
                  }}
                />
              ) : (
                <>
                  <PersonRows>
                    {data.map((item) => (
                      <ItemRow key={item.order_uuid} run={run} item={item} onSettle={setSettled} />
                    ))}
                  </PersonRows>
                  <Pagination page={page} lastPage={meta.last_page} onPage={turnTo} />
                </>
              )
            }
          </WhenLoaded>
        )}
      </Stack>
      <SettleDialog run={run} item={settled} onClose={() => setSettled(undefined)} />
    </section>
  )
}
