import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { useApi } from '../../shared/use-api.ts'
import { dayOf } from '../../state/labels.ts'
import css from './my-page.module.css'
import type { MyOrder } from './shapes.ts'
import { callAsUser } from '../../shared/session.ts'

interface Props {
  readonly order: MyOrder
  readonly onClose: () => void
  readonly onChange: (order: MyOrder) => void
}

/** The lawful cancellation with its figures, before and not after. */
export const CancelOrder = ({ order, onClose, onChange }: Props) => {
  const { say, lang } = usePage()
  const api = useApi()
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => dialog.current?.showModal(), [])
  const cancel = async () => {
    if (busy) return
    setBusy(true)
    const answer = await callAsUser<MyOrder>(api, `/customer/orders/${order.uuid}/cancel`, { method: 'POST', body: {} })
    setBusy(false)
    if (answer.ok) {
      onChange(answer.data)
      dialog.current?.close()
    } else setProblem(answer.text)
  }
  const { fee, refund, last_day } = order.cancellation
  const left = Math.round((fee + refund) * 100) / 100
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={`cancel-${order.uuid}`} onClose={onClose}>
      <div className={parts.stack}>
        <h2 id={`cancel-${order.uuid}`}>{say('my.cancel.title')}</h2>
        <p className={parts.quiet}>{say('my.cancel.text', { name: order.event.name })}</p>
        {left > 0 ? (
          <dl className={css.ledger}>
            <div>
              <dt>{say(order.refunded_amount > 0 ? 'my.cancel.left' : 'my.cancel.paid')}</dt>
              <dd>
                <Money shekels={left} />
              </dd>
            </div>
            <div>
              <dt>{say('my.cancel.fee')}</dt>
              <dd>
                <Money shekels={-fee} />
              </dd>
            </div>
            <div className={css.back}>
              <dt>{say('my.cancel.back')}</dt>
              <dd>
                <Money shekels={refund} />
              </dd>
            </div>
          </dl>
        ) : (
          <p>{say('my.cancel.nothing_back')}</p>
        )}
        <p className={`${parts.small} ${parts.quiet}`}>
          {left > 0 && fee === 0 && `${say('my.cancel.moved')} `}
          {left > 0 && say('my.cancel.when')}
          {last_day && ` ${say('my.cancel.until', { date: dayOf(last_day, lang) })}.`}
        </p>
        {problem && (
          <p className={`${parts.note} ${parts.bad}`} role="alert">
            <Icon name="warn" />
            <span>{problem}</span>
          </p>
        )}
        <div className={parts.line}>
          <button type="button" className={parts.btn} aria-busy={busy} onClick={() => void cancel()}>
            {say(busy ? 'my.cancel.working' : 'my.cancel.yes')}
          </button>
          <button type="button" className={`${parts.btn} ${parts.plain}`} onClick={() => dialog.current?.close()}>
            {say('my.cancel.no')}
          </button>
        </div>
      </div>
    </dialog>
  )
}
