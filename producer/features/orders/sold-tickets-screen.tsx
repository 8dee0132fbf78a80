import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import type { Search } from '@kartis/ui/components/use-search.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { NothingFound } from '../../shared/nothing-found.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PersonRows } from '../../shared/person-row.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { useSheetParam } from '../../shared/use-sheet-param.ts'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { ExportButton } from './export-button.tsx'
import { OrderDialog, type OrderStep } from './order-dialog.tsx'
import { OrderRow } from './order-row.tsx'
import style from './sold-tickets.module.css'
import { useOrders, useSoldEvent } from './use-orders.ts'

/** The orders of an event: search, paging, export, details and cancellation. */
export function SoldTicketsScreen() {
  const { t } = useTranslation('orders')
  const uuid = useRouteParam('uuid')
  const { search, page, turnTo } = usePagedSearch()
  const shown = useSheetParam('order')
  const [start, setStart] = useState<OrderStep>('order')
  const { can } = useSession()
  const orders = useOrders(uuid, page, search.term, search.scope !== 'too_short')
  const event = useSoldEvent(uuid).data
  const figures = event?.statistics
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
              t('sold_in', {
                sold: t('sold', { count: figures.tickets.count }),
                orders: t('in_orders', { count: figures.orders.count }),
              }),
          ]
        }
      />
      <Stack>
        <div className={style.tools}>
          <SearchBox search={search} label={t('search')} />
          {can['order.export'] && <ExportButton uuid={uuid} eventName={event?.name ?? ''} term={search.term} />}
        </div>
        {search.scope !== 'too_short' && (
          <WhenLoaded query={orders}>
            {({ orders, lastPage }) =>
              orders.length === 0 ? (
                <Nothing uuid={uuid} search={search} />
              ) : (
                <>
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

function Nothing({ uuid, search }: { readonly uuid: string; readonly search: Search }) {
  const { t } = useTranslation('orders')
  if (search.scope === 'matches')
    return <NothingFound title={t('empty.none')} text={t('empty.none_text')} onClear={() => search.setText('')} />
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
