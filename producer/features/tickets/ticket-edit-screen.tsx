import type { TicketType } from '@kartis/contract/tickets.ts'
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
import { useTicketTypes } from './ticket-queries.ts'
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
        {({ timezone, status }) => (
          <WhenLoaded query={types} skeleton={<FormSkeleton />}>
            {(all) => (
              <EditBesideList event={event} zone={timezone} draft={status === 'draft'} types={all} uuid={uuid} />
            )}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Page>
  )
}

interface EditBesideListProps {
  readonly event: string
  readonly zone: string
  readonly draft: boolean
  readonly types: readonly TicketType[]
  readonly uuid: string | undefined
}

function EditBesideList({ event, zone, draft, types, uuid }: EditBesideListProps) {
  const { t } = useTranslation('tickets')
  const type = types.find((item) => item.uuid === uuid)
  if (uuid !== undefined && !type)
    return (
      <ErrorState
        title={t('edit.gone')}
        text={t('edit.gone_text')}
        action={
          <ButtonLink to="/events/$uuid/tickets" params={{ uuid: event }}>
            {t('edit.gone_action')}
          </ButtonLink>
        }
      />
    )
  return (
    <div className={style.side} data-first-type={types.length === 0 || undefined}>
      {types.length > 0 && (
        <div className={style.others}>
          <TicketList event={event} tickets={types} current={uuid} draft={draft} />
        </div>
      )}
      <TicketForm key={uuid ?? 'new'} event={event} zone={zone} ticket={type} />
    </div>
  )
}
