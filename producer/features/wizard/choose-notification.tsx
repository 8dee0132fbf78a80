import type { Event } from '@kartis/contract/events.ts'
import { isPostponement } from '@kartis/domain/cancellation.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { type Answer, choose } from '@kartis/ui/components/confirm.ts'
import { useTranslation } from 'react-i18next'
import { type bodyOf, movesEvent } from './event-draft.ts'

type Change = ReturnType<typeof bodyOf>

/** What buyers are entitled to: a full refund for another date, and for another place where the change is substantial. */
const entitlementOf = (event: Event, { starts_at: startsAt }: Change): 'time' | 'place' | undefined => {
  if (typeof startsAt !== 'string') return 'place'
  return isPostponement(new Date(event.starts_at), new Date(startsAt), event.timezone) ? 'time' : undefined
}

/**
 * Has the producer choose whether the holders of tickets get an SMS where time or place change, and says what buyers are
 * entitled to then. Undefined where there is nothing to choose.
 */
export const useChooseNotification = (event: Event): ((change: Change) => Promise<Answer | undefined>) => {
  const { t } = useTranslation('wizard')
  const { sold = 0, invited = 0, sum_total_amount: revenue = 0 } = event.sales ?? {}
  const tickets = sold + invited
  return async (change) => {
    if (tickets === 0 || event.status !== 'published' || !movesEvent(event, change)) return undefined
    const entitlement = revenue > 0 ? entitlementOf(event, change) : undefined
    return choose({
      title: t('notify.title'),
      text: t('notify.text', { count: tickets }),
      details: entitlement && (
        <Note>
          {t(entitlement === 'time' ? 'notify.refund_time' : 'notify.refund_place')}{' '}
          {/* In a tab of its own: the change is not saved yet. */}
          <a href={`/events/${event.uuid}/refunds`} target="_blank" rel="noopener">
            {t('notify.refunds')}
          </a>
        </Note>
      ),
      action: t('notify.send'),
      other: t('notify.silent'),
    })
  }
}
