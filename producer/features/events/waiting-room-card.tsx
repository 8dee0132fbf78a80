import type { Event } from '@kartis/contract/events.ts'
import type { WaitingRoom } from '@kartis/contract/waiting-room.ts'
import { WAITING_ROOM_MODES, type WaitingRoomMode } from '@kartis/domain/waiting-room.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Button, buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconDoorEnter, IconExternalLink, IconPlayerPause, IconPlayerPlay, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './waiting-room-card.module.css'
import { WaitingRoomFigures } from './waiting-room-figures.tsx'
import { WaitingRoomSettings } from './waiting-room-settings.tsx'
import { type WaitingRoomInput, useWaitingRoom, useWaitingRoomUpdate } from './use-waiting-room.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
const PACES = [10, 30, 60, 120, 300] as const
const TONES = { off: 'quiet', watching: 'info', early: 'info', lobby: 'accent', open: 'good', paused: 'warn' } as const

const stateOf = (room: WaitingRoom): keyof typeof TONES =>
  room.state === 'open' && room.paused ? 'paused' : room.state

interface Props {
  readonly room: WaitingRoom
  readonly busy: boolean
  readonly onChange: (input: WaitingRoomInput) => void
}

/** The event's waiting room: current figures and its controls. */
export function WaitingRoomCard({ event }: { readonly event: Event }) {
  const { data: room } = useWaitingRoom(event.uuid)
  const update = useWaitingRoomUpdate(event.uuid)
  if (!room || event.status === 'archived') return null
  return <Room event={event} room={room} busy={update.isPending} onChange={(input) => update.mutate(input)} />
}

function Room({ event, room, busy, onChange }: Props & { readonly event: Event }) {
  const { t } = useTranslation('waiting-room')
  const [setting, setSetting] = useState(false)
  const state = stateOf(room)
  const hasQueue = room.state === 'open' || room.state === 'lobby'
  return (
    <Card
      title={t('title')}
      action={
        <Chip state={TONES[state]} live={state === 'open' || state === 'lobby'}>
          {t(`state.${state}`)}
        </Chip>
      }
      aria-busy={busy || undefined}
    >
      <Stack gap="wide">
        {room.state !== 'off' && room.state !== 'watching' && <WaitingRoomFigures room={room} zone={event.timezone} />}
        {room.state === 'open' && <Pace room={room} busy={busy} onChange={onChange} />}
        <Mode room={room} busy={busy} onChange={onChange} />
        <div className={style.actions}>
          {room.state === 'open' && <Pause room={room} busy={busy} onChange={onChange} />}
          {hasQueue && <SwitchOffButton room={room} busy={busy} onChange={onChange} />}
          <Button look="line" icon={<IconSettings {...ICON} />} onClick={() => setSetting(true)}>
            {t('do.settings')}
          </Button>
          {hasQueue && (
            <a className={buttonClass({ look: 'bare' })} href={room.url} target="_blank" rel="noopener">
              <IconExternalLink {...ICON} />
              {t('do.page')}
            </a>
          )}
        </div>
      </Stack>
      <WaitingRoomSettings
        room={room}
        zone={event.timezone}
        open={setting}
        onClose={() => setSetting(false)}
        onChange={onChange}
      />
    </Card>
  )
}

function Mode({ room, onChange }: Props) {
  const { t } = useTranslation('waiting-room')
  const change = async (mode: WaitingRoomMode): Promise<void> => {
    const loses = mode === 'off' && room.figures.waiting > 0
    const question = { title: t('stop.title'), text: t('stop.text'), action: t('stop.action'), danger: true }
    if (!loses || (await confirm(question))) onChange({ mode })
  }
  return (
    <ChoicePills
      label={t('mode.label')}
      hint={t(`mode.${room.mode}_hint`, { threshold: room.threshold })}
      choices={WAITING_ROOM_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
      value={room.mode}
      onChange={(mode) => void change(mode)}
    />
  )
}

function Pace({ room, onChange }: Props) {
  const { t } = useTranslation('waiting-room')
  const lang = useLang()
  const { pace } = room
  const paces = [...new Set<number>([...PACES, ...(pace === null ? [] : [pace])])].toSorted((a, b) => a - b)
  return (
    <ChoicePills
      label={t('pace.label')}
      hint={t('pace.hint')}
      scroll
      choices={[
        { value: 'free', label: t('pace.free') },
        ...paces.map((each) => ({
          value: String(each),
          label: t('pace.per', { number: numberText(each, lang) }),
        })),
      ]}
      value={pace === null ? 'free' : String(pace)}
      onChange={(value) => onChange({ pace: value === 'free' ? null : Number(value) })}
    />
  )
}

function Pause({ room, busy, onChange }: Props) {
  const { t } = useTranslation('waiting-room')
  return (
    <Button
      look={room.paused ? 'main' : 'soft'}
      busy={busy}
      icon={room.paused ? <IconPlayerPlay {...ICON} /> : <IconPlayerPause {...ICON} />}
      onClick={() => onChange({ paused: !room.paused })}
    >
      {t(room.paused ? 'do.resume' : 'do.pause')}
    </Button>
  )
}

function SwitchOffButton({ busy, onChange }: Props) {
  const { t } = useTranslation('waiting-room')
  const open = async (): Promise<void> => {
    const question = { title: t('open.title'), text: t('open.text'), action: t('open.action'), danger: true }
    if (await confirm(question)) onChange({ mode: 'off', paused: false })
  }
  return (
    <Button look="line" disabled={busy} icon={<IconDoorEnter {...ICON} />} onClick={() => void open()}>
      {t('do.open')}
    </Button>
  )
}
