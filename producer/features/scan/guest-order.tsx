import type { GateOrder } from '@kartis/contract/admission.ts'
import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import type { ManualReason } from '@kartis/domain/admission.ts'
import { timeText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Counter } from '@kartis/ui/components/counter.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconArrowBackUp, IconBan, IconCheck, IconUser } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { ManualNote, ManualReasonChoice } from '../../shared/check-in/manual-reason.tsx'
import { errorText } from '../../shared/failures.ts'
import { useAboveKeyboard } from '../../shared/use-above-keyboard.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { overlayOf } from './by-hand.ts'
import { admitTogether, type AdmittedTogether, type Together } from './gate-acts.ts'
import { Inside } from './inside-chip.tsx'
import style from './guest-search.module.css'
import { signalResult } from './signal.ts'
import { useLastOwn } from './use-recent-entries.ts'
import type { useScan } from './use-scan.ts'
import type { Undo } from './use-undo.ts'

type GateTicket = GateOrder['tickets'][number]

const ICON = { size: 20, stroke: 2, 'aria-hidden': true } as const

export interface GuestOrderProps {
  readonly event: string
  readonly zone: string
  readonly list: () => LocalAdmissionList | undefined
  /** The entries of this device, of which whoever made the last one may take it back, and the result over the page. */
  readonly scanned: Pick<ReturnType<typeof useScan>, 'admitted' | 'note' | 'forget' | 'show'>
  readonly undo: Undo
  /** Asked before an entry; false where nobody is to enter. */
  readonly mayEnter: () => true | Promise<boolean>
  readonly onCounters: (counters: ScanStatistics) => void
  readonly order: GateOrder
  /** The order is not as it is shown, though nothing entered or was taken back here. */
  readonly onChanged: () => void
}

/** A valid ticket that has not entered, or has left since. */
const isOutside = ({ status, redemption, left_at: leftAt }: GateTicket): boolean =>
  status === 'valid' && (redemption === 'pending' || leftAt !== undefined)

/** So many of a group are let in one by one; of more it is asked how many came. */
const FEW = 2

/** Whether it does not matter which of the tickets enter: none has a seat or a holder of its own, and all are of one type. */
const areAlike = (tickets: readonly GateTicket[]): boolean =>
  tickets.every(({ name, seat, holder }) => name === tickets[0]?.name && seat === undefined && holder === undefined)

