import { useModal } from '@kartis/ui/components/use-modal.ts'
import { useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import fields from '../../shared/field.module.css'
import { Money, Price, priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import dialogCss from '../../shared/dialog.module.css'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { seatText } from '../../shared/seat-text.ts'
import { useUserApi } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import { dayOf } from '../../state/labels.ts'
import { refundFor, transferredTickets, validTickets } from './cancellation-of.ts'
import css from './my-page.module.css'
import type { CustomerOrder } from './order-actions.tsx'

interface Props {
  readonly order: CustomerOrder
  readonly onClose: () => void
  /** The order as it is now, and what was done as a sentence. */
  readonly onCancelled: (order: CustomerOrder, text: string) => void
}

interface TicketsProps {
  readonly order: CustomerOrder
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

/** Which of several tickets are to be cancelled. */
const Tickets = ({ order, chosen, onChoose }: TicketsProps) => {
  const { t, lang } = usePageContext()
  return (
    <fieldset className={css.chosenTickets}>
      <legend className={parts.strong}>{t('my.cancel.choose')}</legend>
      {validTickets(order).map((ticket) => (
        <label key={ticket.uuid} className={fields.tick}>
          <input
            type="checkbox"
            checked={chosen.has(ticket.uuid)}
            onChange={(change) => {
              const next = new Set(chosen)
              if (change.target.checked) next.add(ticket.uuid)
              else next.delete(ticket.uuid)
              onChoose(next)
            }}
          />
          <span className={css.chosenTicket}>
            <span>
              <UserText>{ticket.name}</UserText>{' '}
              <bdi className={`${parts.num} ${parts.quiet}`} dir="ltr">
                {ticket.number}
              </bdi>
              {ticket.seat && (
                <>
                  <br />
                  <bdi className={`${parts.small} ${parts.quiet}`}>{seatText(ticket.seat, t, lang)}</bdi>
                </>
              )}
            </span>
            <Price shekels={ticket.price} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Tickets that other people hold stay valid, whatever is chosen. */
const Transferred = ({ order }: Pick<TicketsProps, 'order'>) => {
  const { t } = usePageContext()
  return transferredTickets(order).map(({ uuid, number, transfer }) => (
    <p key={uuid} className={`${parts.small} ${parts.quiet}`}>
      <UserText>
        {transfer?.to
          ? t('my.cancel.transferred_to', { number, name: transfer.to })
          : t('my.cancel.transferred', { number })}
      </UserText>
    </p>
  ))
}

interface SumsProps {
  readonly order: CustomerOrder
  readonly sums: ReturnType<typeof refundFor>
  /** No ticket is chosen yet. */
  readonly isNone: boolean
}

const Sums = ({ order, sums, isNone }: SumsProps) => {
  const { t } = usePageContext()
  if (isNone) return <p aria-live="polite">{t('my.cancel.none_chosen')}</p>
  if (sums.total === 0) return <p>{t('my.cancel.nothing_back')}</p>
  const isWhole = sums.total === order.total_amount
  return (
    <dl className={css.ledger} aria-live="polite">
      <div>
        <dt>{t(isWhole ? 'my.cancel.paid' : 'my.cancel.left')}</dt>
        <dd>
          <Money shekels={sums.total} />
        </dd>
      </div>
      <div>
        <dt>{t('my.cancel.fee')}</dt>
        <dd>
          <Money shekels={-sums.fee} />
        </dd>
      </div>
      <div className={css.back}>
        <dt>{t('my.cancel.back')}</dt>
        <dd>
          <Money shekels={sums.refund} />
        </dd>
      </div>
    </dl>
  )
}

/** Confirms the lawful cancellation of all tickets or of some, with its fee and refund. */
export const CancelOrder = ({ order, onClose, onCancelled }: Props) => {
  const { t, lang } = usePageContext()
  const userApi = useUserApi()
  // Closed before it is gone: only then does the focus return to where it came from.
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  const [problem, setProblem] = useState('')
  const open = validTickets(order)
  // Of several tickets the buyer names those to cancel, so that none is cancelled unseen.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(open.length === 1 ? open.map(({ uuid }) => uuid) : []),
  )
  const tickets = open.filter(({ uuid }) => chosen.has(uuid))
  const isAll = tickets.length === open.length
  // What other people hold is a part of the order and stays.
  const isWhole = isAll && transferredTickets(order).length === 0
  const isNone = tickets.length === 0
  const sums = refundFor(tickets, order)
  const [busy, cancel] = useSubmit(async () => {
    const result = await userApi('POST', '/v1/customer/orders/:uuid/cancel', {
      params: { uuid: order.uuid },
      body: isAll ? {} : { ticket_uuids: tickets.map(({ uuid }) => uuid) },
    })
    if (result.ok) {
      const done = t('my.cancel.done', { count: tickets.length })
      const back = sums.refund > 0 && t('my.cancel.done_back', { sum: priceText(sums.refund, lang) })
      onCancelled(result.data, [done, back].filter(Boolean).join(' '))
      close()
    } else setProblem(result.text)
    return result.ok
  })
  const dialog = useModal({ open: isOpen, onClose: close, locked: busy })
  const { last_day } = order.cancellation
  const name = order.event.name
  return (
    <dialog ref={dialog} className={dialogCss.dialog} aria-labelledby={`cancel-${order.uuid}`} onClose={onClose}>
      <div className={parts.stack}>
        <h2 id={`cancel-${order.uuid}`}>{t('my.cancel.title')}</h2>
        <p className={parts.quiet}>{t(isWhole ? 'my.cancel.text' : 'my.cancel.text_some', { name })}</p>
        {open.length > 1 && (
          <Tickets
            order={order}
            chosen={chosen}
            onChoose={(next) => {
              setProblem('')
              setChosen(next)
            }}
          />
        )}
        <Transferred order={order} />
        <Sums order={order} sums={sums} isNone={isNone} />
        <p className={`${parts.small} ${parts.quiet}`}>
          {sums.total > 0 &&
            order.cancellation.fee_left === 0 &&
            order.cancellation.fee === 0 &&
            `${t('my.cancel.moved')} `}
          {sums.total > 0 && t('my.cancel.when')}
          {last_day && ` ${t('my.cancel.until', { date: dayOf(last_day, lang) })}.`}
        </p>
        <RefusalNote text={problem} />
        <div className={parts.line}>
          <button
            type="button"
            className={`${parts.btn} ${css.final}`}
            aria-busy={busy}
            disabled={isNone}
            onClick={() => cancel()}
          >
            {busy
              ? t('my.cancel.working')
              : isNone
                ? t('my.cancel.title')
                : isWhole
                  ? t('my.cancel.yes')
                  : t('my.cancel.yes_some', { count: tickets.length })}
          </button>
          <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={close}>
            {t('my.cancel.no')}
          </button>
        </div>
      </div>
    </dialog>
  )
}
