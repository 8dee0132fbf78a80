import type { Event } from '@kartis/contract/events.ts'
import { type EventStage, eventStage } from '@kartis/domain/event.ts'
import { dayLongText, dayKey } from '@kartis/i18n/format.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Columns } from '@kartis/ui/components/layout.tsx'
import { CardSkeleton } from '@kartis/ui/components/skeleton.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconReceipt, IconRocket, IconScan, IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EventTabs } from '../../shared/event-tabs.tsx'
import { ButtonLink, IconLink } from '../../shared/links.tsx'
import { usePageTitle } from '../../shared/page-title.ts'
import { whatsappLink } from '../../shared/share-links.ts'
import { useSession } from '../../shared/session.ts'
import { BuyerMessageDialog } from './buyer-message-dialog.tsx'
import { CancelledCard } from './cancelled-card.tsx'
import { DraftCard } from './draft-card.tsx'
import { EventCover } from './event-cover.tsx'
import { EventHead } from './event-head.tsx'
import style from './event-page.module.css'
import { EventStats } from './event-stats.tsx'
import { ManageCard } from './manage-card.tsx'
import { QuickRows, QuickTiles } from './quick-actions.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { WaitingRoomCard } from './waiting-room-card.tsx'
import { SalesChart } from './sales-chart.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { isShared } from './is-shared.ts'
import { OverCard, ShareCard, TodayCard } from './stage-cards.tsx'
import { TypeList } from './type-list.tsx'
import { useEventActions } from './use-event-actions.ts'
import { useNow } from '../../shared/use-now.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

// The card has messages of its own; the page does not wait for them.
const ExpectedPayout = lazy(async () => ({ default: (await import('./expected-payout.tsx')).ExpectedPayout }))

const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/** The event page of a manager: facts, sales and actions. */
export function EventPage({ event }: { readonly event: Event }) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const now = useNow()
  const [sharing, setSharing] = useState(false)
  const [writing, setWriting] = useState(false)
  const actions = useEventActions(event)
  const { can } = useSession()
  usePageTitle(event.name)

  const { uuid, statistics, timezone: zone } = event
  // A draft of a past time that never sold anything has nothing to settle: it needs another time.
  const hasSold = (event.sales?.sold ?? 0) > 0
  const isCancelled = event.cancelled_at !== null
  const times = { startsAt: new Date(event.starts_at), endsAt: new Date(event.ends_at), timezone: zone }
  const stage =
    event.status === 'draft' && !hasSold && !isCancelled
      ? 'draft'
      : eventStage({ status: event.status, isCancelled, ...times }, now)
  const text = t('share.text', { name: event.name, day: dayLongText(event.starts_at, lang, zone) })
  const whatsapp = whatsappLink(text, event.sale_url)
  const lastDay = dayKey(earlier(now, new Date(event.ends_at)), zone)
  const publish = () => void actions.confirmAction('publish')
  const share = () => setSharing(true)

  return (
    <>
      <EventCover event={event} />
      <EventHead event={event} now={now} />
      <EventTabs uuid={event.uuid} />
      <Columns
        aside={
          <>
            {stage !== 'cancelled' && (
              <div className={style.wideOnly}>
                <Card title={t('quick.title')}>
                  <QuickRows event={event} stage={stage} whatsapp={whatsapp} onShare={share} />
                </Card>
              </div>
            )}
            {can['report.read'] && (isCancelled || (hasSold && (stage === 'selling' || stage === 'today'))) && (
              <Suspense fallback={<CardSkeleton count={1} />}>
                <ExpectedPayout uuid={uuid} zone={zone} />
              </Suspense>
            )}
            {can['order.list'] && <RecentOrders uuid={uuid} now={now} />}
            <ManageCard
              event={event}
              pendingAction={actions.pendingAction}
              onVerb={(verb) => void actions.confirmAction(verb)}
              onMessage={() => setWriting(true)}
            />
          </>
        }
      >
        {stage === 'draft' && (
          <DraftCard event={event} publishing={actions.pendingAction === 'publish'} onPublish={publish} />
        )}
        {stage === 'cancelled' && (
          <CancelledCard event={event} publishing={actions.pendingAction === 'publish'} onPublish={publish} />
        )}
        {stage === 'today' && <TodayCard event={event} now={now} />}
        {isShared(event, stage) && <ShareCard event={event} whatsapp={whatsapp} onShare={share} />}
        {stage === 'over' && <OverCard event={event} onDuplicate={() => void actions.confirmAction('duplicate')} />}
        {stage !== 'cancelled' && (
          <div className={style.phoneOnly}>
            <Card>
              <QuickTiles event={event} stage={stage} whatsapp={whatsapp} />
            </Card>
          </div>
        )}
        {statistics && (
          <EventStats uuid={uuid} figures={statistics} isOver={stage === 'over'} isCancelled={isCancelled} />
        )}
        {statistics && (event.status !== 'draft' || statistics.by_day.length > 0) && (
          <Card
            title={t('chart.title')}
            action={
              <Chip plain state="accent">
                {t('chart.unit')}
              </Chip>
            }
          >
            <SalesChart days={statistics.by_day} last={lastDay} today={dayKey(now, zone)} />
          </Card>
        )}
        {event.events_tickets && (
          <TypeList uuid={uuid} types={event.events_tickets} figures={statistics} editable={event.can.edit} />
        )}
        {(stage === 'selling' || stage === 'today') && can['waiting_room.control'] && <WaitingRoomCard event={event} />}
      </Columns>
      <ShareDialog event={event} text={text} whatsapp={whatsapp} open={sharing} onClose={() => setSharing(false)} />
      <BuyerMessageDialog event={event} open={writing} onClose={() => setWriting(false)} />
      <StageActions
        event={event}
        stage={stage}
        publishing={actions.pendingAction === 'publish'}
        onPublish={publish}
        onShare={share}
      />
    </>
  )
}

