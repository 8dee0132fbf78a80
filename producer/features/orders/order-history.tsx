import type { Order } from '@kartis/contract/orders.ts'
import { agreesToDigitalDocuments } from '@kartis/domain/agreed-text.ts'
import { commaText, moneyText, momentShortText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import style from './order-details.module.css'

type Entry = NonNullable<Order['history']>[number]

const KINDS = [
  'reserved',
  'pending_payment',
  'paid',
  'expired',
  'released',
  'event_cancelled',
  'cancelled',
  'refunded',
  'partially_refunded',
  'refunded_late',
  'refunded_double',
  'refunded_earlier_sum',
  'refunded_wrong_sum',
  'payment_declined',
  'invited',
  'resent',
  'revoked',
  'reseated',
  'reissued',
  'transfer_offered',
  'transfer_withdrawn',
  'transferred',
  'refunded_at_gateway',
  'details',
  'erased',
  'cancellation_requested',
  'cancellation_request_closed',
] as const
const isKind = (kind: string): kind is (typeof KINDS)[number] => (KINDS as readonly string[]).includes(kind)

/** The version of the text that the buyer accepted in this step, if it names digital documents. */
const agreedText = ({ agreed }: Entry['detail']): number | undefined => {
  const text = typeof agreed === 'object' && agreed !== null && 'text' in agreed ? agreed.text : undefined
  return typeof text === 'number' && agreesToDigitalDocuments(text) ? text : undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : '–')

/** What of the buyer was changed: phone and name with what they were, an e-mail address without. */
const useBuyerChanges = () => {
  const { t } = useTranslation('orders')
  return ({ from, to, name, fields }: Entry['detail']): string[] => [
    ...(typeof to === 'string'
      ? [t('history_phone', { from: `\u2066${textOf(from)}\u2069`, to: `\u2066${to}\u2069` })]
      : []),
    ...(typeof name === 'object' && name !== null && 'from' in name && 'to' in name
      ? [t('history_name', { from: `\u2068${textOf(name.from)}\u2069`, to: `\u2068${textOf(name.to)}\u2069` })]
      : []),
    ...(Array.isArray(fields) && fields.includes('email') ? [t('history_email')] : []),
  ]
}

/** The order's history, oldest first, with who did it. */
export function OrderHistory({ history }: { readonly history: readonly Entry[] }) {
  const { t } = useTranslation('orders')
  const lang = useLang()
  const changed = useBuyerChanges()
  const what = ({ kind, detail }: Entry): string => {
    if (kind === 'tickets_cancelled') {
      const count = Array.isArray(detail['tickets']) ? detail['tickets'].length : 1
      const amount = detail['amount']
      const text = t('history_cancelled', { count })
      const fee = detail['fee']
      const refund =
        typeof amount === 'number' && amount > 0 ? t('history_refund', { amount: moneyText(amount, lang) }) : ''
      const retained = typeof fee === 'number' && fee > 0 ? t('history_fee', { amount: moneyText(fee, lang) }) : ''
      return commaText([text, refund, retained], lang)
    }
    if (kind === 'paid_not_offered')
      return detail['wallet'] === 'bit'
        ? t('history_bit_not_offered')
        : t('history_installments_not_offered', {
            installments: Number(detail['installments']),
            offered: Number(detail['offered']),
          })
    const changes = kind === 'phone_changed' || kind === 'details' ? changed(detail) : []
    if (changes.length > 0) return commaText(changes, lang)
    return isKind(kind) ? t(`history.${kind}`) : t('history.other')
  }
  return (
    <ol className={style.timeline}>
      {history.map((entry) => {
        const { reason } = entry.detail
        const agreed = agreedText(entry.detail)
        return (
          <li key={`${entry.at}-${entry.kind}`}>
            <span>{entry.by === null ? what(entry) : t('order.by', { what: what(entry), who: entry.by })}</span>
            <time className={style.soft} dateTime={entry.at}>
              {momentShortText(entry.at, lang)}
            </time>
            {agreed !== undefined && <p className={style.soft}>{t('history_agreed', { text: agreed })}</p>}
            {typeof reason === 'string' && reason !== '' && <p className={style.soft}>{reason}</p>}
          </li>
        )
      })}
    </ol>
  )
}
