import { momentShortText, timeText } from '@kartis/i18n/format.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCircleCheck, IconLoader2, IconLock, IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { offline } from '../../shared/connection.ts'
import { hubLink } from '../../shared/check-in/hub/hub-link.ts'
import { unsettledScans, dismissScan } from '../../shared/check-in/scan-queue.ts'
import { errorText } from '../../shared/failures.ts'
import type { StoredScan } from '../../shared/offline/database.ts'
import style from './check-in-status.module.css'
import type { CheckIn } from './use-admission-list.ts'
import { useAppStored } from './use-app-stored.ts'

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Asks before the page is closed or reloaded. */
const useWarning = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
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
  const isReady = hasList && isAppStored
  // Without a network a reload of an app that is not stored ends in the browser's error page.
  useWarning(waiting.length > 0 || (isOffline && !isAppStored))
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
      <p className={style.ready} role="status" data-ready={isReady || undefined}>
        {isReady ? <IconCircleCheck {...ICON} /> : <IconLoader2 {...ICON} />}
        {t(isReady ? 'gate:ready.yes' : 'gate:ready.not_yet')}
      </p>
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

const momentIn = (scan: StoredScan, name: string): string | undefined => {
  const value = scan.refusal?.detail[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Tickets admitted offline that the server refused later, usually because another device had admitted them. */
export function DoubleEntries({ event, zone }: { readonly event: string; readonly zone: string }) {
  const { t, i18n } = useTranslation(['scan', 'gate', 'errors'])
  const lang = useLang()
  const refused = unsettledScans.use().refused.filter((scan) => scan.event === event)
  if (refused.length === 0) return null
  return (
    <Card title={t('gate:twice.title')} action={<Chip state="warn">{refused.length}</Chip>}>
      <Soft small>{t('gate:twice.text')}</Soft>
      <ul className={style.twice}>
        {refused.map((scan) => {
          const first = momentIn(scan, 'redeemed_at')
          const gate = momentIn(scan, 'gate')
          const code = scan.refusal?.code ?? ''
          return (
            <li key={scan.scan_uuid}>
              <div>
                <b>{t('scan:twice.here', { name: scan.name, time: timeText(scan.scanned_at, lang, zone) })}</b>
                <span>{scan.refusal?.description || errorText(i18n, code)}</span>
                {first !== undefined && (
                  <span>
                    {t(scan.scanned_at < first ? 'gate:twice.this_first' : 'gate:twice.other_first', {
                      here: timeText(scan.scanned_at, lang, zone),
                      there: timeText(first, lang, zone),
                      gate: gate === undefined ? '' : t('gate:twice.gate', { gate }),
                    })}
                  </span>
                )}
              </div>
              <Button look="line" onClick={() => void dismissScan(scan.scan_uuid)}>
                {t('scan:twice.done')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
