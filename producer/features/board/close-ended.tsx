import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { closeGateDevices } from '@kartis/contract/gate-devices.ts'
import { listText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { gateBoardQuery } from '../../shared/gate-board-query.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { NoteDialog } from './note-dialog.tsx'

interface CloseEndedProps {
  readonly event: string
  readonly devices: readonly Pick<GateBoard['ended_devices'][number], 'uuid' | 'name'>[]
}

/** Takes devices off the board whose scans nobody waits for any longer: one, or all that were put away together. */
export function CloseEnded({ event, devices }: CloseEndedProps) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const queries = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const count = devices.length
  const names = listText(
    devices.map(({ name }) => name),
    lang,
  )
  const uuids = devices.map(({ uuid }) => uuid)
  const closing = useMutation({
    mutationFn: (note: string) =>
      api(closeGateDevices, { params: { uuid: event }, body: { device_uuids: uuids, note } }),
    onSuccess: () => {
      setIsOpen(false)
      showToast({ state: 'good', text: t('ended.closed', { count }) })
      const { queryKey } = gateBoardQuery(event)
      // The server remembers a board for two seconds.
      queries.setQueryData(
        queryKey,
        (board) =>
          board && { ...board, ended_devices: board.ended_devices.filter(({ uuid }) => !uuids.includes(uuid)) },
      )
    },
  })
  return (
    <>
      <Button
        look="line"
        aria-label={count === 1 ? t('ended.close_one', { name: names }) : undefined}
        onClick={() => setIsOpen(true)}
      >
        {count === 1 ? t('ended.close') : t('ended.close_all', { count })}
      </Button>
      <NoteDialog
        open={isOpen}
        busy={closing.isPending}
        about={
          <>
            <b>
              <UserText>{names}</UserText>
            </b>
            <Soft small>{t('ended.close_text', { count })}</Soft>
          </>
        }
        texts={{
          title: t('ended.close_title', { count }),
          label: t('ended.note'),
          missing: t('ended.note_missing'),
          action: count === 1 ? t('ended.close_action') : t('ended.close_all', { count }),
        }}
        onClose={() => setIsOpen(false)}
        onSave={(note) => closing.mutate(note)}
      />
    </>
  )
}
