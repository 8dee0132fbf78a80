import type { WaitingRoom } from '@kartis/contract/waiting-room.ts'
import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import { clockIn, dayIn, instantIn } from '@kartis/domain/zone.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Pair, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { TimeField } from '@kartis/ui/components/time-field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountField } from '../../shared/count-field.tsx'
import { DayField } from '../../shared/day-field.tsx'
import { readCount } from '../../shared/typed-numbers.ts'
import type { WaitingRoomInput } from './use-waiting-room.ts'

interface Props {
  readonly room: WaitingRoom
  readonly zone: string
  readonly open: boolean
  readonly onClose: () => void
  readonly onChange: (input: WaitingRoomInput) => void
}

/** Difficulty of the proof of work: about 0.1 s on a phone. */
const WORK_BITS = 14

type Range = { readonly least: number; readonly most: number }

const wholeIn = (text: string, { least, most }: Range): number | undefined => {
  const value = readCount(text)
  return value >= least && value <= most ? value : undefined
}

/** Settings of the waiting room. */
export function WaitingRoomSettings(props: Props) {
  const { t } = useTranslation('waiting-room')
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t('settings.title')}>
      <Form {...props} />
    </Dialog>
  )
}

function Form({ room, zone, onClose, onChange }: Props) {
  const { t } = useTranslation('waiting-room')
  const opens = room.opens_at === null ? undefined : new Date(room.opens_at)
  const [inside, setInside] = useState(String(room.most_inside))
  const [threshold, setThreshold] = useState(String(room.threshold))
  const [day, setDay] = useState(opens ? dayIn(zone, opens) : null)
  const [time, setTime] = useState(opens ? clockIn(zone, opens) : '')
  const [work, setWork] = useState(room.work_bits > 0)
  const maxInside = wholeIn(inside, WAITING_ROOM.maxInside)
  const perSecond = wholeIn(threshold, WAITING_ROOM.threshold)
  const whole = maxInside !== undefined && perSecond !== undefined && (day === null || time !== '')
  const start = room.sale_starts_at
  const chooseDay = (next: string | null): void => {
    setDay(next)
    if (time === '') setTime('20:00')
  }
  const save = (): void => {
    if (!whole) return
    onChange({
      most_inside: maxInside,
      threshold: perSecond,
      opens_at: day === null ? null : instantIn(zone, day, time).toISOString(),
      work_bits: work ? Math.max(room.work_bits, WORK_BITS) : 0,
    })
    onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="wide">
        <Pair>
          <CountField
            label={t('settings.inside')}
            hint={t('settings.inside_hint')}
            error={maxInside === undefined ? t('settings.number', WAITING_ROOM.maxInside) : undefined}
            value={inside}
            onChange={setInside}
          />
          <CountField
            label={t('settings.threshold')}
            hint={t('settings.threshold_hint')}
            error={perSecond === undefined ? t('settings.number', WAITING_ROOM.threshold) : undefined}
            value={threshold}
            onChange={setThreshold}
          />
        </Pair>
        <Stack>
          <DayField
            label={t('settings.day')}
            placeholder={t('settings.day_none')}
            clearText={t('settings.clear')}
            value={day}
            onChange={chooseDay}
          />
          {day !== null && <TimeField label={t('settings.time')} value={time} onChange={setTime} />}
          {start !== null && (
            <Button
              look="soft"
              onClick={() => {
                setDay(dayIn(zone, new Date(start)))
                setTime(clockIn(zone, new Date(start)))
              }}
            >
              {t('settings.sale_start')}
            </Button>
          )}
          <Soft small>{t('settings.lobby_hint')}</Soft>
        </Stack>
        <SwitchRow label={t('settings.work')} hint={t('settings.work_hint')} checked={work} onChange={setWork} />
        <Button type="submit" full disabled={!whole}>
          {t('settings.save')}
        </Button>
      </Stack>
    </form>
  )
}
