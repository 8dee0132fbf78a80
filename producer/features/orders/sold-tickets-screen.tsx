import { Button } from '@kartis/ui/parts/button.tsx'
import { EmptyState } from '@kartis/ui/parts/empty-state.tsx'
import { Page, Stack } from '@kartis/ui/parts/layout.tsx'
import { Pagination } from '@kartis/ui/parts/pagination.tsx'
import { SearchBox } from '@kartis/ui/parts/search-box.tsx'
import { useSearch } from '@kartis/ui/parts/use-search.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PersonRows } from '../../shared/person-row.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { ExportButton } from './export-button.tsx'
import { OrderDialog, type OrderView } from './order-dialog.tsx'
import { OrderRow } from './order-row.tsx'
import style from './sold-tickets.module.css'
import { useOrders, useSoldEvent } from './use-orders.ts'

/** Every order of an event: search, page, export, look into one, cancel. */
export function SoldTicketsScreen() {
  const { t } = useTranslation('orders')
  const uuid = useRouteParam('uuid')
  const search = useSearch()
  // a page belongs to its search: another term starts at the first one
  const [place, setPlace] = useState({ term: '', page: 1 })
  const [shown, setShown] = useState<OrderView>()
  const page = place.term === search.term ? place.page : 1
  const orders = useOrders(uuid, page, search.term, search.asks !== 'nothing')
  const event = useSoldEvent(uuid).data
  const figures = event?.statistics
  const turn = (next: number) => {
    setPlace({ term: search.term, page: next })
    scrollTo({ top: 0 })
  }
  return (
    <Page>
      <PageHead
        eyebrow={
          event && [
            event.name,
            // that nothing was sold is said below, and better
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
          <ExportButton uuid={uuid} eventName={event?.name ?? ''} term={search.term} />
        </div>
        {search.asks !== 'nothing' && (
          <WhenLoaded query={orders}>
            {({ orders, lastPage }) =>
              orders.length === 0 ? (
                <Nothing uuid={uuid} searched={search.asks === 'matches'} onClear={() => search.setText('')} />
              ) : (
                <>
                  <PersonRows>
                    {orders.map((order) => (
                      <OrderRow key={order.uuid} order={order} onView={setShown} />
                    ))}
                  </PersonRows>
                  <Pagination page={page} lastPage={lastPage} onPage={turn} />
                </>
              )
            }
          </WhenLoaded>
        )}
      </Stack>
      <OrderDialog view={shown} onView={setShown} />
    </Page>
  )
}

function Nothing({
  uuid,
  searched,
  onClear,
}: {
  readonly uuid: string
  readonly searched: boolean
  readonly onClear: () => void
}) {
  const { t } = useTranslation(['orders', 'parts'])
  return searched ? (
    <EmptyState
      title={t('orders:empty.none')}
      text={t('orders:empty.none_text')}
      action={
        <Button look="line" onClick={onClear}>
          {t('parts:search.clear')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={t('orders:empty.title')}
      text={t('orders:empty.text')}
      action={
        <ButtonLink to="/events/$uuid" params={{ uuid }}>
          {t('orders:empty.share')}
        </ButtonLink>
      }
    />
  )
}
