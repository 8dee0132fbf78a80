import type { Event } from '@kartis/contract/events.ts'
import type { GateDirection } from '@kartis/domain/re-entry.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconBolt, IconBoltOff, IconGridDots, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hubLink, useGateMode } from '../../shared/check-in/hub/hub-link.ts'
import { gateName, laneNumber } from '../../shared/check-in/device.ts'
import { lostScans } from '../../shared/check-in/storage-loss.ts'
import { unsettledScans } from '../../shared/check-in/scan-queue.ts'
import { sinceText } from '../../shared/since-text.ts'
import { DirectionChoice } from './direction-choice.tsx'
import { useDoubtCount } from './double-entries.tsx'
import style from './gate-view.module.css'
import { ModeBadge } from './mode-badge.tsx'
import type { Torch } from './use-torch.ts'
import { useAloneSince } from './use-alone-since.ts'
import { useWakeLock } from './use-wake-lock.ts'

interface GateViewProps {
  readonly event: Event
  /** Whether this device can decide by itself, or is about to. */
  readonly hasList: boolean
  /** The camera. */
  readonly finder: ReactNode
  readonly recent: ReactNode
  /** On which day and at what time the event begins, while that is a day to come. */
  readonly earlyNote: string | undefined
  readonly direction: GateDirection
  /** Undefined at an event without exits. */
  readonly onDirection: ((direction: GateDirection) => void) | undefined
  readonly onClose: () => void
  readonly onNumber: () => void
  readonly onSearch: () => void
  readonly torch: Pick<Torch, 'torch' | 'toggle'>
}

/** The page behind neither scrolls nor shows while the gate fills the screen. */
const usePageLock = (): void => {
  useEffect(() => {
    document.documentElement.dataset['gate'] = ''
    return () => {
      delete document.documentElement.dataset['gate']
    }
  }, [])
}

/** The screen that people work with all evening: counters above, camera, last entries, and large keys for the thumb. */
export function GateView({
  event,
  hasList,
  finder,
  recent,
  earlyNote,
  direction,
  onDirection,
  onClose,
  onNumber,
  onSearch,
  torch: { torch, toggle },
}: GateViewProps) {
  const { t } = useTranslation(['gate', 'scan'])
  const lang = useLang()
  const mode = useGateMode()
  const { knownHub } = hubLink.use()
  const aloneSince = useAloneSince(mode === 'alone')
  const gate = gateName()
  const hasLanes = event.settings?.check_in?.offline === 'lanes'
  usePageLock()
  useWakeLock()
  return (
    <div className={style.gate}>
      <header className={style.head}>
        <IconButton label={t('scan:stop')} onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </IconButton>
        <div className={style.name}>
          <p className={style.where}>
            <UserText>{gate || event.name}</UserText>
          </p>
          {gate !== '' && (
            <p className={style.event}>
              <UserText>{event.name}</UserText>
            </p>
          )}
        </div>
        <ModeBadge event={event} />
      </header>
      <Tally event={event} />
      <div className={style.notes}>
        {/* First, so that no notice moves it under the thumb or out of sight. */}
        {onDirection && <DirectionChoice value={direction} onChange={onDirection} />}
        {direction === 'exit' && <p className={style.strip}>{t('exit.strip')}</p>}
        {earlyNote !== undefined && <p className={style.strip}>{earlyNote}</p>}
        {aloneSince !== undefined && (
          <p className={style.strip}>
            {!hasList
              ? t('scan:door.list_none')
              : knownHub?.event === event.uuid
                ? t(hasLanes ? 'alone_hub_lanes' : 'alone_hub', { name: knownHub.name })
                : t('alone', { time: sinceText(aloneSince.at, aloneSince.asOf, lang, event.timezone) })}
          </p>
        )}
        {mode === 'hub' && <p className={style.strip}>{t('by_hub', { name: knownHub?.name ?? '' })}</p>}
        <LostStrip />
        <DoubtStrip event={event.uuid} />
        {hasLanes && laneNumber() === null && <p className={style.strip}>{t('lanes.missing')}</p>}
      </div>
      <div className={style.stage}>{finder}</div>
      <div className={style.recent}>{recent}</div>
      <nav className={style.thumb} aria-label={t('keys.label')}>
        <button type="button" onClick={onSearch}>
          <IconSearch size={24} stroke={1.75} aria-hidden />
          {t('keys.search')}
        </button>
        <button type="button" data-main onClick={onNumber}>
          <IconGridDots size={24} stroke={1.75} aria-hidden />
          {t('keys.number')}
        </button>
        {torch !== undefined && (
          <button
            type="button"
            aria-label={torch ? t('scan:torch_off') : t('scan:torch_on')}
            aria-pressed={torch}
            onClick={toggle}
          >
            {torch ? (
              <IconBoltOff size={24} stroke={1.75} aria-hidden />
            ) : (
              <IconBolt size={24} stroke={1.75} aria-hidden />
            )}
            {t('keys.torch')}
          </button>
        )}
      </nav>
    </div>
  )
}

/** What the browser has thrown away stands on the page behind the camera. */
function LostStrip() {
  const { t } = useTranslation('scan')
  return lostScans.use() && <p className={style.strip}>{t('lost.title')}</p>
}

/** Apart from the screen around it, which is not drawn again with each scan that is stored. */
function DoubtStrip({ event }: { readonly event: string }) {
  const { t } = useTranslation('gate')
  const { count, areTwice } = useDoubtCount(event)
  return count > 0 && <p className={style.strip}>{t(areTwice ? 'twice.strip' : 'twice.strip_any', { count })}</p>
}

/** Entries that wait here to be sent; apart, like the line above. */
function WaitingFigure() {
  const { t } = useTranslation('scan')
  const lang = useLang()
  const count = unsettledScans.use().waiting.length
  if (count === 0) return null
  return (
    <div data-name="waiting">
      <dt>{t('counters.waiting')}</dt>
      <dd>{numberText(count, lang)}</dd>
    </div>
  )
}

function Tally({ event }: { readonly event: Event }) {
  const { t } = useTranslation('scan')
  const lang = useLang()
  const {
    total_scanned: scanned = 0,
    total_unscanned: unscanned = 0,
    total_tickets: total = 0,
    total_inside: inside,
  } = event.scan_statistics ?? {}
  const figures = [
    ['scanned', scanned],
    ['unscanned', unscanned],
    ['total', total],
    ...(inside === undefined ? [] : [['inside', inside] as const]),
  ] as const
  return (
    <section className={style.tally} aria-label={t('counters.label')}>
      <dl>
        {figures.map(([name, value]) => (
          <div key={name} data-name={name}>
            <dt>{t(`counters.${name}`)}</dt>
            <dd>{numberText(value, lang)}</dd>
          </div>
        ))}
        <WaitingFigure />
      </dl>
      <Meter value={scanned} of={total} label={t('counters.meter', { scanned, total })} />
    </section>
  )
}
