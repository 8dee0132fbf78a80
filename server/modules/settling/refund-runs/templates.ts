import type { Agorot } from '@kartis/domain/money.ts'
import type { RefundRunKind } from '@kartis/domain/refund-run.ts'
import { momentLongText, momentShortText, moneyText } from '@kartis/i18n/format.ts'
import { defineTemplate, smsName } from '../../../platform/notifications/template.ts'

interface Notice {
  readonly kind: RefundRunKind
  readonly event: string
  readonly startsAt: Date
  readonly timezone: string
  /** Number of the order. */
  readonly number: string
  readonly amount: Agorot
  /** The organiser hands the money back. */
  readonly byHand: boolean
  /** The event was postponed since the order was paid: the law's full refund stays until the event starts. */
  readonly isPostponed?: boolean
  /** By then the money is returned, or the buyer may choose. */
  readonly until: Date
  /** The organiser's own words; empty where there are none. */
  readonly message: string
  /** The page of the choice, or of the tickets. */
  readonly link: string
}

/** Which text fits: the buyer is asked, or the event was cancelled and the money comes by itself, by hand, or there is none. */
const variantOf = ({ kind, amount, byHand }: Notice): string => {
  if (kind !== 'cancelled') return kind
  if (amount === 0) return 'cancelled_free'
  return byHand ? 'cancelled_by_hand' : 'cancelled'
}

/** What a refund run means for one order: a cancelled event and its refund, or the choice between a refund and the tickets. */
export const refundRunNotice = defineTemplate('refund_run_notice', (params: Notice, { t, lang }) => {
  const { kind, event, amount, until, message, link, number, startsAt, timezone, isPostponed = false } = params
  const variant = variantOf(params)
  const values = {
    event: smsName(event),
    when: momentShortText(startsAt, lang, timezone),
    until: momentShortText(until, lang, timezone),
    amount: moneyText(amount, lang),
    number,
    link,
  }
  return {
    sms: t(`refund-runs:notice.${isPostponed && kind === 'postponed' ? 'postponed_right' : variant}.sms`, values),
    email: {
      subject: t(`refund-runs:notice.${variant}.subject`, { ...values, event }),
      title: t(`refund-runs:notice.${variant}.title`),
      lines: [
        t(`refund-runs:notice.${variant}.body`, { ...values, event }),
        ...(isPostponed && kind !== 'cancelled' ? [t('refund-runs:notice.right')] : []),
        ...message.split(/\n+/).filter(Boolean),
      ],
      facts: [
        [t('messages:fact.event'), event],
        [t('messages:fact.when'), momentLongText(startsAt, lang, timezone)],
        [t('messages:fact.order'), number],
        ...(amount > 0 ? [[t('messages:fact.refund'), moneyText(amount, lang)] as const] : []),
      ],
      button: { text: t(`refund-runs:notice.${variant}.button`), link },
    },
  }
})
