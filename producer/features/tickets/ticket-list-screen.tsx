import { orderLimitOf } from '@kartis/domain/limits.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Row, Stack } from '@kartis/ui/components/layout.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { StickyActions, WideOnly } from '@kartis/ui/components/sticky-actions.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArrowsSort, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEventHead } from '../../shared/event-queries.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { eventEyebrow } from '../../shared/event-eyebrow.ts'
import { FeePayerCard } from './fee-payer-card.tsx'
import { GatesCard } from './gates-card.tsx'
import { LanesCard } from './lanes-card.tsx'
import { PeopleCard } from './people-card.tsx'
import { ReEntryCard } from './re-entry-card.tsx'
import { TypeHoursCard } from './type-hours-card.tsx'
import { SaleLimitsCard } from './sale-limits-card.tsx'
import { TicketList } from './ticket-list.tsx'
import { TicketOrder } from './ticket-order.tsx'
import { useInvitedByType, useTicketTypes } from './ticket-queries.ts'

/** The event's ticket types in the order of the sale page. */
export function TicketListScreen() {
  const { t } = useTranslation('tickets')
  const lang = useLang()
  const event = useRouteParam('uuid')
  const head = useEventHead(event)
  const tickets = useTicketTypes(event)
  const invited = useInvitedByType(event)
  const [ordering, setOrdering] = useState(false)
  const count = tickets.data?.length ?? 0
  const edits = head.data?.can.edit === true
  const add = (
    <ButtonLink
      to="/events/$uuid/tickets/create"
      params={{ uuid: event }}
      icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
    >
      {t(count === 0 ? 'empty.action' : 'new')}
    </ButtonLink>
  )
  return (
    <Page>
      <PageHead eyebrow={eventEyebrow(head.data, lang)} action={edits && count > 0 && <WideOnly>{add}</WideOnly>} />
      <WhenLoaded query={tickets} skeleton={<CardSkeleton />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t('empty.title')} text={t('empty.text')} action={edits && add} />
          ) : (
            <Stack>
              {edits && all.length > 1 && (
                <Row>
                  <Button
                    look="line"
                    aria-pressed={ordering}
                    icon={<IconArrowsSort size={18} stroke={1.75} aria-hidden />}
                    onClick={() => setOrdering(!ordering)}
                  >
                    {ordering ? t('order.end') : t('order.start')}
                  </Button>
                </Row>
              )}
              {ordering && all.length > 1 ? (
                <TicketOrder event={event} tickets={all} />
              ) : (
                <TicketList
                  event={event}
                  orderLimit={orderLimitOf(head.data?.settings?.order_limit)}
                  invited={invited}
                  tickets={all}
                  draft={head.data?.status === 'draft'}
                />
              )}
              {edits && head.data && <FeePayerCard event={head.data} tickets={all} />}
              {edits && head.data && <SaleLimitsCard event={head.data} />}
              {edits && head.data && all.length > 0 && <GatesCard event={head.data} tickets={all} />}
              {edits && head.data && all.length > 0 && <TypeHoursCard event={head.data} tickets={all} />}
              {edits && head.data && all.length > 0 && <ReEntryCard event={head.data} />}
              {edits && head.data && all.length > 0 && <LanesCard event={head.data} />}
              {edits && head.data && all.length > 0 && <PeopleCard event={head.data} />}
            </Stack>
          )
        }
      </WhenLoaded>
      {edits && count > 0 && <StickyActions phoneOnly>{add}</StickyActions>}
    </Page>
  )
}
