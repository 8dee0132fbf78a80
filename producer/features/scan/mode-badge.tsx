import type { Event } from '@kartis/contract/events.ts'
import { IconTopologyStar3, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useGateMode } from '../../shared/check-in/hub/hub-link.ts'
import { laneNumber } from '../../shared/check-in/device.ts'
import style from './mode-badge.module.css'

const MODE_ICONS = { online: IconWifi, hub: IconTopologyStar3, ['alone']: IconWifiOff } as const

/** Who decides about tickets now, and the lane of this device: in the head of every screen that scans. */
export function ModeBadge({
  event,
  ofPage = false,
}: {
  readonly event: Pick<Event, 'settings'> | undefined
  /** In the head of the page, which says nothing while the camera fills the screen. */
  readonly ofPage?: boolean
}) {
  const { t } = useTranslation('gate')
  const mode = useGateMode()
  const ModeIcon = MODE_ICONS[mode]
  const lane = event?.settings?.check_in?.offline === 'lanes' ? laneNumber() : null
  return (
    <span className={style.mode} data-mode={mode} data-of-page={ofPage || undefined} role="status">
      <ModeIcon size={18} stroke={2} aria-hidden />
      {t(`mode.${mode}`)}
      {lane !== null && ` · ${t('lanes.lane', { lane })}`}
    </span>
  )
}
