import type { Event } from '@kartis/contract/events.ts'
import type { EventStage } from '@kartis/domain/event.ts'
import {
  IconBrandWhatsapp,
  IconChevronLeft,
  IconExternalLink,
  IconMail,
  IconPhoto,
  IconScan,
  IconShare,
  IconTicket,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import style from './quick-actions.module.css'

const ICON = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

export interface QuickActionsProps {
  readonly event: Event
  readonly stage: EventStage
  readonly whatsapp: string
  readonly onShare: () => void
}

/** Four tiles in a row, for phones. */
export function QuickTiles({ event, stage, whatsapp }: Omit<QuickActionsProps, 'onShare'>) {
  const { t } = useTranslation('event')
  const { can } = useSession()
  const params = { uuid: event.uuid }
  return (
    <nav className={style.tiles} aria-label={t('quick.title')}>
      {event.can.scan && (
        <Link to="/events/$uuid/scan-tickets" params={params} data-first={stage === 'today' || undefined}>
          <Tile icon={<IconScan {...ICON} />} />
          {t('quick.scan_short')}
        </Link>
      )}
      {can['invitation.send'] && stage !== 'over' && (
        <Link to="/events/$uuid/invites" params={params}>
          <Tile icon={<IconMail {...ICON} />} />
          {t('quick.invite_short')}
        </Link>
      )}
      {event.status === 'draft' && event.can.edit && (
        <>
          <Link to="/events/$uuid/tickets" params={params}>
            <Tile icon={<IconTicket {...ICON} />} />
            {t('quick.tickets_short')}
          </Link>
          <Link to="/events/$uuid/images" params={params}>
            <Tile icon={<IconPhoto {...ICON} />} />
            {t('quick.images_short')}
          </Link>
        </>
      )}
      {event.status !== 'draft' && (
        <>
          <Outside path={event.sale_url}>
            <Tile icon={<IconExternalLink {...ICON} />} />
            {t('quick.page_short')}
          </Outside>
          {stage !== 'over' && (
            <Outside path={whatsapp}>
              <Tile icon={<IconBrandWhatsapp {...ICON} />} />
              {t('quick.whatsapp_short')}
            </Outside>
          )}
        </>
      )}
    </nav>
  )
}

/** The same actions as rows, for the aside of a desktop. */
export function QuickRows({ event, stage, whatsapp, onShare }: QuickActionsProps) {
  const { t } = useTranslation('event')
  const { can } = useSession()
  const params = { uuid: event.uuid }
  return (
    <nav className={style.rows} aria-label={t('quick.title')}>
      {event.can.scan && (
        <Link to="/events/$uuid/scan-tickets" params={params} data-first={stage === 'today' || undefined}>
          <Tile icon={<IconScan {...ICON} />} />
          {t('quick.scan')}
          <Chevron />
        </Link>
      )}
      {can['invitation.send'] && stage !== 'over' && (
        <Link to="/events/$uuid/invites" params={params}>
          <Tile icon={<IconMail {...ICON} />} />
          {t('quick.invite')}
          <Chevron />
        </Link>
      )}
      {event.status !== 'draft' && (
        <>
          <Outside path={event.sale_url}>
            <Tile icon={<IconExternalLink {...ICON} />} />
            {t('quick.page')}
            <Chevron />
          </Outside>
          {stage !== 'over' && (
            <>
              <Outside path={whatsapp}>
                <Tile icon={<IconBrandWhatsapp {...ICON} />} />
                {t('quick.whatsapp')}
                <Chevron />
              </Outside>
              <button type="button" onClick={onShare}>
                <Tile icon={<IconShare {...ICON} />} />
                {t('quick.share')}
                <Chevron />
              </button>
            </>
          )}
        </>
      )}
    </nav>
  )
}

function Tile({ icon }: { readonly icon: ReactNode }) {
  return <span className={style.tile}>{icon}</span>
}

function Chevron() {
  return <IconChevronLeft className={style.chevron} size={20} stroke={1.75} aria-hidden />
}

function Outside({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const { t } = useTranslation('event')
  return (
    <a href={path} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> ({t('quick.new_tab')})</span>
    </a>
  )
}
