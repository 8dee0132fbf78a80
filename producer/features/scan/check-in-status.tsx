import { momentShortText, timeText } from '@kartis/i18n/format.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCircleCheck, IconLoader2, IconLock, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { offline } from '../../shared/connection.ts'
import { readGateEnd } from '../../shared/gate-end.ts'
import { hubLink } from '../../shared/check-in/hub/hub-link.ts'
import { unsettledScans } from '../../shared/check-in/scan-queue.ts'
import style from './check-in-status.module.css'
import type { CheckIn } from './use-admission-list.ts'
import { useAppStored } from './use-app-stored.ts'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/**
 * Asks before the page is closed or reloaded, also while the camera is on: entries wait here, or the app is not stored yet,
 * so that without a network a reload would end in the browser's error page.
 */
export function LeaveWarning() {
  const isOffline = offline.use()
  const isAppStored = useAppStored()
  const isNeeded = unsettledScans.use().waiting.length > 0 || (isOffline && !isAppStored)
  useEffect(() => {
    if (!isNeeded) return undefined
    // The device leaves by itself when its permission is over; what it had is on the page of the end.
    const warn = (event: BeforeUnloadEvent) => {
      if (readGateEnd() === undefined) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
  return null
}

export interface CheckInStatusProps {
  readonly checkIn: CheckIn
  readonly zone: string
}

/** Connection state, age of the admission list on this device, and number of unsent scans. */
export function CheckInStatus({ checkIn, zone }: CheckInStatusProps) {
  const { t } = useTranslation(['scan', 'gate', 'gate-people'])
  const lang = useLang()
  const isOffline = offline.use()
  const { state, knownHub } = hubLink.use()
  const { waiting } = unsettledScans.use()
  const hasList = checkIn.refreshedAt !== undefined
  const isAppStored = useAppStored()
  const isWhole = checkIn.stage === 'stored'
  const isReady = isWhole && isAppStored
  const age = hasList
    ? t('door.list_at', { time: timeText(new Date(checkIn.refreshedAt ?? 0).toISOString(), lang, zone) })
    : checkIn.isRefreshing
      ? t('door.list_loading')
      : t('door.list_none')
  return (
    <section className={style.state} aria-label={t('door.label')} data-offline={isOffline || undefined}>
      <p className={style.age} role="status">
        {waiting.length > 0 && <b className={style.waiting}>{t('door.waiting', { count: waiting.length })}</b>}
        {isOffline && hasList && (
          <span>{state === 'linked' ? t('gate:by_hub', { name: knownHub?.name ?? '' }) : t('door.alone')}</span>
        )}
        <span>{age}</span>
        {(checkIn.stage === 'codes' || checkIn.stage === 'memory') && <span>{t(`gate:list.${checkIn.stage}`)}</span>}
      </p>
      <IconButton
        bare
        className={style.refresh}
        label={t('door.refresh')}
        disabled={checkIn.isRefreshing}
        data-busy={checkIn.isRefreshing || undefined}
        onClick={() => void checkIn.refresh()}
      >
        <IconRefresh size={20} stroke={1.75} aria-hidden />
      </IconButton>
      {/* Without the list and a network it will not be ready in a moment; the line above says so. */}
      {(isWhole || !isOffline) && (
        <p className={style.ready} role="status" data-ready={isReady || undefined}>
          {isReady ? <IconCircleCheck {...ICON} /> : <IconLoader2 {...ICON} />}
          {t(isReady ? 'gate:ready.yes' : 'gate:ready.not_yet')}
        </p>
      )}
      {checkIn.peopleUntil !== undefined && (
        <p className={style.people}>
          <IconLock {...ICON} />
          {t('gate-people:status', {
            moment: momentShortText(new Date(checkIn.peopleUntil).toISOString(), lang, zone),
          })}
        </p>
      )}
    </section>
  )
}
