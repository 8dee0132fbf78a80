import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { useUserApi } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import { dayOf } from '../../state/labels.ts'
import css from './my-page.module.css'
import type { CustomerOrder } from './order-actions.tsx'

interface Props {
  readonly order: CustomerOrder
  readonly onClose: () => void
  readonly onChange: (order: CustomerOrder) => void
}

/** Confirms the lawful cancellation with its fee and refund. */
export const CancelOrder = ({ order, onClose, onChange }: Props) => {
  const { t, lang } = usePageContext()
  const userApi = useUserApi()
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => dialog.current?.showModal(), [])
  const [busy, cancel] = useSubmit(async () => {
    const result = await userApi('POST', '/v1/customer/orders/:uuid/cancel', { params: { uuid: order.uuid }, body: {} })
    if (result.ok) {
      onChange(result.data)
      dialog.current?.close()
    } else setProblem(result.text)
    return result.ok
  })
  const { fee, refund, last_day } = order.cancellation
  const left = Math.round((fee + refund) * 100) / 100
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={`cancel-${order.uuid}`} onClose={onClose}>
      <div className={parts.stack}>
        <h2 id={`cancel-${order.uuid}`}>{t('my.cancel.title')}</h2>
        <p className={parts.quiet}>{t('my.cancel.text', { name: order.event.name })}</p>
        {left > 0 ? (
          <dl className={css.ledger}>
            <div>
              <dt>{t(order.refunded_amount > 0 ? 'my.cancel.left' : 'my.cancel.paid')}</dt>
              <dd>
                <Money shekels={left} />
              </dd>
            </div>
            <div>
              <dt>{t('my.cancel.fee')}</dt>
              <dd>
                <Money shekels={-fee} />
              </dd>
            </div>
            <div className={css.back}>
              <dt>{t('my.cancel.back')}</dt>
              <dd>
                <Money shekels={refund} />
              </dd>
            </div>
          </dl>
        ) : (
          <p>{t('my.cancel.nothing_back')}</p>
        )}
        <p className={`${parts.small} ${parts.quiet}`}>
          {left > 0 && fee === 0 && `${t('my.cancel.moved')} `}
          {left > 0 && t('my.cancel.when')}
          {last_day && ` ${t('my.cancel.until', { date: dayOf(last_day, lang) })}.`}
        </p>
        {problem && (
          <p className={`${parts.note} ${parts.bad}`} role="alert">
            <Icon name="warn" />
            <span>{problem}</span>
          </p>
        )}
        <div className={parts.line}>
          <button type="button" className={parts.btn} aria-busy={busy} onClick={() => cancel()}>
            {t(busy ? 'my.cancel.working' : 'my.cancel.yes')}
          </button>
          <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={() => dialog.current?.close()}>
            {t('my.cancel.no')}
          </button>
        </div>
      </div>
    </dialog>
  )
}
