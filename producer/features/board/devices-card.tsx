import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { agoText, momentShortText, numberText, percentText, timeText } from '@kartis/i18n/format.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import {
  IconBattery1,
  IconBattery3,
  IconCheck,
  IconClock,
  IconClockExclamation,
  IconDeviceMobile,
  IconDeviceMobileOff,
  IconUpload,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import style from './board.module.css'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const STATES = { online: 'good', silent: 'bad', seen: 'quiet' } as const
/** In percent: an evening is longer. */
const LOW = 20
/** A clock that is further off is told; scans are corrected in any case. */
const CLOCK_MS = 60_000

type Device = GateBoard['devices'][number]

interface DevicesCardProps {
  readonly devices: readonly Device[]
  /** Those whose permission is over, with scans that have not come yet. */
  readonly ended: GateBoard['ended_devices']
  readonly zone: string
  readonly asOf: string
  /** Where devices are managed; undefined for those who may not. */
  readonly manage: string | undefined
}

/** Every device with battery, what waits on it and its last contact. */
export function DevicesCard({ devices, ended, zone, asOf, manage }: DevicesCardProps) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  return (
    <Card
      title={
        <>
          {t('devices.title')} {devices.length > 0 && numberText(devices.length, lang)}
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
      {devices.length + ended.length === 0 && <Soft>{t('devices.empty')}</Soft>}
      <ul className={style.devices}>
        {devices.map((device, place) => (
          // Phones of members have no uuid, and a member may have several.
          <DeviceRow key={device.uuid ?? `phone ${place}`} device={device} asOf={asOf} />
        ))}
        {ended.map((device) => (
          <EndedRow key={device.uuid} device={device} zone={zone} />
        ))}
      </ul>
    </Card>
  )
}

interface DeviceHeadProps {
  /** `bad`: out of reach. */
  readonly tone: 'bad' | 'quiet' | 'accent'
  readonly name: string
  readonly gate: string | null
  readonly fact: string
}

/** Sign, name, gate and one fact more of a device. */
function DeviceHead({ tone, name, gate, fact }: DeviceHeadProps) {
  const Sign = tone === 'bad' ? IconDeviceMobileOff : IconDeviceMobile
  return (
    <>
      <GlyphTile tone={tone}>
        <Sign size={20} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div>
        <h3>
          <UserText>{name}</UserText>
        </h3>
        <p>
          <Pieces pieces={[gate !== null && <UserText key="gate">{gate}</UserText>, fact]} />
        </p>
      </div>
    </>
  )
}

function DeviceRow({ device, asOf }: { readonly device: Device; readonly asOf: string }) {
  const { t } = useTranslation(['gate-board', 'gate-devices'])
  const { name, role, gate, state } = device
  return (
    <li>
      <DeviceHead
        tone={state === 'silent' ? 'bad' : state === 'seen' ? 'quiet' : 'accent'}
        name={name}
        gate={gate}
        fact={role === null ? t('gate-board:devices.member') : t(`gate-devices:role.${role}`)}
      />
      <Chip state={STATES[state]}>{t(`gate-board:devices.state.${state}`)}</Chip>
      <DeviceFacts device={device} asOf={asOf} />
    </li>
  )
}

/** What became of the scans of a device that was revoked, or whose time is over. */
function EndedRow({ device, zone }: { readonly device: GateBoard['ended_devices'][number]; readonly zone: string }) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { name, gate, ended_at: endedAt, pending: count, sends_until: until } = device
  const total = numberText(count, lang)
  return (
    <li>
      <DeviceHead tone="bad" name={name} gate={gate} fact={t('ended.since', { time: timeText(endedAt, lang, zone) })} />
      <Chip state="bad">{t('ended.state')}</Chip>
      <p className={style.deviceFacts}>
        {until === null
          ? t('ended.gone', { count, total })
          : t('ended.expected', { count, total, when: momentShortText(until, lang, zone) })}
      </p>
    </li>
  )
}

function DeviceFacts({ device, asOf }: { readonly device: Device; readonly asOf: string }) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const { battery, pending, contact_at: contact, clock_off_ms: off, clock_jumps: jumps, scans, state } = device
  const isSilent = state === 'silent'
  return (
    <p className={style.deviceFacts}>
      {battery !== null && (
        <span data-state={battery <= LOW ? 'warn' : undefined}>
          {battery <= LOW ? <IconBattery1 {...ICON} /> : <IconBattery3 {...ICON} />}
          {percentText(battery, lang)}
        </span>
      )}
      {state === 'seen' ? (
        <span>{t('devices.scans', { count: scans, total: numberText(scans, lang) })}</span>
      ) : (
        <span data-state={(pending ?? 0) > 0 && isSilent ? 'bad' : undefined}>
          {(pending ?? 0) > 0 ? <IconUpload {...ICON} /> : <IconCheck {...ICON} />}
          {(pending ?? 0) > 0 ? t('devices.pending', { count: pending ?? 0 }) : t('devices.none_pending')}
        </span>
      )}
      <span data-state={isSilent ? 'bad' : undefined}>
        <IconClock {...ICON} />
        {contact === null ? t('devices.never') : agoText(contact, asOf, lang)}
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
