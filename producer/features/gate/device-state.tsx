import type { GateDevice } from '@kartis/contract/gate-devices.ts'
import { GATE_DEVICE } from '@kartis/domain/gate-device.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { sinceText } from '../../shared/since-text.ts'

type LastContact = Pick<GateDevice, 'contact_at' | 'joined_at'>

const isQuietFor = ({ contact_at: contact, joined_at: joined }: LastContact, asOf: string, seconds: number): boolean =>
  Date.parse(asOf) - Date.parse(contact ?? joined ?? asOf) > seconds * 1000

/** Whether a device has missed a report, so that nobody can tell what it does. */
export const isLate = (device: LastContact, asOf: string): boolean => isQuietFor(device, asOf, GATE_DEVICE.lateSeconds)

/** The state of a device; of one that may have lost its network, since when it was not heard of. */
export function StateChip({
  device,
  asOf,
}: {
  readonly device: LastContact & Pick<GateDevice, 'state' | 'lost'>
  readonly asOf: string
}) {
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  if (device.lost) return <Chip state="bad">{t('state.lost')}</Chip>
  if (device.state !== 'active')
    return <Chip state={device.state === 'waiting' ? 'info' : 'quiet'}>{t(`state.${device.state}`)}</Chip>
  if (isQuietFor(device, asOf, GATE_DEVICE.silentSeconds)) return <Chip state="bad">{t('state.silent')}</Chip>
  const last = device.contact_at ?? device.joined_at
  if (last !== null && isLate(device, asOf))
    return <Chip state="warn">{t('state.late', { time: sinceText(last, asOf, lang) })}</Chip>
  return <Chip state="good">{t('state.active')}</Chip>
}
