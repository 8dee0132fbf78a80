import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { exportOrders } from '@kartis/contract/orders.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiFile } from '../../shared/api.ts'
import { ExportButton } from '../../shared/export-button.tsx'
import { ButtonLink } from '../../shared/links.tsx'
import { NothingFound } from '../../shared/nothing-found.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PersonRows, PersonRowsHead } from '../../shared/person-row.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { useSheetParam } from '../../shared/use-sheet-param.ts'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { OrderDialog, type OrderStep } from './order-dialog.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrderRow } from './order-row.tsx'
import { isFiltered, NO_FILTER } from './orders-filter.ts'
import style from './sold-tickets.module.css'
import { ordersQuery, useOrders, useSoldEvent } from './use-orders.ts'

/** The orders of an event: search, paging, export, details and cancellation. */
export function SoldTicketsScreen() {
  const { t } = useTranslation('orders')
  const uuid = useRouteParam('uuid')
  const { search, page, turnTo } = usePagedSearch()
  const shown = useSheetParam('order')
  const [start, setStart] = useState<OrderStep>('order')
  const { can } = useSession()
  const [filter, setFilter] = useState(NO_FILTER)
  const event = useSoldEvent(uuid).data
  const chosen = { term: search.term, filter, zone: event?.timezone ?? ISRAEL_ZONE }
  const orders = useOrders(uuid, page, chosen, search.scope !== 'too_short')
  const figures = event?.statistics
  const isNarrowed = search.term !== '' || isFiltered(filter)
  const turn = (next: number) => {
    turnTo(next)
    scrollTo({ top: 0 })
  }
  const view = (order: string, step: OrderStep) => {
    setStart(step)
    shown.open(order)
  }
  return (
    <Page>
      <PageHead
        eyebrow={
          event && [
            event.name,
            // the empty state below reports an event without sales
            figures &&
              figures.tickets.count > 0 &&
              t('sold', { count: figures.tickets.count - figures.tickets.invited }),
            // invitations and cancelled orders are rows too
            orders.data &&
              orders.data.total > 0 &&
              t(isNarrowed ? 'listed' : 'listed_all', { count: orders.data.total }),
          ]
        }
      />
      <Stack>
        <div className={style.tools}>
          <SearchBox search={search} label={t('search')} />
          {can['order.export'] && (
            <ExportButton
              read={() => apiFile(exportOrders, { query: ordersQuery(uuid, chosen) })}
              name={t('file', { name: event?.name ?? '' })}
            >
              {isNarrowed ? t('export_found') : t('export')}
            </ExportButton>
          )}
        </div>
        <OrderFilters
          filter={filter}
          types={figures?.by_ticket_type ?? []}
          onChange={(next) => {
            setFilter(next)
            turnTo(1)
          }}
        />
        {search.scope !== 'too_short' && (
          <WhenLoaded query={orders}>
            {({ orders, lastPage }) =>
              orders.length === 0 ? (
                <Nothing
                  uuid={uuid}
                  isSearch={search.scope === 'matches' || isFiltered(filter)}
                  onClear={() => {
                    search.setText('')
                    setFilter(NO_FILTER)
                  }}
                />
              ) : (
                <>
                  <PersonRowsHead
                    who={t('head.buyer')}
                    facts={[t('head.tickets'), t('head.types'), t('head.date'), t('head.state')]}
                    end={t('head.sum')}
                  />
                  <PersonRows>
                    {orders.map((order) => (
                      <OrderRow key={order.uuid} order={order} onView={view} />
                    ))}
                  </PersonRows>
                  <Pagination page={page} lastPage={lastPage} onPage={turn} />
                </>
              )
            }
          </WhenLoaded>
        )}
      </Stack>
      <OrderDialog uuid={shown.value} start={start} onClose={shown.close} />
    </Page>
  )
}

function Nothing({
  uuid,
  isSearch,
  onClear,
}: {
  readonly uuid: string
  readonly isSearch: boolean
  readonly onClear: () => void
}) {
  const { t } = useTranslation('orders')
  if (isSearch) return <NothingFound title={t('empty.none')} text={t('empty.none_text')} onClear={onClear} />
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <ButtonLink to="/events/$uuid" params={{ uuid }}>
          {t('empty.share')}
        </ButtonLink>
      }
    />
  )
}