/** One order at the gate: who is in, and entry by hand of one ticket or of all that are left, with the reason. */
export function GuestOrder(props: GuestOrderProps) {
  const { event, zone, order, list, scanned, undo, mayEnter, onCounters, onChanged } = props
  const { t } = useTranslation('gate')
  const [reason, setReason] = useState<ManualReason>()
  const [isMissing, setMissing] = useState(false)
  const [note, setNote] = useState('')
  const reasons = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useAboveKeyboard(content)
  const admit = useMutation({
    mutationFn: (together: Together) => admitTogether(event, list(), together),
    onSuccess: (result, { reason: why, note: added }) => {
      signalResult(result.refused.length === 0 ? 'success' : 'fail')
      const shown = overlayOf(order, result, list(), { reason: why, note: added })
      if (shown) scanned.show(shown)
      onCounters(result.counters)
      setChosen(undefined)
      scanned.note(result.admitted)
      if (result.admitted.length === 0) onChanged()
    },
  })
  // Whoever lets somebody in without a code says why: nothing is chosen for them.
  const admitAll = async (tickets: readonly GateTicket[]) => {
    setMissing(reason === undefined)
    if (reason !== undefined) return (await mayEnter()) && admit.mutate({ tickets, reason, note: note.trim() || null })
    reasons.current?.scrollIntoView({ block: 'center' })
    return reasons.current?.querySelector('input')?.focus({ preventScroll: true })
  }
  const left = order.tickets.filter(isOutside)
  const [chosen, setChosen] = useState<number>()
  const count = Math.min(chosen ?? left.length, left.length)
  const lastOwn = useLastOwn(scanned.admitted)
  const ownOf = ({ uuid }: GateTicket) => lastOwn.find(({ ticketUuid }) => ticketUuid === uuid)
  const name = order.holder ?? t('search.nameless')
  const takeBack = async (ticket: GateTicket) => {
    const who = ticket.holder === undefined ? name : (ticket.holder ?? t('search.nameless'))
    if (
      !(await undo.run({
        uuid: ticket.uuid,
        name: `${who} · ${ticket.number}`,
        number: ticket.number,
        own: ownOf(ticket),
      }))
    )
      return
    scanned.forget(ticket.uuid)
    // What entered before is not what is true now.
    admit.reset()
    setChosen(undefined)
  }
  return (
    <div className={style.order} ref={content}>
      <div className={style.who}>
        <div>
          <h3>
            <UserText>{name}</UserText>
          </h3>
          <Soft small>
            {t('search.order', { number: order.number })}
            {order.phone_end !== null && (
              <>
                {' · '}
                <bdi dir="ltr">{`•••${order.phone_end}`}</bdi>
              </>
            )}
          </Soft>
        </div>
        <Inside order={order} />
      </div>
      {/* Above what admits: without a reason nothing is admitted. */}
      {left.length > 0 && (
        <div ref={reasons}>
          <ManualReasonChoice
            value={reason}
            isMissing={isMissing}
            onChange={(chosen) => {
              setReason(chosen)
              setMissing(false)
            }}
          />
        </div>
      )}
      <ul className={style.tickets}>
        {order.tickets.map((ticket) => (
          <TicketRow
            key={ticket.uuid}
            ticket={ticket}
            seat={ticket.seat ?? list()?.tickets.get(ticket.uuid)?.seat}
            zone={zone}
            canUndo={undo.isAllowed || ownOf(ticket) !== undefined}
            busy={admit.isPending || undo.isPending}
            onAdmit={() => void admitAll([ticket])}
            onUndo={() => void takeBack(ticket)}
          />
        ))}
      </ul>
      {order.tickets_count > order.tickets.length && <Soft small>{t('order.truncated')}</Soft>}
      {!undo.isAllowed &&
        order.tickets.some((ticket) => ticket.redemption === 'redeemed' && ownOf(ticket) === undefined) && (
          <Soft small>{t(order.tickets.some(ownOf) ? 'undo.who_others' : 'undo.who')}</Soft>
        )}
      <Outcome result={admit.data} />
      {left.length > 0 && (
        <>
          <ManualNote value={note} onChange={setNote} />
          {left.length > FEW && areAlike(left) && (
            <div className={style.howMany}>
              <span aria-hidden>{t('order.how_many')}</span>
              <Counter label={t('order.how_many')} value={count} onChange={setChosen} min={1} max={left.length} />
            </div>
          )}
          <div className={style.admit}>
            <Button
              full
              size="big"
              busy={admit.isPending}
              busyText={t('order.admitting')}
              onClick={() => void admitAll(left.slice(0, count))}
            >
              {t(count === left.length ? 'order.admit_rest' : 'order.admit_some', { count })}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** What the result over the page said, for whoever closed it; there it is also announced. */
function Outcome({ result }: { readonly result: AdmittedTogether | undefined }) {
  const { t, i18n } = useTranslation('gate')
  return (
    <div className={style.outcome}>
      {result && result.admitted.length > 0 && (
        <p data-state="good">{t('order.done', { count: result.admitted.length })}</p>
      )}
      {result?.refused.map(({ number, code, text }) => (
        <p key={number} data-state="bad">
          {t('order.refused', { number, text: text || errorText(i18n, code) })}
        </p>
      ))}
    </div>
  )
}

interface TicketRowProps {
  readonly ticket: GateTicket
  /** Of a hall; orders that were found without the server have it from the list of this device. */
  readonly seat: Omit<NonNullable<GateTicket['seat']>, 'uuid'> | undefined
  readonly zone: string
  readonly canUndo: boolean
  readonly busy: boolean
  readonly onAdmit: () => void
  readonly onUndo: () => void
}

function TicketRow({ ticket, seat, zone, canUndo, busy, onAdmit, onUndo }: TicketRowProps) {
  const { t } = useTranslation(['gate', 'scan'])
  const lang = useLang()
  const { status, redemption, redeemed_at: at, left_at: leftAt, gate, number, holder, phone_end: phoneEnd } = ticket
  const state = status === 'cancelled' ? 'cancelled' : redemption
  return (
    <li>
      <span className={style.state} data-state={state}>
        {state === 'redeemed' ? (
          <IconCheck {...ICON} />
        ) : state === 'cancelled' ? (
          <IconBan {...ICON} />
        ) : (
          <IconUser {...ICON} />
        )}
      </span>
      <span className={style.what}>
        <b>
          <UserText>{ticket.name}</UserText>
        </b>
        {holder !== undefined && (
          <span className={style.seat}>
            <UserText>{holder ?? t('search.nameless')}</UserText>
            {phoneEnd && (
              <>
                {' · '}
                <bdi dir="ltr">{`•••${phoneEnd}`}</bdi>
              </>
            )}
          </span>
        )}
        {seat && (
          <span className={style.seat}>
            {t('scan:result.seat', { section: seat.section, row: seat.row, seat: seat.number })}
            {seat.gate !== undefined && ` · ${seat.gate}`}
          </span>
        )}
        <small>
          <bdi dir="ltr">{number}</bdi>
          {state === 'cancelled' && ` · ${t('search.cancelled')}`}
          {state === 'redeemed' && at === null && ` · ${t('pad.redeemed')}`}
          {state === 'redeemed' &&
            at !== null &&
            ` · ${leftAt !== undefined ? t('exit.left_at', { moment: timeText(leftAt, lang, zone) }) : t(gate ? 'order.in_at_gate' : 'order.in_at', { time: timeText(at, lang, zone), gate })}`}
        </small>
      </span>
      {isOutside(ticket) && (
        <Button look="soft" disabled={busy} aria-label={t('order.admit_name', { number })} onClick={onAdmit}>
          {t('order.admit')}
        </Button>
      )}
      {state === 'redeemed' && canUndo && (
        <Button
          look="bare"
          icon={<IconArrowBackUp {...ICON} />}
          aria-label={t('order.undo_name', { number })}
          disabled={busy}
          onClick={onUndo}
        >
          {t('undo.short')}
        </Button>
      )}
    </li>
  )
}
