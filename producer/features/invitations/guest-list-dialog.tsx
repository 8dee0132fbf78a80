import type { Event } from '@kartis/contract/events.ts'
import { type GuestRow, MAX_GUEST_ROWS, parseGuests } from '@kartis/domain/guest-list.ts'
import { isSingleName } from '@kartis/domain/text.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { TextArea } from '@kartis/ui/components/text-field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonText } from '../../shared/field-errors.ts'
import { FileButton } from '../../shared/file-button.tsx'
import style from './guest-list.module.css'
import type { FileProblem, SheetText } from '../../shared/read-spreadsheet.ts'
import { isSpreadsheet, XLSX } from '../../shared/spreadsheet-file.ts'
import { InvitationFee } from './invitation-fee.tsx'
import { useConfirmInvited } from './use-confirm-invited.ts'
import { type Outcome, useGuestList } from './use-guest-list.ts'
import { useInvitedPhones } from './use-invitations.ts'

/** Of a text file; a guest list takes some 20 KB. */
const MAX_TEXT_BYTES = 1_000_000

const readText = async (file: File): Promise<SheetText> =>
  file.size > MAX_TEXT_BYTES ? { problem: 'file_too_big' } : { text: await file.text() }

interface Props {
  readonly event: Event
  readonly open: boolean
  readonly onClose: () => void
}

/** Invites many guests from a pasted list, an Excel or a CSV file, with a preview of what was understood. */
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
  const [triedWithoutType, setTriedWithoutType] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<FileProblem>()
  const { outcomes, isSending, send, forget } = useGuestList(event.uuid)
  const withoutInvited = useConfirmInvited()
  const rows = parseGuests(text)
  const invited = useInvitedPhones(event.uuid, rows.length > 0)
  const isTooLong = rows.length > MAX_GUEST_ROWS
  const wasSent = ({ phone }: GuestRow) => phone !== undefined && outcomes.get(phone) === 'sent'
  const ready = rows.filter((row) => row.errors.length === 0 && !wasSent(row))
  const wrong = rows.filter(({ errors }) => errors.length > 0).length
  const singles = ready.filter(({ name }) => isSingleName(name)).length
  const tickets = ready.reduce((sum, { quantity }) => sum + quantity, 0)
  const left = types.find(({ uuid }) => uuid === typeUuid)?.left
  const sent = [...outcomes.values()].filter((outcome) => outcome === 'sent').length
  const readFile = async (file: File) => {
    setProblem(undefined)
    const read = isSpreadsheet(file) ? (await import('../../shared/read-spreadsheet.ts')).readSpreadsheet : readText
    const found = await read(file)
    if ('problem' in found) setProblem(found.problem)
    setText('text' in found ? found.text : '')
  }
  const startAnother = () => {
    setText('')
    setProblem(undefined)
    forget()
  }
  const start = async () => {
    if (typeUuid === '') {
      setTriedWithoutType(true)
      return select.current?.focus()
    }
    onLock(true)
    await send(await withoutInvited(event.uuid, ready), typeUuid)
    onLock(false)
  }
  return (
    <Stack gap="wide">
      <SelectField
        ref={select}
        label={t('guests.type')}
        placeholder={t('guests.type')}
        error={triedWithoutType && typeUuid === '' && t('guests.choose_type')}
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
        disabled={isSending}
        data-saved={(rows.length > 0 && rows.every(wasSent)) || undefined}
        onChange={(change) => setText(change.target.value)}
      />
      <FileButton
        look="line"
        icon={<IconFileSpreadsheet size={20} stroke={1.75} aria-hidden />}
        accept={`.xlsx,.csv,.tsv,.txt,${XLSX},text/csv,text/plain`}
        disabled={isSending}
        onFile={(file) => void readFile(file)}
      >
        {t('guests.file')}
      </FileButton>
      {problem && <Note state="bad">{t(`guests.${problem}`)}</Note>}
      {isTooLong && <Note state="warn">{t('guests.too_long', { max: MAX_GUEST_ROWS })}</Note>}
      {rows.length > 0 && !isTooLong && (
        <ul className={style.rows} aria-label={t('guests.preview')}>
          {rows.map((row) => (
            <Row
              key={row.line}
              row={row}
              first={rows.find(({ phone }) => phone === row.phone)?.line ?? row.line}
              outcome={outcomes.get(row.phone ?? '')}
              wasInvited={invited.has(row.phone ?? '')}
            />
          ))}
        </ul>
      )}
      {left !== undefined && tickets > left && <Note state="warn">{t('guests.not_enough', { left, tickets })}</Note>}
      <InvitationFee event={event} tickets={tickets} />
      <div aria-live="polite">
        {wrong > 0 && !isTooLong && <Note state="warn">{t('guests.faulty', { count: wrong })}</Note>}
        {singles > 0 && !isTooLong && <Note state="warn">{t('guests.single_names', { count: singles })}</Note>}
        {sent > 0 && <Soft>{t('guests.sent', { count: sent })}</Soft>}
      </div>
      <Button
        full
        disabled={ready.length === 0 || isTooLong}
        busy={isSending}
        busyText={t('guests.sending', { sent, all: sent + ready.length })}
        onClick={() => void start()}
      >
        {ready.length === 0 ? t('guests.send_all') : t('guests.send', { count: ready.length })}
      </Button>
      {sent > 0 && !isSending && (
        <Button look="line" full onClick={startAnother}>
          {t('guests.again')}
        </Button>
      )}
    </Stack>
  )
}

interface RowProps {
  readonly row: GuestRow
  /** The first line with its phone. */
  readonly first: number
  readonly outcome: Outcome | undefined
  /** It has tickets of an invitation from before. */
  readonly wasInvited: boolean
}

function Row({ row, first, outcome, wasInvited }: RowProps) {
  const { t, i18n } = useTranslation('invitations')
  const errors = row.errors.map(({ field, reason }) => {
    if (field === 'row') return t('guests.unclear')
    if (reason === 'duplicate') return t('guests.repeated', { line: first })
    return `${t(`guests.field.${field}`)}: ${reasonText(i18n, reason)}`
  })
  const isSingle = isSingleName(row.name)
  const chip = outcome === 'sent' ? 'was_sent' : wasInvited ? 'was_invited' : isSingle ? 'single_name' : 'ready'
  const problems = typeof outcome === 'object' ? [outcome.problem] : errors
  return (
    <li data-bad={problems.length > 0 || undefined}>
      <span className={style.who}>
        <span>
          <UserText>{row.name || t('guests.no_name')}</UserText>
        </span>
        <Soft small>
          <bdi dir="ltr">{row.typedPhone || '–'}</bdi> · {t('guests.tickets', { count: row.quantity })}
        </Soft>
      </span>
      {problems.length > 0 ? (
        <span className={style.problem}>
          {t('guests.line', { line: row.line })} · {problems.join(' · ')}
        </span>
      ) : (
        <Chip state={chip === 'was_sent' ? 'good' : chip === 'ready' ? 'info' : 'warn'}>{t(`guests.${chip}`)}</Chip>
      )}
    </li>
  )
}
