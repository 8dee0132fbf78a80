import type { Event } from '@kartis/contract/events.ts'
import { listText, numberText, timeText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { SwitchRow } from '@kartis/ui/components/switch-row.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCamera, IconDeviceMobile, IconPlus, IconTopologyStar3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectedPhone } from '../../shared/check-in/hub/core-phones.ts'
import { unsettledScans } from '../../shared/check-in/scan-queue.ts'
import { offline } from '../../shared/connection.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { deviceId } from '../../shared/check-in/device.ts'
import { HubCode, HubReader, loadCamera } from './hub-code.tsx'
import style from './hub.module.css'
import { useDarkTheme } from '../../shared/use-dark-theme.ts'
import { loadScanEvent, scanKey } from '../../shared/check-in/use-gate-event.ts'
import { useGatePhone } from '../../shared/check-in/use-gate-phone.ts'
import { wasHub } from './hub-start.ts'
import { useHub } from './use-hub.ts'
import { usePreloaded } from './use-preloaded.ts'
import { useWakeLock } from './use-wake-lock.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The hub on a device that joined the gate by a link. */
export function GateHubScreen() {
  const { identity, event } = useGatePhone()
  useDarkTheme()
  return (
    <Page narrow>
      <PageHead eyebrow={identity?.event.name} />
      <WhenLoaded query={event}>{(event) => <Hub event={event} name={identity?.name ?? ''} />}</WhenLoaded>
    </Page>
  )
}

/** The hub on a member's phone or laptop. */
export function HubScreen() {
  const uuid = useRouteParam('uuid')
  const { user } = useSession()
  const event = useQuery({ queryKey: scanKey(uuid), queryFn: () => loadScanEvent(uuid) })
  useDarkTheme()
  return (
    <Page narrow>
      <PageHead eyebrow={event.data?.name} />
      <WhenLoaded query={event}>{(event) => <Hub event={event} name={user?.name ?? ''} />}</WhenLoaded>
    </Page>
  )
}

const nameOf = (phones: readonly { readonly name: string }[]): string[] => phones.map(({ name }) => name)

/** Leaving the page ends the connections: nobody does that by a slip. */
const useStay = (isOn: boolean, end: () => Promise<void>): void => {
  const { t } = useTranslation('hub')
  useBlocker({
    disabled: !isOn,
    enableBeforeUnload: isOn,
    shouldBlockFn: async () => {
      const leaves = await confirm({
        title: t('end.title'),
        text: t('end.text'),
        action: t('end.action'),
        danger: true,
      })
      if (leaves) await end()
      return !leaves
    },
  })
}

function Hub({ event, name }: { readonly event: Event; readonly name: string }) {
  // All of its texts at once: later there may be no network.
  const { t } = useTranslation(['hub', 'gate', 'errors'])
  const hub = useHub(event, { event: event.uuid, device: deviceId(), name: name || t('nameless') })
  const [isPairing, setIsPairing] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const { isOn, failure, phones, session } = hub
  const lang = useLang()
  const isLoading = hub.checkIn.refreshedAt === undefined && hub.checkIn.isRefreshing
  useWakeLock()
  usePreloaded(loadCamera)
  useStay(isOn, session.end)
  const start = async (replace: boolean) => {
    setIsStarting(true)
    const other = await session.start(replace)
    setIsStarting(false)
    if (other === undefined) return
    const isGone = await confirm({
      title: t('second.title'),
      text: t('second.text', { name: other }),
      action: t('second.action'),
      danger: true,
    })
    if (isGone) await start(true)
  }
  // After a reload it is the same hub at once: phones that ask it meanwhile get no answer.
  const resume = useEffectEvent(() => void start(false))
  const hasList = hub.checkIn.refreshedAt !== undefined
  useEffect(() => {
    if (hasList && wasHub(event.uuid)) resume()
  }, [hasList, event.uuid])
  const end = async () => {
    const isSure = await confirm({ title: t('end.title'), text: t('end.text'), action: t('end.action'), danger: true })
    if (isSure) await session.end()
  }
  return (
    <>
      <Stack>
        <section className={style.head} role="status">
          <IconTopologyStar3 size={48} stroke={1.5} aria-hidden />
          <h2>{isOn ? t('on.title', { count: phones.length }) : t('off.title')}</h2>
          <p>{t(isOn ? 'on.text' : 'off.text')}</p>
        </section>
        {failure !== undefined && !isPairing && <Note state="bad">{t(`failure.${failure}`)}</Note>}
        {isOn && <Figures event={event} hub={hub} />}
        {isOn && hub.lost.length > 0 && (
          <Note state="warn">
            <Stack>
              {t('lost.text', { names: listText(nameOf(hub.lost), lang) })}
              <Button look="line" onClick={session.forgetLost}>
                {t('lost.forget')}
              </Button>
            </Stack>
          </Note>
        )}
        {isOn && phones.length > 0 && <Phones phones={phones} />}
        {isOn && event.settings?.check_in?.offline === 'lanes' && (
          <Rest takes={hub.takesRest} onChange={session.takeRest} />
        )}
        {!isOn && <Note>{t('off.note')}</Note>}
        {isOn && (
          <Button look="bare" full onClick={() => void end()}>
            {t('end.open')}
          </Button>
        )}
      </Stack>
      <StickyActions>
        {isOn ? (
          <Button full icon={<IconPlus {...ICON} />} onClick={() => setIsPairing(true)}>
            {t('add.open')}
          </Button>
        ) : (
          <Button full busy={isStarting || isLoading} onClick={() => void start(false)}>
            {t('off.action')}
          </Button>
        )}
      </StickyActions>
      <Dialog throwaway open={isPairing} onClose={() => setIsPairing(false)} title={t('add.title')}>
        <AddPhone hub={hub} onDone={() => setIsPairing(false)} />
      </Dialog>
    </>
  )
}

type HubState = ReturnType<typeof useHub>

function Figures({ event, hub }: { readonly event: Event; readonly hub: HubState }) {
  const { t } = useTranslation(['hub', 'gate'])
  const lang = useLang()
  const isOffline = offline.use()
  const waiting = unsettledScans.use().waiting.length
  const { refreshedAt, stage } = hub.checkIn
  const figures = [
    ['granted', hub.granted],
    ['waiting', waiting],
    ['doubles', hub.doubles],
  ] as const
  return (
    <Stack>
      <dl className={style.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`figure.${name}`)}</dt>
            <dd>{numberText(value, lang)}</dd>
          </div>
        ))}
      </dl>
      <Soft small>
        {t(isOffline ? 'server.off' : 'server.on')}{' '}
        {refreshedAt !== undefined &&
          t('server.list', { time: timeText(new Date(refreshedAt).toISOString(), lang, event.timezone) })}{' '}
        {stage !== undefined && stage !== 'stored' && t(`gate:list.${stage}`)}
      </Soft>
    </Stack>
  )
}

