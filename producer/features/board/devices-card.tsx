import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { agoText, numberText, percentText } from '@kartis/i18n/format.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconBattery1, IconBattery3, IconCheck, IconClock, IconClockExclamation, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DeviceHead } from '../../shared/check-in/device-head.tsx'
import { MissingScans } from '../../shared/check-in/missing-scans.tsx'
import { scansOf } from '../../shared/check-in/scans-text.ts'
import { PathLink } from '../../shared/links.tsx'
import { sinceText } from '../../shared/since-text.ts'
import style from './board.module.css'
import { CloseEnded } from './close-ended.tsx'
import { EndedRow } from './ended-row.tsx'
import { shownDevices } from './shown-devices.ts'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const STATES = { online: 'good', silent: 'bad', seen: 'quiet' } as const
/** In percent: an evening is longer. */
const LOW = 20
/** A clock that is further off is told; scans are corrected in any case. */
const CLOCK_MS = 60_000

type Device = GateBoard['devices'][number]

interface DevicesCardProps {
  readonly board: Pick<GateBoard, 'as_of' | 'event' | 'devices' | 'ended_devices'>
  /** Where devices are managed; undefined for those who may not. */
  readonly manage: string | undefined
  readonly isBig?: boolean
  /** How many are shown at most: nobody scrolls a big screen. */
  readonly most?: number
}

/** Every device with battery, what waits on it and its last contact. */
export function DevicesCard({ board, manage, isBig = false, most }: DevicesCardProps) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { devices: all, ended_devices: allEnded } = board
  const { devices, ended_devices: ended, more } = shownDevices(board, most)
  return (
    <Card
      title={
        <>
          {t('devices.title')} {all.length > 0 && numberText(all.length, lang)}
        </>
      }
      action={
        manage !== undefined && (
          <PathLink path={manage} className={buttonClass({ look: 'bare' })}>
            {t('devices.manage')}
          </PathLink>
        )
      }
    >
      {all.length + allEnded.length === 0 && <Soft>{t('devices.empty')}</Soft>}
      <ul className={style.devices}>
        {devices.map((device, place) => (
          // Phones of members have no uuid, and a member may have several.
          <DeviceRow key={device.uuid ?? `phone ${place}`} device={device} board={board} isBig={isBig} />
        ))}
        {ended.map((device) => (
          <EndedRow key={device.uuid} device={device} board={board} mayClose={manage !== undefined} />
        ))}
      </ul>
      {more > 0 && <Soft small>{t('devices.more', { count: more })}</Soft>}
      {manage !== undefined && ended.length > 1 && (
        <div className={style.closeAll}>
          <CloseEnded event={board.event.uuid} devices={ended} />
        </div>
      )}
    </Card>
  )
}

interface DeviceRowProps {
  readonly isBig: boolean
  readonly device: Device
  readonly board: Pick<GateBoard, 'as_of' | 'event'>
}

function DeviceRow({ device, board, isBig }: DeviceRowProps) {
  const { t } = useTranslation(['gate-board', 'gate-devices'])
  const { name, role, gate, state } = device
  return (
    <li>
      <DeviceHead
        tone={state === 'silent' ? 'bad' : state === 'seen' ? 'quiet' : 'accent'}
        name={name}
        gate={gate}
        facts={[role === null ? t('gate-board:devices.member') : t(`gate-devices:role.${role}`)]}
      />
      <Chip state={STATES[state]}>{t(`gate-board:devices.state.${state}`)}</Chip>
      <DeviceFacts device={device} board={board} isBig={isBig} />
    </li>
  )
}

/** What waits on a device at work. Of one without contact only what waited on it when it last reported is known. */
function Waiting({ device, board: { as_of: asOf, event } }: Omit<DeviceRowProps, 'isBig'>) {
  const { pending, unknown_since: unknown, missing } = device
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const count = pending ?? 0
  if (unknown !== null) {
    const time = sinceText(unknown, asOf, lang, event.timezone)
    return (
      <span data-state="bad">
        <IconUpload {...ICON} />
        {count > 0 ? t('devices.waited', { count, time }) : t('devices.unknown', { time })}
      </span>
    )
  }
  // Of a device whose scans are lost nobody says that nothing waits there.
  if (count === 0 && missing) return null
  return (
    <span>
      {count > 0 ? <IconUpload {...ICON} /> : <IconCheck {...ICON} />}
      {count > 0 ? t('devices.pending', { count }) : t('devices.none_pending')}
    </span>
  )
}

function DeviceFacts({ device, board, isBig }: DeviceRowProps) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { battery, contact_at: contact, clock_off_ms: off, clock_jumps: jumps, state } = device
  const isSilent = state === 'silent'
  return (
    <p className={style.deviceFacts}>
      {battery !== null && (
        <span data-state={battery <= LOW ? 'warn' : undefined}>
          {battery <= LOW ? <IconBattery1 {...ICON} /> : <IconBattery3 {...ICON} />}
          {percentText(battery, lang)}
        </span>
      )}
      {state !== 'seen' && <Waiting device={device} board={board} />}
      <MissingScans missing={device.missing} zone={board.event.timezone} isShort={isBig} />
      {(state === 'seen' || device.scans > 0) && (
        <span>
          <Pieces pieces={scansOf(device, t, lang)} />
        </span>
      )}
      <span data-state={isSilent ? 'bad' : undefined}>
        <IconClock {...ICON} />
        {contact === null ? t('devices.never') : agoText(contact, board.as_of, lang)}
      </span>
      {(jumps > 0 || Math.abs(off ?? 0) > CLOCK_MS) && (
        <span data-state="warn">
          <IconClockExclamation {...ICON} />
          {t('devices.clock')}
        </span>
      )}
    </p>
  )
}