/** The one main action of the stage on a phone: publish, share, scan or settle. */
function StageActions({
  event,
  stage,
  publishing,
  onPublish,
  onShare,
}: {
  readonly event: Event
  readonly stage: EventStage
  readonly publishing: boolean
  readonly onPublish: () => void
  readonly onShare: () => void
}) {
  const { t } = useTranslation('event')
  const params = { uuid: event.uuid }
  if (stage === 'draft')
    return event.can.publish ? (
      <StickyActions phoneOnly>
        <Button
          icon={<IconRocket {...ICON} />}
          disabled={event.missing.length > 0}
          busy={publishing}
          onClick={onPublish}
        >
          {t('draft.publish')}
        </Button>
      </StickyActions>
    ) : null
  if (stage === 'selling')
    return (
      <StickyActions phoneOnly>
        <Button icon={<IconShare {...ICON} />} onClick={onShare}>
          {t('stage.share')}
        </Button>
        {event.can.scan && (
          <IconLink to="/events/$uuid/scan-tickets" params={params} label={t('quick.scan')}>
            <IconScan {...ICON} />
          </IconLink>
        )}
      </StickyActions>
    )
  if (stage === 'today')
    return event.can.scan ? (
      <StickyActions phoneOnly>
        <ButtonLink to="/events/$uuid/scan-tickets" params={params} icon={<IconScan {...ICON} />}>
          {t('quick.scan')}
        </ButtonLink>
        <IconButton label={t('share.title')} onClick={onShare} className={style.round}>
          <IconShare {...ICON} />
        </IconButton>
      </StickyActions>
    ) : null
  return event.summary_available ? (
    <StickyActions phoneOnly>
      <ButtonLink to="/events/$uuid/summery" params={params} icon={<IconReceipt {...ICON} />}>
        {t('summary.open')}
      </ButtonLink>
    </StickyActions>
  ) : null
}
