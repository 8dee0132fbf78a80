import type { Event } from '@kartis/contract/events.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import {
  IconArchive,
  IconBell,
  IconCalculator,
  IconCopy,
  IconDiscount,
  IconMessage,
  IconReceipt,
  IconReceiptRefund,
  IconTrash,
  IconUsers,
  IconWorldOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../shared/session.ts'
import style from './manage-card.module.css'
import type { EventAction } from './use-event-actions.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

export interface ManageCardProps {
  readonly event: Event
  readonly pendingAction: EventAction | undefined
  readonly onVerb: (verb: EventAction) => void
  /** Opens the message to the buyers. */
  readonly onMessage: () => void
}

/** Less frequent actions: lists, reports and the event's state changes. */
export function ManageCard({ event, pendingAction, onVerb, onMessage }: ManageCardProps) {
  const { t } = useTranslation('event')
  const { can } = useSession()
  const params = { uuid: event.uuid }
  const isDraft = event.status === 'draft'
  const neverSold = event.statistics?.orders.count === 0 && event.statistics.tickets.cancelled === 0
  const actions: readonly {
    verb: Exclude<EventAction, 'publish'>
    icon: typeof IconCopy
    shown: boolean
    bad?: boolean
  }[] = [
    { verb: 'duplicate', icon: IconCopy, shown: can['event.create'] === true },
    { verb: 'unpublish', icon: IconWorldOff, shown: event.can.unpublish && event.phase !== 'over' },
    { verb: 'archive', icon: IconArchive, shown: event.can.archive && !(isDraft && neverSold) },
    { verb: 'delete', icon: IconTrash, shown: event.can.edit && isDraft && neverSold, bad: true },
  ]
  return (
    <Card title={t('manage.title')}>
      <ul className={style.rows}>
        {event.summary_available && (
          <li>
            <Link to="/events/$uuid/summery" params={params}>
              <IconReceipt {...ICON} />
              {t('manage.summary')}
            </Link>
          </li>
        )}
        {can['register.use'] && event.status === 'published' && event.phase !== 'over' && (
          <li>
            <Link to="/cashier" search={{ event: event.uuid }}>
              <IconCalculator {...ICON} />
              {t('manage.box_office')}
            </Link>
          </li>
        )}
        {can['invitation.list'] && (
          <li>
            <Link to="/events/$uuid/invites-list" params={params}>
              <IconUsers {...ICON} />
              {t('manage.guests')}
            </Link>
          </li>
        )}
        {can['order.list'] && !isDraft && (
          <li>
            <Link to="/events/$uuid/waiting-list" params={params}>
              <IconBell {...ICON} />
              {t('manage.waiting_list')}
            </Link>
          </li>
        )}
        {can['coupon.edit'] && event.status !== 'archived' && (
          <li>
            <Link to="/events/$uuid/coupons" params={params}>
              <IconDiscount {...ICON} />
              {t('manage.coupons')}
            </Link>
          </li>
        )}
        {can['payment.list'] && !neverSold && (
          <li>
            <Link to="/events/$uuid/refunds" params={params}>
              <IconReceiptRefund {...ICON} />
              {t('manage.refunds')}
            </Link>
          </li>
        )}
        {can['buyer_message.send'] && !neverSold && event.status !== 'archived' && (
          <li>
            <button type="button" onClick={onMessage}>
              <IconMessage {...ICON} />
              {t('manage.message')}
            </button>
          </li>
        )}
        {actions
          .filter(({ shown }) => shown)
          .map(({ verb, icon: Icon, bad }) => (
            <li key={verb}>
              <button
                type="button"
                data-bad={bad}
                disabled={pendingAction !== undefined}
                aria-busy={pendingAction === verb || undefined}
                onClick={() => onVerb(verb)}
              >
                <Icon {...ICON} />
                {t(`manage.${verb}`)}
              </button>
            </li>
          ))}
      </ul>
    </Card>
  )
}
