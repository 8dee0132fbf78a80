import { venueName } from '../../shared/event-place.ts'
import type { Event } from '@kartis/contract/events.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import { dayLongText, listText, numberText, commaText, percentText, timeText } from '@kartis/i18n/format.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { EventArt } from '@kartis/ui/components/event-art.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { TicketShape } from '@kartis/ui/components/ticket-shape.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCalendarEvent, IconChevronLeft, IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DayTile } from '../../shared/day-tile.tsx'
import { eventChip } from '../../shared/event-state.ts'
import style from './event-card.module.css'
import { missingParts, PARTS } from './missing-parts.ts'

/** An event as a ticket: picture above the perforation, facts and sales below. The whole card links to the event. */
export function EventCard({ event, first = false }: { readonly event: Event; readonly first?: boolean }) {
  return (
    <EventLink event={event}>
      <TicketShape head stubSize="var(--art)" stub={<Body event={event} />}>
        <Picture event={event} first={first} />
      </TicketShape>
    </EventLink>
  )
}

/** Where the work of a scanner is: the gate, until the event is over. */
const opensGate = ({ sales, can, phase }: Event): boolean =>
  sales === null && can.scan && phase !== 'over' && phase !== 'archived'

function EventLink({ event, children }: { readonly event: Event; readonly children: ReactNode }) {
  const { uuid, status } = event
  if (opensGate(event))
    return (
      <Link to="/events/$uuid/scan-tickets" params={{ uuid }} className={style.card}>
        {children}
      </Link>
    )
  return status === 'archived' ? (
    <Link to="/archived-event/$id" params={{ id: uuid }} className={style.card}>
      {children}
    </Link>
  ) : (
    <Link to="/events/$uuid" params={{ uuid }} className={style.card}>
      {children}
    </Link>
  )
}

const SLOTS = ['banner_card', 'banner_event', 'banner_square']

function Picture({ event, first }: { readonly event: Event; readonly first: boolean }) {
  const { t } = useTranslation(['states'])
  const chip = eventChip(event)
  const image = SLOTS.map((slot) => event.attachments?.find((file) => file.slot === slot)).find(Boolean)
  return (
    <div className={style.art} style={{ background: image?.colors?.[0] }}>
      {image ? (
        <img
          src={`${image.url}?w=640`}
          srcSet={`${image.url}?w=400 400w, ${image.url}?w=640 640w, ${image.url}?w=828 828w`}
          sizes="(min-width: 64rem) 22rem, (min-width: 48rem) 50vw, 100vw"
          alt=""
          loading={first ? 'eager' : 'lazy'}
          decoding="async"
        />
      ) : (
        <EventArt seed={event.uuid} />
      )}
      <Chip className={style.chip} onArt state={chip.state} live={event.phase === 'running'}>
        {t(chip.label)}
      </Chip>
      <DayTile at={event.starts_at} zone={event.timezone} />
    </div>
  )
}

/** `יום חמישי, 17 בדצמבר 2026 · 21:00` */
const whenText = ({ starts_at: start, timezone }: Event, lang: Lang): string =>
  `${dayLongText(start, lang, timezone)} · ${timeText(start, lang, timezone)}`

function Body({ event }: { readonly event: Event }) {
  const { t } = useTranslation('home')
  const lang = useLang()
  const where = [venueName(event), event.address_city].filter(
    (part, at, all) => part !== '' && all.indexOf(part) === at,
  )
  return (
    <div className={style.body}>
      <h2 className={style.name}>
        <UserText>{event.name}</UserText>
      </h2>
      <p className={style.meta}>
        <IconCalendarEvent size={17} stroke={1.75} aria-hidden />
        <span>{whenText(event, lang)}</span>
      </p>
      <p className={style.meta}>
        <IconMapPin size={17} stroke={1.75} aria-hidden />
        <UserText>{commaText(where, lang) || t('card.no_place')}</UserText>
      </p>
      <Figures event={event} />
    </div>
  )
}

function Figures({ event }: { readonly event: Event }) {
  const hasSold = (event.sales?.sold ?? 0) > 0
  if (event.sales === null) return <CheckInProgress event={event} />
  return event.status === 'draft' && event.cancelled_at === null && !hasSold ? (
    <Progress event={event} />
  ) : (
    <Sales event={event} sales={event.sales} />
  )
}

function Sales({ event, sales }: { readonly event: Event; readonly sales: NonNullable<Event['sales']> }) {
  const { t } = useTranslation('home')
  const lang = useLang()
  const { sold, invited, total } = sales
  // guests' places are no longer for sale
  const taken = sold + invited
  // Of a cancelled event nothing is on its way to being sold out.
  const isOffered = event.cancelled_at === null
  return (
    <div className={style.figures}>
      <p className={style.apart}>
        <span>
          {total === 0 || (!isOffered && sold === 0)
            ? t(isOffered ? 'card.no_tickets' : 'card.none_valid')
            : t('card.sold', { count: sold, figure: numberText(sold, lang), total: numberText(total, lang) })}
          {invited > 0 && ` · ${t('card.invited', { count: invited, figure: numberText(invited, lang) })}`}
        </span>
        {isOffered && total > 0 && <span>{percentText(wholePercent(taken, total), lang, 0)}</span>}
      </p>
      {isOffered && <Meter value={taken} of={total} label={`${t('card.taken_label')}: ${event.name}`} />}
      <p className={style.end}>
        <span className={style.money}>
          <span className="visually-hidden">{t('card.revenue')} </span>
          <Money shekels={sales.sum_total_amount} big />
        </span>
        <Forward />
      </p>
    </div>
  )
}

/** A draft: missing parts and the next step. */
function Progress({ event }: { readonly event: Event }) {
  const { t } = useTranslation('home')
  const lang = useLang()
  const missing = missingParts(event)
  const done = PARTS.length - missing.length
  const list = listText(
    missing.map((part) => t(`part.${part}`)),
    lang,
  )
  return (
    <div className={style.figures}>
      <p className={style.apart}>
        <span>
          {missing.length === 0
            ? t('card.ready')
            : t(missing.length === 1 ? 'card.missing_single' : 'card.missing', { list })}
        </span>
        <span>{t('card.steps', { done, all: PARTS.length })}</span>
      </p>
      <Meter value={done} of={PARTS.length} label={`${t('card.steps_label')}: ${event.name}`} />
      <p className={style.end}>
        <span className={style.go}>{t(missing.length === 0 ? 'card.to_publish' : 'card.continue')}</span>
        <Forward />
      </p>
    </div>
  )
}

/** Without access to sales: check-in progress. */
function CheckInProgress({ event }: { readonly event: Event }) {
  const { t } = useTranslation('home')
  const lang = useLang()
  const { total_scanned: scanned = 0, total_tickets: total = 0 } = event.scan_statistics ?? {}
  return (
    <div className={style.figures}>
      <p className={style.apart}>
        <span>{t('card.scanned', { figure: numberText(scanned, lang), total: numberText(total, lang) })}</span>
        {total > 0 && <span>{percentText(wholePercent(scanned, total), lang, 0)}</span>}
      </p>
      <Meter value={scanned} of={total} label={`${t('card.scanned_label')}: ${event.name}`} />
      <p className={style.end}>
        <span className={style.go}>{event.can.scan && t('card.to_scan')}</span>
        <Forward />
      </p>
    </div>
  )
}

function Forward() {
  return <IconChevronLeft className={style.forward} size={20} stroke={1.75} aria-hidden />
}
