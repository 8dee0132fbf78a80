import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { closeGateDevices } from '@kartis/contract/gate-devices.ts'
import { momentShortText, numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { gateBoardQuery } from '../../shared/gate-board-query.ts'
import { sinceText } from '../../shared/since-text.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import style from './board.module.css'
import { DeviceHead } from './device-head.tsx'
import { NoteDialog } from './note-dialog.tsx'

export interface EndedRowProps {
  readonly device: GateBoard['ended_devices'][number]
  readonly board: Pick<GateBoard, 'as_of' | 'event'>
  /** Whether this viewer may take it off the board. */
  readonly mayClose: boolean
}

/** What is known of the scans of a device that was revoked, or whose time is over, and what became of them. */
export function EndedRow({ device, board: { as_of: asOf, event }, mayClose }: EndedRowProps) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { name, gate, cause, pending: count, unknown_since: since } = device
  const time = sinceText(device.ended_at, asOf, lang, event.timezone)
  return (
    <li>
      <DeviceHead tone="bad" name={name} gate={gate} fact={t(`ended.${cause}`, { time })} />
      <Chip state="bad">{t(since === null ? 'ended.state' : 'ended.silent')}</Chip>
      <div className={style.endedFacts}>
        {count > 0 && since !== null && <p>{t('ended.waited', { count, total: numberText(count, lang) })}</p>}
        <p>
          <Scans device={device} board={{ as_of: asOf, event }} />
        </p>
        {mayClose && <Close event={event.uuid} device={device} />}
      </div>
    </li>
  )
}

function Scans({ device, board: { as_of: asOf, event } }: Omit<EndedRowProps, 'mayClose'>) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { pending: count, unknown_since: unknown, sends_until: until } = device
  const total = numberText(count, lang)
  const when = until === null ? '' : momentShortText(until, lang, event.timezone)
  if (unknown === null)
    return until === null ? t('ended.gone', { count, total }) : t('ended.expected', { count, total, when })
  const since = sinceText(unknown, asOf, lang, event.timezone)
  return until === null ? t('ended.unknown_gone', { since }) : t('ended.unknown', { since, when })
}

/** Takes a device off the board whose scans nobody waits for any longer. */
function Close({ event, device: { uuid, name } }: { readonly event: string } & Pick<EndedRowProps, 'device'>) {
  const { t } = useTranslation('gate-board')
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const closing = useMutation({
    mutationFn: (note: string) =>
      api(closeGateDevices, { params: { uuid: event }, body: { device_uuids: [uuid], note } }),
    onSuccess: () => {
      setIsOpen(false)
      showToast({ state: 'good', text: t('ended.closed') })
      const { queryKey } = gateBoardQuery(event)
      // The server remembers a board for two seconds.
      queries.setQueryData(
        queryKey,
        (board) => board && { ...board, ended_devices: board.ended_devices.filter((device) => device.uuid !== uuid) },
      )
    },
  })
  return (
    <>
      <Button look="line" aria-label={t('ended.close_one', { name })} onClick={() => setIsOpen(true)}>
        {t('ended.close')}
      </Button>
      <NoteDialog
        open={isOpen}
        busy={closing.isPending}
        about={
          <>
            <b>
              <UserText>{name}</UserText>
            </b>
            <Soft small>{t('ended.close_text')}</Soft>
          </>
        }
        texts={{
          title: t('ended.close_title'),
          label: t('ended.note'),
          missing: t('ended.note_missing'),
          action: t('ended.close_action'),
        }}
        onClose={() => setIsOpen(false)}
        onSave={(note) => closing.mutate(note)}
      />
    </>
  )
}
