import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { type Event, showEvent } from '@kartis/contract/events.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { IconScan, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { storeCamera, storedCamera } from './device.ts'
import { CheckInStatus, DoubleEntries } from './check-in-status.tsx'
import { DeviceOptions } from './device-options.tsx'
import { Finder, FinderOff } from './finder.tsx'
import { ManualEntry } from './manual-entry.tsx'
import { ResultOverlay } from './result-overlay.tsx'
import { RecentEntries, EventFacts } from './event-facts.tsx'
import style from './scan-screen.module.css'
import { useCameras } from './use-cameras.ts'
import { useAdmissionList } from './use-admission-list.ts'
import { useDarkTheme } from './use-dark-theme.ts'
import { useScan } from './use-scan.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
const keyOf = (uuid: string) => ['event', uuid, 'scan'] as const

/** The check-in screen: event, counters and scanner. */
export function ScanScreen() {
  const { t } = useTranslation('scan')
  const uuid = useRouteParam('uuid')
  const event = useQuery({
    queryKey: keyOf(uuid),
    queryFn: async () =>
      (await api(showEvent, { params: { uuid }, query: { with: ['attachments'], append: ['scan_statistics'] } })).data,
  })
  useDarkTheme()
  return (
    <Page>
      <PageHead eyebrow={t('subtitle')} />
      <WhenLoaded query={event}>{(event) => <CheckIn event={event} />}</WhenLoaded>
    </Page>
  )
}

function CheckIn({ event }: { readonly event: Event }) {
  const { t } = useTranslation('scan')
  const queries = useQueryClient()
  const [isOn, setIsOn] = useState(false)
  const [isLive, setIsLive] = useState(false)
  const [choice, setChoice] = useState(storedCamera)
  const cameras = useCameras(isLive)
  const { uuid, timezone } = event

  const cacheCounters = useCallback(
    (counters: ScanStatistics) =>
      queries.setQueryData<Event>(keyOf(uuid), (event) => event && { ...event, scan_statistics: counters }),
    [queries, uuid],
  )
  const checkIn = useAdmissionList(uuid, cacheCounters)
  const { overlay, admitted, scan, see, retry, close } = useScan(uuid, checkIn.list, cacheCounters)

  const choose = (next: string) => {
    storeCamera(next)
    setChoice(next)
  }
  const toggle = () => {
    if (isOn) void queries.invalidateQueries({ queryKey: ['event', uuid] })
    setIsLive(false)
    setIsOn(!isOn)
  }
  const button = (
    <Button
      look={isOn ? 'line' : 'main'}
      full
      onClick={toggle}
      icon={isOn ? <IconX {...ICON} /> : <IconScan {...ICON} />}
    >
      {isOn ? t('stop') : t('start')}
    </Button>
  )

  return (
    <>
      <div className={style.layout}>
        <div className={isOn ? undefined : style.wideOnly}>
          {isOn ? <Finder choice={choice} onChoice={choose} onCode={see} onLive={setIsLive} /> : <FinderOff />}
        </div>
        <Stack>
          <CheckInStatus checkIn={checkIn} zone={timezone} />
          <DoubleEntries event={uuid} zone={timezone} />
          <EventFacts event={event} />
          <div className={style.wideOnly}>{button}</div>
          <RecentEntries admitted={admitted} zone={timezone} />
          <ManualEntry onCode={scan} />
          <DeviceOptions cameras={cameras} choice={choice} onChoice={choose} />
        </Stack>
      </div>
      <ResultOverlay overlay={overlay} eventName={event.name} zone={timezone} onClose={close} onRetry={retry} />
      <StickyActions phoneOnly>{button}</StickyActions>
    </>
  )
}
