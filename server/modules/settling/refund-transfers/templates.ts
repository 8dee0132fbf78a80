import type { Agorot } from '@kartis/domain/money.ts'
import { dayText, moneyText } from '@kartis/i18n/format.ts'
import { defineTemplate, smsName } from '../../../platform/notifications/template.ts'

interface Notice {
  /** The form is sent, sent again, or details were given. */
  readonly kind: 'requested' | 'reminder' | 'received'
  readonly event: string
  /** Number of the order. */
  readonly number: string
  readonly amount: Agorot
  /** By then the law wants the money returned. */
  readonly dueAt: Date
  readonly timezone: string
  /** Last digits of the account that was given. */
  readonly tail: string
  readonly link: string
}

/** The card company refused a refund: the buyer is asked for a bank account, and told when one was given. */
export const transferNotice = defineTemplate('refund_transfer_notice', (params: Notice, { t, lang }) => {
  const { kind, event, number, amount, dueAt, timezone, tail, link } = params
  const values = {
    event: smsName(event),
    number,
    amount: moneyText(amount, lang),
    day: dayText(dueAt, lang, timezone),
    tail,
    link,
  }
  return {
    sms: t(`refund-transfers:notice.${kind}.sms`, values),
    email: {
      subject: t(`refund-transfers:notice.${kind}.subject`, { ...values, event }),
      title: t(`refund-transfers:notice.${kind}.title`),
      lines: [
        t(`refund-transfers:notice.${kind}.body`, { ...values, event }),
        ...(kind === 'received' ? [] : [t('refund-transfers:notice.safe')]),
      ],
      facts: [
        [t('messages:fact.event'), event],
        [t('messages:fact.order'), number],
        [t('messages:fact.refund'), moneyText(amount, lang)],
      ],
      button: { text: t(`refund-transfers:notice.${kind}.button`), link },
    },
  }
})
