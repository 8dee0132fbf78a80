import { type Event, showEvent } from '@kartis/contract/events.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Columns, Page } from '@kartis/ui/components/layout.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { ArchivedActions } from './archived-actions.tsx'
import { ArchivedFigures, ArchivedTypes } from './archived-figures.tsx'
import { ArchivedHead } from './archived-head.tsx'
import { ReportAccess } from './report-access.tsx'

/** An archived event, read-only: facts, results and duplication. */
export function ArchivedEventScreen() {
  return (
    <ReportAccess>
      <Archived />
    </ReportAccess>
  )
}

function Archived() {
  const uuid = useRouteParam('id')
  const event = useQuery({
    queryKey: ['event', uuid, 'archived'],
    queryFn: async () =>
      (
        await api(showEvent, {
          params: { uuid },
          query: { with: ['attachments'], append: ['statistics', 'report', 'scan_statistics'] },
        })
      ).data,
  })
  return (
    <Page>
      <PageHead />
      <WhenLoaded query={event}>
        {(event) => (event.status === 'archived' ? <ArchivedEvent event={event} /> : <StillOpen event={event} />)}
      </WhenLoaded>
    </Page>
  )
}

function ArchivedEvent({ event }: { readonly event: Event }) {
  return (
    <>
      <ArchivedHead event={event} />
      <Columns aside={<ArchivedActions event={event} />}>
        <ArchivedFigures event={event} />
        <ArchivedTypes event={event} />
      </Columns>
    </>
  )
}

function StillOpen({ event }: { readonly event: Event }) {
  const { t } = useTranslation('archived')
  return (
    <EmptyState
      title={t('not_archived.title')}
      text={t('not_archived.text')}
      action={
        <ButtonLink to="/events/$uuid" params={{ uuid: event.uuid }}>
          {t('not_archived.open')}
        </ButtonLink>
      }
    />
  )
}