function Phones({ phones }: { readonly phones: readonly ConnectedPhone[] }) {
  const { t } = useTranslation(['hub', 'gate'])
  return (
    <Card title={t('phones')}>
      <ul className={style.phones}>
        {phones.map(({ id, name, gate, lane, granted }) => (
          <li key={id}>
            <IconDeviceMobile {...ICON} />
            <div>
              <h3>
                <UserText>{name}</UserText>
              </h3>
              <p>
                <Pieces
                  pieces={[
                    gate !== null && gate !== '' && <UserText key="gate">{gate}</UserText>,
                    lane !== null && t('gate:lanes.lane', { lane }),
                    t('granted', { count: granted }),
                  ]}
                />
              </p>
            </div>
            <Chip state="info" live>
              {t('card.linked')}
            </Chip>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Where the event has lanes: whether the hub answers for those that no phone has. */
function Rest({ takes, onChange }: { readonly takes: boolean; readonly onChange: (takes: boolean) => void }) {
  const { t } = useTranslation('hub')
  return (
    <Card>
      <SwitchRow label={t('rest.label')} hint={t('rest.hint')} checked={takes} onChange={onChange} />
    </Card>
  )
}

/** Shows the code that the phone reads, and reads the one that the phone shows. */
function AddPhone({ hub, onDone }: { readonly hub: HubState; readonly onDone: () => void }) {
  const { t } = useTranslation('hub')
  const { code, failure, phones, isConnecting, session } = hub
  const [isReading, setIsReading] = useState(false)
  // By connection: a phone that comes back before the hub missed it leaves their number as it was.
  const [before] = useState(() => new Set(phones.map(({ id }) => id)))
  const isJoined = phones.some(({ id }) => !before.has(id))
  useEffect(() => {
    if (isJoined) onDone()
  }, [isJoined, onDone])
  if (isReading)
    return (
      <Stack>
        <Soft>{t('add.read')}</Soft>
        {isConnecting ? (
          <Note>{t('add.connecting')}</Note>
        ) : (
          <HubReader onText={(text) => void session.accept(text)} error={failure && t(`failure.${failure}`)} />
        )}
        <Button look="bare" full onClick={() => setIsReading(false)}>
          {t('add.back')}
        </Button>
      </Stack>
    )
  return (
    <Stack>
      <Soft>{t('add.show')}</Soft>
      {code === undefined ? <Note>{t('add.preparing')}</Note> : <HubCode code={code} label={t('add.code')} />}
      {failure === 'no_network' && <Note state="bad">{t('failure.no_network')}</Note>}
      <Button full disabled={code === undefined} icon={<IconCamera {...ICON} />} onClick={() => setIsReading(true)}>
        {t('add.scan')}
      </Button>
    </Stack>
  )
}
