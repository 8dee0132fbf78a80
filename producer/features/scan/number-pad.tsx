import { isShortNumber, readOrderNumber, readTicketNumber } from '@kartis/domain/ticket-number.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { useOpeningFocus } from '@kartis/ui/components/use-opening-focus.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconBackspace } from '@tabler/icons-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { ticketsByNumber } from '../../shared/check-in/order-index.ts'
import { holderOf } from '../../shared/check-in/guest-names.ts'
import style from './number-pad.module.css'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '0'] as const

/** Whether a typed text names an order and no ticket of it. */
export const isOrderAlone = (text: string): boolean =>
  readOrderNumber(text) !== undefined && readTicketNumber(text).length === 0

interface NumberPadProps {
  readonly open: boolean
  readonly list: () => LocalAdmissionList | undefined
  readonly onClose: () => void
  /** A ticket number, or any other code. */
  readonly onCode: (text: string) => void
  /** The number of an order alone. */
  readonly onOrder: (text: string) => void
}

/** Large keys for the number that is printed on a ticket. The ticket shows while it is typed, before it enters. */
export function NumberPad({ open, onClose, ...props }: NumberPadProps) {
  const { t } = useTranslation('gate')
  return (
    <Dialog throwaway open={open} onClose={onClose} title={t('pad.title')}>
      <Pad {...props} />
    </Dialog>
  )
}

function Pad({ list, onCode, onOrder }: Omit<NumberPadProps, 'open' | 'onClose'>) {
  const { t } = useTranslation(['gate', 'scan'])
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // the dialog was opened to type here
  useOpeningFocus(field)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<'empty' | 'short'>()
  const change = (next: string) => {
    setText(next)
    setWrong(undefined)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const typed = text.trim()
    const isWrong = typed === '' ? 'empty' : isShortNumber(typed) ? 'short' : undefined
    setWrong(isWrong)
    if (isWrong) return
    if (isOrderAlone(typed)) onOrder(typed)
    else onCode(typed)
  }
  return (
    <form className={style.form} onSubmit={send} noValidate>
      <label className="visually-hidden" htmlFor={id}>
        {t('scan:manual.label')}
      </label>
      <input
        id={id}
        className={style.typed}
        dir="ltr"
        inputMode="none"
        autoComplete="off"
        spellCheck={false}
        ref={field}
        aria-invalid={wrong && true}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <p className={style.match} role="status" data-wrong={wrong && true}>
        {wrong ? t(`scan:manual.${wrong}`) : <Match text={text} list={list()} />}
      </p>
      <div className={style.keys} dir="ltr">
        {KEYS.map((key) => (
          <button key={key} type="button" onClick={() => change(text + key)}>
            {key}
          </button>
        ))}
        <button type="button" aria-label={t('pad.erase')} onClick={() => change(text.slice(0, -1))}>
          <IconBackspace size={24} stroke={1.75} aria-hidden />
        </button>
      </div>
      <Button type="submit" full size="big">
        {isOrderAlone(text) ? t('pad.open_order') : t('scan:manual.send')}
      </Button>
    </form>
  )
}

/** The ticket that the typed number names, as this device knows it. */
function Match({ text, list }: { readonly text: string; readonly list: LocalAdmissionList | undefined }) {
  const { t } = useTranslation('gate')
  if (isOrderAlone(text)) return t('pad.order', { number: readOrderNumber(text) })
  const found = list ? ticketsByNumber(list.tickets, readTicketNumber(text)) : []
  const [ticket] = found
  if (!ticket || found.length > 1) return t('pad.hint')
  const state =
    ticket.cancelled_at !== undefined ? 'cancelled' : ticket.redeemed_at !== undefined ? 'redeemed' : 'pending'
  const name = list?.facts.types.find(({ type }) => type === ticket.type)?.name ?? ''
  return (
    <span className={style.found} data-state={state}>
      <b>
        <UserText>{(list && holderOf(list, ticket)) ?? ticket.number}</UserText>
      </b>
      <span>
        <UserText>{name}</UserText> · {t(`pad.${state}`)}
      </span>
    </span>
  )
}
