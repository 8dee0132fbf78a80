import type { TicketType } from '@kartis/contract/tickets.ts'
import type { Event } from '@kartis/contract/events.ts'
import { orderLimitOf } from '@kartis/domain/limits.ts'
import { ErrorState } from '@kartis/ui/components/error-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { FormSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEventHead } from '../../shared/event-queries.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { eventEyebrow } from '../../shared/event-eyebrow.ts'
import { TicketForm } from './ticket-form.tsx'
import { TicketList } from './ticket-list.tsx'
import { useInvitedByType, useTicketTypes } from './ticket-queries.ts'
import style from './tickets.module.css'

/** The form of a new or existing ticket type; on a desktop beside the list of the others. */
export function TicketEditScreen() {
  const lang = useLang()
  const event = useRouteParam('uuid')
  const { ticket_uuid: uuid }: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  const head = useEventHead(event)
  const types = useTicketTypes(event)
  return (
    <Page>
      <PageHead eyebrow={eventEyebrow(head.data, lang)} />
      <WhenLoaded query={head} skeleton={<FormSkeleton />}>
        {(shown) => (
          <WhenLoaded query={types} skeleton={<FormSkeleton />}>
            {(all) => <EditBesideList event={shown} types={all} uuid={uuid} />}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Page>
  )
}

interface EditBesideListProps {
  readonly event: Event
  readonly types: readonly TicketType[]
  readonly uuid: string | undefined
}

function EditBesideList({ event, types, uuid }: EditBesideListProps) {
  const { t } = useTranslation('tickets')
  const orderLimit = orderLimitOf(event.settings?.order_limit)
  const invited = useInvitedByType(event.uuid)
  const type = types.find((item) => item.uuid === uuid)
  if (uuid !== undefined && !type)
    return (
      <ErrorState
        title={t('edit.gone')}
        text={t('edit.gone_text')}
        action={
          <ButtonLink to="/events/$uuid/tickets" params={{ uuid: event.uuid }}>
            {t('edit.gone_action')}
          </ButtonLink>
        }
      />
    )
  return (
    <div className={style.side} data-first-type={types.length === 0 || undefined}>
      {types.length > 0 && (
        <div className={style.others}>
          <TicketList
            event={event.uuid}
            orderLimit={orderLimit}
            invited={invited}
            tickets={types}
            current={uuid}
            draft={event.status === 'draft'}
          />
        </div>
      )}
      <TicketForm
        key={uuid ?? 'new'}
        event={event.uuid}
        zone={event.timezone}
        orderLimit={orderLimit}
        feePayer={event.settings?.fee_payer}
        ticket={type}
      />
    </div>
  )
}
