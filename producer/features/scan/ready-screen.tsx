import type { Event } from '@kartis/contract/events.ts'
import {
  type ReadinessCheck,
  readinessOf,
  readinessOrder,
  type ReadinessState,
  wholeState,
} from '@kartis/domain/gate-readiness.ts'
import { listText, momentShortText, numberText, percentText } from '@kartis/i18n/format.ts'
import { Button, buttonClass } from '@kartis/ui/components/button.tsx'
import { Page, Soft } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import {
  IconAlertTriangle,
  IconBattery2,
  IconCamera,
  IconCheck,
  IconClock,
  IconDatabase,
  IconDeviceMobile,
  IconKey,
  IconList,
  IconListCheck,
  IconLoader2,
  IconRoad,
  IconScan,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './ready-screen.module.css'
import { useDarkTheme } from '../../shared/use-dark-theme.ts'
import { requestCamera } from './camera-start.ts'
import { laneNumber } from '../../shared/check-in/device.ts'
import { laneSharedWith, lanesIn, useGateContact } from '../../shared/check-in/use-gate-contact.ts'
import { loadScanEvent, scanKey } from '../../shared/check-in/use-gate-event.ts'
import { useGatePhone } from '../../shared/check-in/use-gate-phone.ts'
import { LaneField } from './lane-field.tsx'
import { useReadiness } from './use-readiness.ts'
import { useQuery } from '@tanstack/react-query'

const ICONS = {
  list: IconList,
  app: IconDeviceMobile,
  storage: IconDatabase,
  camera: IconCamera,
  battery: IconBattery2,
  clock: IconClock,
  permission: IconKey,
  lane: IconRoad,
} as const
const MARKS = { good: IconCheck, warn: IconAlertTriangle, bad: IconX, unknown: IconLoader2 } as const
/** A phone with advice only may scan: it is green, and the advice stands below. */
const WHOLE_MARKS = { ...MARKS, warn: IconCheck, bad: IconListCheck } as const
const ICON = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

/** The check before entry opens, of a phone that joined the gate by a link. */
export function GateReadyScreen() {
  const { identity, event } = useGatePhone()
  useDarkTheme()
  return (
    <Page narrow>
      <PageHead eyebrow={[identity?.event.name ?? '', identity?.gate ?? '']} />
      <WhenLoaded query={event}>
        {(event) => <Ready event={event} until={identity?.expires_at ?? null} scan="/gate/scan" />}
      </WhenLoaded>
    </Page>
  )
}

/** The check before entry opens, of a member's phone. */
export function ReadyScreen() {
  const uuid = useRouteParam('uuid')
  const { user } = useSession()
  const event = useQuery({ queryKey: scanKey(uuid), queryFn: () => loadScanEvent(uuid) })
  useGateContact(event.data, user?.name ?? '')
  useDarkTheme()
  return (
    <Page narrow>
      <PageHead eyebrow={event.data?.name} />
      <WhenLoaded query={event}>
        {(event) => <Ready event={event} until={null} scan={`/events/${uuid}/scan-tickets`} />}
      </WhenLoaded>
    </Page>
  )
}

interface ReadyProps {
  readonly event: Event
  readonly until: string | null
  readonly scan: string
}

const isWrong = (state: ReadinessState): boolean => state === 'bad' || state === 'warn'

/** What has to be done before the first scan, what is not known yet, what would be good to do, and what is done. */
const PARTS = ['required', 'checking', 'advised', 'done'] as const
const PART_OF = { bad: 'required', unknown: 'checking', warn: 'advised', good: 'done' } as const

function Ready({ event, until, scan }: ReadyProps) {
  const { t } = useTranslation('gate-devices')
  // The lane stands on the device: its check is looked at again once another one is chosen.
  const [, setChoices] = useState(0)
  const readiness = useReadiness(event, until)
  const states = readinessOf(readiness.facts)
  const whole = wholeState(states)
  const checks = readinessOrder(states).filter((check) => check !== 'lane' || readiness.facts.lane !== 'none')
  const parts = PARTS.map((part) => ({ part, own: checks.filter((check) => PART_OF[states[check]] === part) }))
  const count = checks.filter((check) => states[check] === whole).length
  const Mark = WHOLE_MARKS[whole]
  return (
    <>
      <section className={style.whole} data-state={whole} role="status">
        <span className={style.mark}>
          <Mark size={56} stroke={2} aria-hidden />
        </span>
        <h2>{t(`ready.whole.${whole}`)}</h2>
        {whole === 'bad' && <Soft>{t('ready.required_count', { count })}</Soft>}
        {whole === 'warn' && <Soft>{t('ready.advised_count', { count })}</Soft>}
        {readiness.facts.isOffline && (
          <p className={style.offline}>
            <IconWifiOff {...ICON} />
            {t('ready.offline')}
          </p>
        )}
      </section>
      {parts.map(
        ({ part, own }) =>
          own.length > 0 && (
            <section key={part} className={style.part} aria-label={t(`ready.part.${part}`)}>
              <h3>{t(`ready.part.${part}`)}</h3>
              <ul className={style.checks}>
                {own.map((check) => (
                  <Check
                    key={check}
                    check={check}
                    state={states[check]}
                    event={event}
                    until={until}
                    readiness={readiness}
                    onLane={() => setChoices((count) => count + 1)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      <StickyActions>
        <PathLink
          path={scan}
          className={buttonClass({ full: true, look: whole === 'bad' ? 'line' : 'main' })}
          onClick={requestCamera}
        >
          <IconScan {...ICON} />
          {t(whole === 'bad' ? 'ready.anyway' : 'ready.start')}
        </PathLink>
      </StickyActions>
    </>
  )
}

interface CheckProps {
  readonly check: ReadinessCheck
  readonly state: ReadinessState
  readonly event: Event
  readonly until: string | null
  readonly readiness: ReturnType<typeof useReadiness>
  readonly onLane: () => void
}

/** The figure behind a check, where it has one. */
const useFact = ({ check, state, event, until, readiness }: CheckProps): string => {
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  const { facts, count, stage }: Pick<CheckProps['readiness'], 'facts' | 'count' | 'stage'> = readiness
  if (check === 'list' && (stage === 'codes' || stage === 'memory')) return t(`ready.fact.list_${stage}`)
  if (check === 'list' && state === 'unknown') return t('ready.fact.list_loading')
  if (check === 'list' && typeof facts.listAgeMs === 'number') {
    const minutes = Math.floor(facts.listAgeMs / 60_000)
    const age = minutes === 0 ? t('ready.fact.list_now') : t('ready.fact.list_age', { count: minutes })
    return count === 0 ? age : `${t('ready.fact.tickets', { count, total: numberText(count, lang) })} · ${age}`
  }
  if (check === 'battery' && facts.battery) return percentText(facts.battery.percent, lang)
  if (check === 'clock' && typeof facts.clockOffMs === 'number')
    return t('ready.fact.clock', { count: Math.round(Math.abs(facts.clockOffMs) / 1000) })
  if (check === 'permission' && until !== null)
    return t('ready.fact.until', { when: momentShortText(until, lang, event.timezone) })
  if (check === 'lane' && laneNumber() !== null) return t('ready.fact.lane', { lane: laneNumber() })
  return ''
}

/** What is to be done about a check; without a network something else than with one. */
const todoOf = (
  check: ReadinessCheck,
  { facts: { isOffline, lane, listAgeMs }, stage }: CheckProps['readiness'],
  isShared: boolean,
) => {
  if (check === 'list' && (stage === 'codes' || stage === 'memory')) return `list_${stage}` as const
  if (check === 'list' && isOffline) return listAgeMs === null ? 'list_missing_offline' : 'list_offline'
  if (check !== 'lane') return check
  if (isShared) return 'lane_shared'
  return lane === undefined ? 'lane_offline' : 'lane'
}

function Check(props: CheckProps) {
  const { check, state, readiness } = props
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  const fact = useFact(props)
  const Icon = ICONS[check]
  const Mark = MARKS[state]
  const names = laneSharedWith.use() ?? []
  const todo = todoOf(check, readiness, names.length > 0)
  const advice = isWrong(state) ? t(`ready.todo.${todo}`, { names: listText(names, lang) }) : ''
  return (
    <li data-state={state}>
      <Icon {...ICON} />
      <div>
        <h4>{t(`ready.check.${check}`)}</h4>
        {fact !== '' && <p>{fact}</p>}
        {advice !== '' && <p className={style.todo}>{advice}</p>}
      </div>
      {check === 'lane' && isWrong(state) ? (
        <div className={style.lane}>
          <LaneField lanes={lanesIn(props.event)} onChosen={props.onLane} />
        </div>
      ) : check === 'list' && state === 'bad' ? (
        <Button onClick={() => void readiness.refresh()}>{t('ready.do.list')}</Button>
      ) : check === 'camera' && readiness.facts.camera === 'prompt' ? (
        <Button onClick={() => void readiness.openCameraNow()}>{t('ready.do.camera')}</Button>
      ) : (
        <span className={style.small} role="img" aria-label={t(`ready.state.${state}`)}>
          <Mark {...ICON} />
        </span>
      )}
    </li>
  )
}
