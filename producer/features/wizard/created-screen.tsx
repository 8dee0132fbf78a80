import { type Event, publishEvent, showEvent } from '@kartis/contract/events.ts'
import { Button, buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Seal } from '@kartis/ui/components/error-state.tsx'
import { Page } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconCheck, IconExternalLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ButtonLink } from '../../shared/links.tsx'
import { usePageTitle } from '../../shared/page-title.ts'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './created.module.css'

/** The created event with its remaining steps. */
export function CreatedScreen() {
  const { t } = useTranslation('wizard')
  usePageTitle(t('created.title'))
  const uuid = useRouteParam('uuid')
  const event = useQuery({
    queryKey: ['event', uuid, 'created'],
    queryFn: async () =>
      (await api(showEvent, { params: { uuid }, query: { with: ['events_tickets', 'attachments'] } })).data,
    staleTime: 0,
  })
  return (
    <Page narrow>
      <WhenLoaded query={event}>{(loaded) => <Created event={loaded} />}</WhenLoaded>
    </Page>
  )
}

function Created({ event }: { readonly event: Event }) {
  const { t } = useTranslation('wizard')
  const params = { uuid: event.uuid }
  const isSeated = event.kind === 'seats'
  const lacksHall = event.missing.includes('seating')
  const hasTickets = isSeated ? !lacksHall : (event.events_tickets ?? []).length > 0
  const hasImages = (event.attachments ?? []).length > 0
  const published = event.status === 'published'
  const left = [hasTickets, hasImages, published].filter((done) => !done).length
  return (
    <>
      <div className={style.head} role="status">
        <Seal state="good" />
        <h1>{published ? t('created.published') : t('created.title')}</h1>
        <p className={style.name}>
          <UserText>{event.name}</UserText>
        </p>
        <p className={style.text}>
          {published ? t('created.published_text') : `${t('created.text')} ${t('created.left', { count: left })}`}
        </p>
      </div>
      <Card>
        <ol className={style.steps}>
          <Step
            place={1}
            done={hasTickets}
            title={t(isSeated ? 'created.hall' : 'created.tickets')}
            text={t(isSeated ? 'created.hall_text' : 'created.tickets_text')}
          >
            <ButtonLink
              to={
                isSeated
                  ? '/events/$uuid/seating'
                  : hasTickets
                    ? '/events/$uuid/tickets'
                    : '/events/$uuid/tickets/create'
              }
              params={params}
              look={hasTickets ? 'line' : 'main'}
              aria-label={`${hasTickets ? t('created.change') : t('created.add')}: ${t(isSeated ? 'created.hall' : 'created.tickets')}`}
            >
              {hasTickets ? t('created.change') : t('created.add')}
            </ButtonLink>
          </Step>
          <Step place={2} done={hasImages} title={t('created.images')} text={t('created.images_text')}>
            <ButtonLink
              to="/events/$uuid/images"
              params={params}
              look={hasTickets && !hasImages ? 'main' : 'line'}
              aria-label={`${hasImages ? t('created.change') : t('created.add')}: ${t('created.images')}`}
            >
              {hasImages ? t('created.change') : t('created.add')}
            </ButtonLink>
          </Step>
          <Step
            place={3}
            done={published}
            title={t('created.publish')}
            text={
              hasTickets || published
                ? t('created.publish_text')
                : t(isSeated ? 'created.hall_first' : 'created.publish_without')
            }
          >
            {published ? (
              <SalePage event={event} />
            ) : (
              <Publish event={event} ready={hasTickets && hasImages} blocked={lacksHall} />
            )}
          </Step>
        </ol>
      </Card>
      <div className={style.foot}>
        <ButtonLink to="/events/$uuid" params={params} look="bare">
          {t('created.event')}
        </ButtonLink>
      </div>
    </>
  )
}

interface StepProps {
  readonly place: number
  readonly done: boolean
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

function Step({ place, done, title, text, children }: StepProps) {
  const { t } = useTranslation('wizard')
  return (
    <li className={style.step} data-done={done || undefined}>
      <span className={style.number}>
        {done ? <IconCheck size={20} stroke={2.25} role="img" aria-label={t('created.done')} /> : place}
      </span>
      <span className={style.texts}>
        <b>{title}</b>
        <span>{text}</span>
      </span>
      {children}
    </li>
  )
}

interface PublishProps {
  readonly event: Event
  readonly ready: boolean
  readonly blocked: boolean
}

function Publish({ event, ready, blocked }: PublishProps) {
  const { t } = useTranslation('wizard')
  const queries = useQueryClient()
  const publishing = useMutation({
    mutationFn: () => api(publishEvent, { params: { uuid: event.uuid } }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['event', event.uuid] }),
        queries.invalidateQueries({ queryKey: ['events'] }),
      ]),
  })
  return (
    <Button
      look={ready ? 'main' : 'line'}
      disabled={blocked}
      busy={publishing.isPending}
      busyText={t('created.publishing')}
      onClick={() => publishing.mutate()}
    >
      {t('created.publish_action')}
    </Button>
  )
}

function SalePage({ event }: { readonly event: Event }) {
  const { t } = useTranslation('wizard')
  return (
    <a className={buttonClass({ look: 'line' })} href={event.sale_url} target="_blank" rel="noreferrer">
      <IconExternalLink size={18} stroke={1.75} aria-hidden />
      {t('created.sale_page')}
    </a>
  )
}
