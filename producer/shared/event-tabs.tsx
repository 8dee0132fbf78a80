import { WIZARD_STEPS } from '@kartis/domain/wizard.ts'
import type { Event } from '@kartis/contract/events.ts'
import type { Permission } from '@kartis/domain/permissions.ts'
import type { Messages } from '@kartis/i18n/message-types.ts'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEventHead } from './event-queries.ts'
import { SectionTabs } from './section-tabs.tsx'
import { useSession } from './session.ts'

interface EventTab {
  readonly name: keyof Messages['shell']['event_tabs']['names']
  /** First segment of the path under the event; the overview has none. */
  readonly path: string
  readonly needs: Permission
  /** Other segments that belong to the tab. */
  readonly covers?: readonly string[]
  /** Not for every event; an event that is not loaded yet counts as open. */
  readonly isFor?: (event: Event | undefined) => boolean
}

const isOpen = (event: Event | undefined): boolean => event?.status !== 'archived'

/** Tabs and their order are the same in every phase of an event. */
const TABS: readonly EventTab[] = [
  { name: 'overview', path: '', needs: 'event.read' },
  { name: 'orders', path: 'sold-tickets', needs: 'order.list' },
  { name: 'tickets', path: 'tickets', needs: 'ticket_type.list' },
  {
    name: 'seating',
    path: 'seating',
    covers: ['hall'],
    needs: 'event.edit',
    isFor: (event) => event?.kind === 'seats' && isOpen(event),
  },
  { name: 'guests', path: 'invites-list', needs: 'invitation.list', covers: ['invites'] },
  { name: 'coupons', path: 'coupons', needs: 'coupon.list' },
  { name: 'details', path: 'setup', needs: 'event.edit', covers: WIZARD_STEPS, isFor: isOpen },
  { name: 'images', path: 'images', needs: 'image.edit', isFor: isOpen },
  { name: 'scan', path: 'scan-tickets', needs: 'ticket.scan', isFor: isOpen },
  { name: 'summary', path: 'summery', needs: 'report.read', isFor: (event) => event?.summary_available === true },
]

/** The screens of an event that the member may open. */
export function EventTabs({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation('shell')
  const { can } = useSession()
  const event = useEventHead(uuid).data
  const [, , , segment = ''] = useLocation({ select: ({ pathname }) => pathname }).split('/')
  const tabs = TABS.flatMap(({ name, path, needs, covers = [], isFor = () => true }) => {
    const current = segment === path || covers.includes(segment)
    if (can[needs] !== true || !(current || isFor(event))) return []
    return [{ path: `/events/${uuid}${path && `/${path}`}`, text: t(`event_tabs.names.${name}`), current }]
  })
  return tabs.length > 1 && <SectionTabs tabs={tabs} label={t('event_tabs.label')} />
}
