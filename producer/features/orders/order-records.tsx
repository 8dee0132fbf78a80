import type { Order } from '@kartis/contract/orders.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { Chip, type ChipProps } from '@kartis/ui/components/chip.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { answerText } from './answer-text.ts'
import style from './order-details.module.css'
import { OrderHistory } from './order-history.tsx'
import { Part } from './order-part.tsx'

type Payment = NonNullable<Order['payments']>[number]

const PAYMENT_STATES: Readonly<Record<string, ChipProps['state']>> = { paid: 'good', declined: 'bad' }
const isKnown = (status: string): status is 'started' | 'paid' | 'declined' | 'abandoned' =>
  ['started', 'paid', 'declined', 'abandoned'].includes(status)

/** An order's payments, answers, messages and history. Empty sections are hidden. */
export function OrderRecords({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orders')
  const lang = useLang()
  const { payments = [], answers = [], messages = [], history = [] } = order
  return (
    <>
      {payments.length > 0 && (
        <Part title={t('order.payments')}>
          <ul className={style.list}>
            {payments.map((payment) => (
              <PaymentLine key={payment.uuid} payment={payment} />
            ))}
          </ul>
        </Part>
      )}
      {answers.length > 0 && (
        <Part title={t('order.answers')}>
          <ul className={style.list}>
            {answers.map((answer) => (
              <li key={`${answer.question}-${answer.ticket_no}`}>
                <span>
                  <span className={style.soft}>
                    {answer.question}
                    {answer.ticket_no > 0 && ` · ${t('order.for_ticket', { number: answer.ticket_no })}`}
                  </span>
                  {answer.file ? (
                    <a className={style.file} href={answer.file.url} target="_blank" rel="noreferrer">
                      <IconPaperclip size={18} stroke={1.75} aria-hidden />
                      <UserText>{answer.file.name}</UserText>
                      <span className="visually-hidden"> ({t('order.file_opens')})</span>
                    </a>
                  ) : (
                    answerText(answer, lang, {
                      yes: t('order.yes'),
                      no: t('order.no'),
                      none: t('order.no_answer'),
                      file: t('order.file_gone'),
                    })
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {messages.length > 0 && (
        <Part title={t('order.messages')}>
          <ul className={style.list}>
            {messages.map((message) => (
              <li key={`${message.at}-${message.channel}-${message.to}`}>
                <span>
                  {t(message.channel === 'email' ? 'order.message_email' : 'order.message_sms', {
                    to: `\u2066${message.to}\u2069`,
                  })}
                  <span className={style.soft}>{momentShortText(message.at, lang)}</span>
                </span>
                <Chip state={message.status === 'sent' ? 'good' : message.status === 'queued' ? 'info' : 'bad'}>
                  {t(
                    message.status === 'sent'
                      ? 'order.message_status.sent'
                      : message.status === 'queued'
                        ? 'order.message_status.queued'
                        : 'order.message_status.failed',
                  )}
                </Chip>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {history.length > 0 && (
        <Part title={t('order.history')}>
          <OrderHistory history={history} />
        </Part>
      )}
    </>
  )
}

function PaymentLine({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation(['orders', 'states'])
  const lang = useLang()
  const {
    method,
    last4,
    wallet,
    installments,
    bucket,
    approval_code: approval,
    status,
    decline_reason: declined,
  } = payment
  const card =
    last4 === null ? t('orders:order.card_unknown') : t('orders:order.card', { last4: `\u2066${last4}\u2069` })
  const means = wallet ?? method
  const more = [
    installments > 1 && t('orders:order.installments', { count: installments }),
    bucket && t(`states:bucket.${bucket}`),
    approval && t('orders:order.approval', { code: approval }),
    declined,
    momentShortText(payment.paid_at ?? payment.created_at, lang),
  ].filter(Boolean)
  return (
    <li>
      <span>
        {means === 'card' ? card : t(`orders:order.${means}`)}
        <span className={style.soft}>{more.join(' · ')}</span>
      </span>
      <span className={style.end}>
        <Money shekels={payment.amount} />
        {payment.refunded > 0 ? (
          <span className={style.soft}>
            {t('orders:order.refunded')} <Money shekels={payment.refunded} />
          </span>
        ) : (
          <Chip state={PAYMENT_STATES[status]}>
            {t(isKnown(status) ? `orders:order.payment.${status}` : 'orders:order.payment.other')}
          </Chip>
        )}
      </span>
    </li>
  )
}
