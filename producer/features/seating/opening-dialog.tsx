import type { Event } from '@kartis/contract/events.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { instantOf, localText } from '../../shared/local-moment.ts'
import { MomentField } from '../../shared/moment-field.tsx'
import { openingWrong, usualOpening } from './seat-changes.ts'

interface OpeningDialogProps {
  readonly event: Pick<Event, 'timezone' | 'ends_at'>
  readonly open: boolean
  readonly busy: boolean
  /** How many places open. */
  readonly count: number
  /** When they open until now; undefined: not by themselves. */
  readonly opensAt?: string
  /** What else happens to the chosen places. */
  readonly note?: string | false
  readonly onClose: () => void
  readonly onChosen: (at: string) => void
}

/** Asks when some places open for everybody. */
export function OpeningDialog({ open, busy, count, opensAt, onClose, ...rest }: OpeningDialogProps) {
  const { t } = useTranslation('seating')
  return (
    <Dialog
      open={open}
      locked={busy}
      onClose={onClose}
      title={t(opensAt === undefined ? 'opening.title' : 'opening.change_title', { count })}
    >
      <OpeningForm busy={busy} opensAt={opensAt} {...rest} />
    </Dialog>
  )
}

type FormProps = Pick<OpeningDialogProps, 'event' | 'busy' | 'note' | 'onChosen'> & {
  readonly opensAt: string | undefined
}

function OpeningForm({ event, busy, opensAt, note, onChosen }: FormProps) {
  const { t } = useTranslation(['seating', 'validation'])
  const [now] = useState(() => new Date())
  const [local, setLocal] = useState(() =>
    opensAt === undefined
      ? usualOpening(event.timezone, now, event.ends_at)
      : localText(event.timezone, new Date(opensAt)),
  )
  const [isTried, setIsTried] = useState(false)
  const at = instantOf(event.timezone, local)
  const wrong = openingWrong(at, now, event.ends_at)
  return (
    <Stack>
      <Soft>{t('opening.text')}</Soft>
      {note && <Note>{note}</Note>}
      <MomentField
        label={t('opening.when')}
        timeLabel={t('opening.time')}
        placeholder={t('opening.none')}
        usualTime="10:00"
        value={local}
        min={localText(event.timezone, now)}
        max={localText(event.timezone, new Date(event.ends_at))}
        error={isTried && wrong && t(`validation:${wrong}`)}
        onChange={setLocal}
      />
      <Button
        full
        busy={busy}
        onClick={() => {
          setIsTried(true)
          if (!wrong && at !== undefined) onChosen(at)
        }}
      >
        {t('opening.action')}
      </Button>
    </Stack>
  )
}
