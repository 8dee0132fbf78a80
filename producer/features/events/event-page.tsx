import type { Event } from '@kartis/contract/events.ts'
import { dayLongText, dayKey } from '@kartis/i18n/format.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Columns, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconReceipt2, IconRocket, IconScan, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { usePageTitle } from '../../shared/page-title.ts'
import { useSession } from '../../shared/session.ts'
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
import { whatsappLink } from './share-links.ts'
import { ShareDialog } from './share-dialog.tsx'
import { TypeList } from './type-list.tsx'
import { useEventActions } from './use-event-actions.ts'
import { useNow } from './use-now.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/** The event page of a manager: facts, sales and actions. */
export function EventPage({ event }: { readonly event: Event }) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const now = useNow()
  const [sharing, setSharing] = useState(false)
  const actions = useEventActions(event.uuid)
  const { can } = useSession()
  usePageTitle(event.name)

  const { uuid, statistics, timezone: zone } = event
  const isDraft = event.status === 'draft'
  const text = t('share.text', { name: event.name, day: dayLongText(event.starts_at, lang, zone) })
  const whatsapp = whatsappLink(text, event.sale_url)
  const lastDay = dayKey(earlier(now, new Date(event.ends_at)), zone)
  const publish = () => void actions.confirmAction('publish')
  const share = () => setSharing(true)

  return (
    <>
      <EventCover event={event} />
      <EventHead event={event} now={now} />
      <Columns
        aside={
          <>
            <div className={style.wideOnly}>
              <Card title={t('quick.title')}>
                <QuickRows event={event} whatsapp={whatsapp} onShare={share} />
              </Card>
            </div>
            {can['order.list'] && <RecentOrders uuid={uuid} now={now} />}
            <ManageCard
              event={event}
              pendingAction={actions.pendingAction}
              onVerb={(verb) => void actions.confirmAction(verb)}
            />
          </>
        }
      >
        <div className={style.phoneOnly}>
          <Card>
            <QuickTiles event={event} whatsapp={whatsapp} />
          </Card>
        </div>
        {isDraft && <DraftCard event={event} publishing={actions.pendingAction === 'publish'} onPublish={publish} />}
        {event.summary_available && <SummaryEntry uuid={uuid} />}
        {statistics && <EventStats uuid={uuid} figures={statistics} />}
        {!isDraft && can['waiting_room.control'] && <WaitingRoomCard event={event} />}
        {statistics && (!isDraft || statistics.by_day.length > 0) && (
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
      </Columns>
      <ShareDialog event={event} text={text} whatsapp={whatsapp} open={sharing} onClose={() => setSharing(false)} />
      <StickyActions phoneOnly>
        {isDraft && event.can.publish ? (
          <Button
            icon={<IconRocket {...ICON} />}
            disabled={event.missing.length > 0}
            busy={actions.pendingAction === 'publish'}
            onClick={publish}
          >
            {t('draft.publish')}
          </Button>
        ) : (
          event.can.scan && (
            <ButtonLink to="/events/$uuid/scan-tickets" params={{ uuid }} icon={<IconScan {...ICON} />}>
              {t('quick.scan')}
            </ButtonLink>
          )
        )}
        {!isDraft && (
          <IconButton label={t('share.title')} onClick={share} className={style.round}>
            <IconShare {...ICON} />
          </IconButton>
        )}
      </StickyActions>
    </>
  )
}

function SummaryEntry({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation('event')
  return (
    <Card
      title={t('summary.title')}
      action={
        <ButtonLink to="/events/$uuid/summery" params={{ uuid }} look="soft" icon={<IconReceipt2 {...ICON} />}>
          {t('summary.open')}
        </ButtonLink>
      }
    >
      <Stack>
        <Soft>{t('summary.text')}</Soft>
      </Stack>
    </Card>
  )
}
