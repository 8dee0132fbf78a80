import type { Event } from '@kartis/contract/events.ts'
import { type GuestRow, MAX_GUEST_ROWS, parseGuests } from '@kartis/domain/guest-list.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../shared/field-errors.ts'
import style from './guest-list.module.css'
import { type Outcome, useGuestList } from './use-guest-list.ts'

interface Props {
  readonly event: Event
  readonly open: boolean
  readonly onClose: () => void
}

/** Invites many guests from a pasted list or a CSV file, with a preview of what was understood. */
export function GuestListDialog({ event, open, onClose }: Props) {
  const { t } = useTranslation('invitations')
  const [isLocked, setIsLocked] = useState(false)
  return (
    <Dialog open={open} onClose={onClose} locked={isLocked} wide title={t('guests.title')}>
      {open && <GuestList event={event} onLock={setIsLocked} />}
    </Dialog>
  )
}

function GuestList({ event, onLock }: { readonly event: Event; readonly onLock: (isLocked: boolean) => void }) {
  const { t } = useTranslation('invitations')
  const types = event.events_tickets ?? []
  const [typeUuid, setTypeUuid] = useState(types.length === 1 ? (types[0]?.uuid ?? '') : '')
  const [text, setText] = useState('')
  const { outcomes, isSending, send } = useGuestList(event.uuid)
  const rows = parseGuests(text)
  const isTooLong = rows.length > MAX_GUEST_ROWS
  const ready = rows.filter(({ line, reasons }) => reasons.length === 0 && outcomes.get(line) !== 'sent')
  const tickets = ready.reduce((sum, { quantity }) => sum + quantity, 0)
  const left = types.find(({ uuid }) => uuid === typeUuid)?.left
  const sent = [...outcomes.values()].filter((outcome) => outcome === 'sent').length
  const start = async () => {
    onLock(true)
    await send(ready, typeUuid)
    onLock(false)
  }
  return (
    <Stack gap="wide">
      <SelectField
        label={t('guests.type')}
        placeholder={t('guests.type')}
        options={types.map((type) => ({ value: type.uuid, label: type.name }))}
        value={typeUuid}
        onChange={(change) => setTypeUuid(change.target.value)}
      />
      <TextArea
        label={t('guests.text')}
        hint={t('guests.hint')}
        rows={5}
        dir="auto"
        value={text}
        disabled={isSending || sent > 0}
        onChange={(change) => setText(change.target.value)}
      />
      <label className={style.file}>
        {t('guests.file')}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          disabled={isSending || sent > 0}
          onChange={async (change) => setText((await change.target.files?.[0]?.text()) ?? '')}
        />
      </label>
      {isTooLong && <Note state="warn">{t('guests.too_long', { max: MAX_GUEST_ROWS })}</Note>}
      {rows.length > 0 && !isTooLong && (
        <ul className={style.rows} aria-label={t('guests.preview')}>
          {rows.map((row) => (
            <Row key={row.line} row={row} outcome={outcomes.get(row.line)} />
          ))}
        </ul>
      )}
      {left !== undefined && tickets > left && <Note state="warn">{t('guests.not_enough', { left, tickets })}</Note>}
      <div aria-live="polite">{sent > 0 && <Soft>{t('guests.sent', { count: sent })}</Soft>}</div>
      <Button
        full
        disabled={typeUuid === '' || ready.length === 0 || isTooLong}
        busy={isSending}
        busyText={t('guests.sending', { sent, all: sent + ready.length })}
        onClick={() => void start()}
      >
        {t('guests.send', { count: ready.length })}
      </Button>
    </Stack>
  )
}

function Row({ row, outcome }: { readonly row: GuestRow; readonly outcome: Outcome | undefined }) {
  const { t, i18n } = useTranslation('invitations')
  const [reason] = row.reasons
  const problem = typeof outcome === 'object' ? outcome.problem : reason && reasonText(i18n, reason)
  return (
    <li data-bad={problem !== undefined || undefined}>
      <span className={style.who}>
        <bdi>{row.name || t('guests.no_name')}</bdi>
        <Soft small>
          <bdi dir="ltr">{row.typedPhone || '–'}</bdi> · {t('guests.tickets', { count: row.quantity })}
        </Soft>
      </span>
      {problem !== undefined ? (
        <span className={style.problem}>
          {t('guests.line', { line: row.line })}: {problem}
        </span>
      ) : (
        <Chip state={outcome === 'sent' ? 'good' : 'info'}>
          {t(outcome === 'sent' ? 'guests.was_sent' : 'guests.ready')}
        </Chip>
      )}
    </li>
  )
}
