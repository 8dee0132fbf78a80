import type { Agorot } from '@kartis/domain/money.ts'
import { dayText, moneyText } from '@kartis/i18n/format.ts'
import { defineTemplate, smsName } from '../../../platform/notifications/template.ts'

interface Notice {
  readonly kind: 'notified' | 'reminder'
  readonly event: string
  /** Number of the order. */
  readonly number: string
  readonly amount: Agorot
  /** `YYYY-MM-DD` */
  readonly deadline: string
  /** The amount is held from the balance of the account. */
  readonly held: boolean
  readonly link: string
}

/** A cardholder disputes a charge, or the evidence is due soon: for the managers of an account. */
export const disputeNotice = defineTemplate('dispute_notice', (params: Notice, { t, lang }) => {
  const { kind, event, number, amount, deadline, held, link } = params
  const day = dayText(`${deadline}T12:00:00Z`, lang)
  const values = { event: smsName(event), number, amount: moneyText(amount, lang), day, link }
  return {
    sms: t(`disputes:notice.${kind}.sms`, values),
    email: {
      subject: t(`disputes:notice.${kind}.subject`, values),
      title: t(`disputes:notice.${kind}.title`),
      lines: [
        t(`disputes:notice.${kind}.body`, { ...values, event }),
        ...(held ? [t('disputes:notice.held', values)] : []),
      ],
      facts: [
        [t('messages:fact.event'), event],
        [t('messages:fact.order'), number],
        [t('disputes:fact.amount'), moneyText(amount, lang)],
        [t('disputes:fact.deadline'), day],
      ],
      button: { text: t('disputes:notice.button'), link },
    },
  }
})
