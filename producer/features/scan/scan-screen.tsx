import type { Event } from '@kartis/contract/events.ts'
import type { GateDirection } from '@kartis/domain/re-entry.ts'
import { readTicketNumber } from '@kartis/domain/ticket-number.ts'
import { listText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconScan, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countersOf, type LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { GateTools } from '../../shared/check-in/gate-tools.tsx'
import { followHub } from '../../shared/check-in/hub/hub-link.ts'
import { offline } from '../../shared/connection.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { useCameraOn } from './camera-start.ts'
import { DirectionChoice } from './direction-choice.tsx'
import { gateOptionsOf } from '../../shared/check-in/gates-of-event.ts'
import { deviceId, gateName, laneNumber, storeCamera, storedCamera } from '../../shared/check-in/device.ts'
import { CheckInStatus, LeaveWarning } from './check-in-status.tsx'
import { DoubleEntries } from './double-entries.tsx'
import { DeviceOptions } from './device-options.tsx'
import { useDayQuestion, useEarlyNote } from './early.ts'
import { EventFacts } from './event-facts.tsx'
import { Finder } from './finder.tsx'
import { GateQuestion } from './gate-question.tsx'
import { GateView } from './gate-view.tsx'
import { GuestSearchDialog } from './guest-search.tsx'
import { HubCard } from './hub-card.tsx'
import { LostScans } from './lost-scans.tsx'
import { ManualEntry } from './manual-entry.tsx'
import { ModeBadge } from './mode-badge.tsx'
import { isOrderAlone, NumberPad } from './number-pad.tsx'
import { RecentEntries } from './recent-entries.tsx'
import style from './scan-screen.module.css'
import { ScanVerdict } from './scan-verdict.tsx'
import { useEventList } from './use-event-list.ts'
import { useCameras } from './use-cameras.ts'
import { type ShowCounters, useCounters } from './use-counters.ts'
import type { CheckIn as AdmissionCheckIn } from './use-admission-list.ts'
import { useSearchable } from './use-searchable.ts'
import { useDarkTheme } from '../../shared/use-dark-theme.ts'
import { laneSharedWith, lanesIn, useGateContact } from '../../shared/check-in/use-gate-contact.ts'
import { loadScanEvent, scanKey } from '../../shared/check-in/use-gate-event.ts'
import { useScan } from './use-scan.ts'
import { useTorch } from './use-torch.ts'
import { useUndo } from './use-undo.ts'
import { useWedge } from './use-wedge.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The check-in screen: event, counters and scanner. */
export function ScanScreen() {
  const { t } = useTranslation('scan')
  const uuid = useRouteParam('uuid')
  const { can, user } = useSession()
  const event = useQuery({ queryKey: scanKey(uuid), queryFn: () => loadScanEvent(uuid) })
  useDarkTheme()
  useGateContact(event.data, user?.name ?? '')
  return (
    <Page>
      <PageHead eyebrow={t('subtitle')} action={<ModeBadge event={event.data} ofPage />} />
      <WhenLoaded query={event}>
        {(event) => (
          <>
            <GateTools event={uuid} here="scan" can={can} />
            <CheckIn event={event} name={user?.name ?? ''} mayUndo={can['ticket.undo_entry'] === true} />
          </>
        )}
      </WhenLoaded>
    </Page>
  )
}

/** Another device says that it has the lane of this one: both would admit the same tickets. */
function SharedLane({ lanes }: { readonly lanes: number }) {
  const { t } = useTranslation('gate')
  const lang = useLang()
  const names = laneSharedWith.use() ?? []
  if (lanes === 0 || names.length === 0) return null
  return <Note state="warn">{t('lanes.shared', { lane: laneNumber(), names: listText(names, lang) })}</Note>
}

interface SearchButtonProps extends Pick<AdmissionCheckIn, 'list'> {
  readonly onOpen: () => void
}

/** Opens the search, and says what can be searched for now. */
function SearchButton({ list, onOpen }: SearchButtonProps) {
  const { t } = useTranslation('gate-people')
  const searchable = useSearchable(list)
  return (
    <Button look="line" full onClick={onOpen} icon={<IconSearch {...ICON} />}>
      {t(`search.open.${searchable}`)}
    </Button>
  )
}

/** Whether people leave through the gates to come back, so that exits are scanned as well. */
const hasExits = ({ settings }: Event): boolean => (settings?.re_entry?.policy ?? 'never') !== 'never'

/** Entries of other phones come into the list. While the server answers, its counters know more than the list does. */
const useFollowedHub = (list: () => LocalAdmissionList | undefined, showCounters: ShowCounters): void =>
  useEffect(
    () => followHub(list, (changed) => offline.read() && showCounters(countersOf(changed))),
    [list, showCounters],
  )

export interface CheckInProps {
  readonly event: Event
  /** Who scans, as the hub shows it. */
  readonly name: string
  /** Whether this person or device may undo entries. */
  readonly mayUndo: boolean
  /** The only gate of this device, which nobody changes. */
  readonly fixedGate?: string | undefined
  /** What else this phone has, below its settings. */
  readonly aside?: ReactNode
}

/** The event, its counters, the scanner and what this device has. */
export function CheckIn({ event, name, mayUndo, fixedGate, aside }: CheckInProps) {
  const { t } = useTranslation(['scan', 'gate'])
  const [isOn, setIsOn] = useCameraOn(event.uuid)
  const [isLive, setIsLive] = useState(false)
  const [isTyping, setIsTyping] = useState(false)
  const [searched, setSearched] = useState<string>()
  const [choice, setChoice] = useState(storedCamera)
  const [answers, setAnswers] = useState(0)
  const cameras = useCameras(isLive)
  const torch = useTorch()
  const { uuid, timezone: zone } = event

  const queries = useQueryClient()
  const showCounters = useCounters(uuid)
  const checkIn = useEventList(event, showCounters)
  const [direction, setDirection] = useState<GateDirection>('entry')
  const mayLeave = hasExits(event)
  const earlyNote = useEarlyNote(event, mayUndo)
  const mayEnter = useDayQuestion(event)
  const scanned = useScan(uuid, checkIn.list, showCounters, direction, mayEnter)
  const { admitted, scan, see, type: typed, forget } = scanned
  // A number in a field may be a person's, who has looked at the ticket.
  const read = useCallback(
    (text: string, isInField: boolean) => (isInField && readTicketNumber(text).length > 0 ? scan(text) : typed(text)),
    [scan, typed],
  )
  useWedge(read)
  const { list } = checkIn
  useFollowedHub(list, showCounters)
  const undo = useUndo(uuid, checkIn.list, showCounters, mayUndo, scanned.overlay.read)

  const self = {
    event: uuid,
    device: deviceId(),
    name,
    gate: gateName() || null,
    lane: lanesIn(event) > 0 ? laneNumber() : null,
    list: checkIn.list,
  }

  const choose = (next: string) => {
    storeCamera(next)
    setChoice(next)
  }
  const turn = (on: boolean) => {
    if (!on) void queries.invalidateQueries({ queryKey: ['event', uuid] })
    setIsLive(false)
    setIsOn(on)
  }
  // The number of an order alone opens the order; anything else is checked like a scan.
  const type = (text: string) => {
    setIsTyping(false)
    if (isOrderAlone(text)) setSearched(text)
    else scan(text)
  }
  const recent = (
    <RecentEntries
      admitted={admitted}
      zone={zone}
      list={checkIn.list}
      undo={undo}
      onUndone={forget}
      onOrder={setSearched}
    />
  )
  const start = (
    <Button full onClick={() => turn(true)} icon={<IconScan {...ICON} />}>
      {t('start')}
    </Button>
  )

  return (
    <>
      <LeaveWarning />
      <GateQuestion event={event} fixedGate={fixedGate} onChosen={() => setAnswers(answers + 1)} />
      {isOn ? (
        <GateView
          event={event}
          hasList={checkIn.refreshedAt !== undefined || checkIn.isRefreshing}
          finder={<Finder choice={choice} onChoice={choose} onCode={see} onLive={setIsLive} torch={torch} />}
          recent={recent}
          earlyNote={earlyNote}
          direction={direction}
          onDirection={mayLeave ? setDirection : undefined}
          onClose={() => turn(false)}
          onNumber={() => setIsTyping(true)}
          onSearch={() => setSearched('')}
          torch={torch}
        />
      ) : (
        <>
          <div className={style.layout}>
            <Stack>
              <CheckInStatus checkIn={checkIn} zone={zone} />
              <LostScans zone={zone} />
              <EventFacts event={event} />
              {earlyNote !== undefined && <p className={style.early}>{earlyNote}</p>}
              {mayLeave && <DirectionChoice value={direction} onChange={setDirection} />}
              <SharedLane lanes={lanesIn(event)} />
              <DoubleEntries event={uuid} zone={zone} />
              <div className={style.wideOnly}>{start}</div>
              <SearchButton list={list} onOpen={() => setSearched('')} />
              <ManualEntry onCode={type} />
              {admitted.length > 0 && <Card>{recent}</Card>}
            </Stack>
            <Stack>
              <HubCard self={self} />
              <DeviceOptions
                key={answers}
                {...gateOptionsOf(event)}
                fixedGate={fixedGate}
                lanes={lanesIn(event)}
                cameras={cameras}
                choice={choice}
                onChoice={choose}
              />
              {aside}
            </Stack>
          </div>
          <StickyActions phoneOnly>{start}</StickyActions>
        </>
      )}
      <NumberPad open={isTyping} list={checkIn.list} onClose={() => setIsTyping(false)} onCode={type} onOrder={type} />
      <GuestSearchDialog
        start={searched}
        event={uuid}
        zone={zone}
        list={checkIn.list}
        scanned={scanned}
        undo={undo}
        mayEnter={mayEnter}
        onCounters={showCounters}
        onClose={() => setSearched(undefined)}
      />
      <ScanVerdict
        event={event}
        scanned={scanned}
        list={checkIn.list}
        isEarly={earlyNote !== undefined}
        undo={undo}
        onOrder={setSearched}
      />
    </>
  )
}
