import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { momentShortText, numberText } from '@kartis/i18n/format.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { DeviceHead } from '../../shared/check-in/device-head.tsx'
import { MissingScans } from '../../shared/check-in/missing-scans.tsx'
import { sinceText } from '../../shared/since-text.ts'
import style from './board.module.css'
import { CloseEnded } from './close-ended.tsx'

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
      <DeviceHead tone="bad" name={name} gate={gate} facts={[t(`ended.${cause}`, { time })]} />
      <Chip state="bad">{t(since === null ? 'ended.state' : 'ended.silent')}</Chip>
      <div className={style.endedFacts}>
        {count > 0 && since !== null && <p>{t('ended.waited', { count, total: numberText(count, lang) })}</p>}
        {(count > 0 || since !== null) && (
          <p>
            <Scans device={device} board={{ as_of: asOf, event }} />
          </p>
        )}
        <p className={style.deviceFacts}>
          <MissingScans missing={device.missing} zone={event.timezone} />
        </p>
        {mayClose && <CloseEnded event={event.uuid} devices={[device]} />}
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
