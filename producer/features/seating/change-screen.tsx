import { changeSeating, type EventSeating } from '@kartis/contract/event-seating.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useEventHead, useInvalidateEvent } from '../../shared/event-queries.ts'
import { ChangeCounts, PlaceChanges } from '../../shared/hall/place-changes.tsx'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { useSeating } from './seating-queries.ts'

/** What another edition of its map would mean for an event that sells, place by place, and the change as a whole. */
export function SeatingChangeScreen() {
  const { t } = useTranslation('seating')
  const uuid = useRouteParam('uuid')
  const event = useEventHead(uuid)
  const seating = useSeating(uuid)
  return (
    <Page>
      <PageHead title={t('change.title')} eyebrow={event.data && <UserText>{event.data.name}</UserText>} />
      <WhenLoaded query={seating}>
        {(found) =>
          found === null || found.newest_edition < 2 ? (
            <Note>{t('change.none')}</Note>
          ) : (
            <Change event={uuid} seating={found} />
          )
        }
      </WhenLoaded>
    </Page>
  )
}

const editionsOf = ({ edition, newest_edition: newest }: EventSeating): number[] =>
  Array.from({ length: newest }, (_, index) => newest - index).filter((each) => each !== edition)

function Change({ event, seating }: { readonly event: string; readonly seating: EventSeating }) {
  const { t } = useTranslation('seating')
  const editions = editionsOf(seating)
  const [edition, setEdition] = useState(editions[0] ?? seating.newest_edition)
  return (
    <Stack gap="wide">
      <Card>
        <Stack>
          <p>{t('change.now', { edition: seating.edition })}</p>
          <SelectField
            label={t('change.to')}
            placeholder={t('change.to')}
            options={editions.map((each) => ({ value: String(each), label: t('change.edition', { edition: each }) }))}
            value={String(edition)}
            onChange={({ target }) => setEdition(Number(target.value))}
          />
          <Soft small>{t('change.text')}</Soft>
        </Stack>
      </Card>
      <Plan key={edition} event={event} edition={edition} />
    </Stack>
  )
}

const useChange = (event: string, edition: number) =>
  useMutation({
    mutationFn: async (dryRun: boolean) =>
      (await api(changeSeating, { params: { uuid: event }, body: { edition, dry_run: dryRun } })).data,
  })

/** The places of a plan that its first reply does not list: thousands, where a hall is drawn anew. */
const useFurtherPlaces = (event: string, edition: number) => {
  const [places, setPlaces] = useState<Planned['places']>([])
  const reading = useMutation({
    mutationFn: async (from: number) =>
      (await api(changeSeating, { params: { uuid: event }, body: { edition, dry_run: true, places_from: from } })).data,
    onSuccess: (plan) => setPlaces((before) => [...before, ...plan.places]),
  })
  return { places, reading, forget: () => setPlaces([]) }
}
type Planned = NonNullable<ReturnType<typeof useChange>['data']>

function Plan({ event, edition }: { readonly event: string; readonly edition: number }) {
  const { t } = useTranslation('seating')
  const router = useRouter()
  const invalidate = useInvalidateEvent(event)
  const check = useChange(event, edition)
  const change = useChange(event, edition)
  const further = useFurtherPlaces(event, edition)
  const checkAgain = () => {
    further.forget()
    check.mutate(true)
  }
  const start = useEffectEvent(() => check.mutate(true))
  useEffect(() => start(), [])
  const apply = async (plan: Planned) => {
    const yes = await confirm({
      title: t('change.ask.title', { edition }),
      text: plan.relabelled_sold > 0 ? t('change.ask.told', { count: plan.relabelled_sold }) : t('change.ask.nobody'),
      action: t('change.ask.action'),
    })
    if (!yes) return
    change.mutate(false, {
      onSuccess: async () => {
        showToast({ state: 'good', text: t('change.done', { edition }) })
        await invalidate()
        router.history.push(`/events/${event}/seating`)
      },
      // What was free a moment ago may be sold now: the plan says where.
      onError: checkAgain,
    })
  }
  const plan = check.data
  if (!plan)
    return check.isError ? (
      <Button look="line" onClick={() => check.mutate(true)}>
        {t('change.again')}
      </Button>
    ) : (
      <CardSkeleton />
    )
  const places = [...plan.places, ...further.places]
  const refused = places.filter(({ changes }) => changes.includes('refused'))
  const others = places.filter(({ changes }) => !changes.includes('refused'))
  const reading = { busy: further.reading.isPending, onMore: () => further.reading.mutate(places.length) }
  const holders = refused.flatMap(({ seat_uuid, state }) => (seat_uuid !== null && state === 'sold' ? [seat_uuid] : []))
  return (
    <>
      <Card title={t('change.what')}>
        <Stack>
          <ChangeCounts counts={plan.counts} />
          {plan.counts.added > 0 && <Soft small>{t('change.added_note')}</Soft>}
        </Stack>
      </Card>
      {refused.length > 0 && (
        <Card title={t('change.refused', { count: plan.counts.refused })}>
          <Stack>
            <Note state="bad">{t('change.refused_text')}</Note>
            <PlaceChanges places={refused} total={plan.counts.refused} {...reading} />
            {holders.length > 0 && (
              <ButtonLink
                to="/events/$uuid/hall"
                params={{ uuid: event }}
                search={{ move: holders.slice(0, 100).join() }}
              >
                {t('change.move', { count: holders.length })}
              </ButtonLink>
            )}
          </Stack>
        </Card>
      )}
      {others.length > 0 && (
        <Card title={t('change.places')}>
          <PlaceChanges places={others} total={plan.places_total - refused.length} {...reading} />
        </Card>
      )}
      <StickyActions>
        <Button
          size="big"
          disabled={!plan.is_applicable}
          busy={change.isPending}
          busyText={t('change.changing')}
          onClick={() => void apply(plan)}
        >
          {plan.is_applicable ? t('change.act', { edition }) : t('change.blocked')}
        </Button>
      </StickyActions>
    </>
  )
}
