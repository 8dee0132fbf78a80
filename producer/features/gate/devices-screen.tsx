import { type GateDevice, listGateDevices, revokeGateDevices } from '@kartis/contract/gate-devices.ts'
import { agoText, listText, momentShortText, percentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { choose, confirm } from '@kartis/ui/components/confirm.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconBattery2, IconClock, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { DeviceHead } from '../../shared/check-in/device-head.tsx'
import { GateTools } from '../../shared/check-in/gate-tools.tsx'
import { MissingScans } from '../../shared/check-in/missing-scans.tsx'
import { everyPage } from '../../shared/every-page.ts'
import { useEventHead } from '../../shared/event-queries.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { sinceText } from '../../shared/since-text.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { AddDeviceDialog } from './add-device.tsx'
import { isLate, StateChip } from './device-state.tsx'
import { GatesOverview } from './gates-overview.tsx'
import style from './gate.module.css'
import { TeamPhones } from './team-phones.tsx'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
const REFRESH_MS = 10_000
const keyOf = (event: string) => ['event', event, 'gate-devices'] as const

/** Phones that scan at this event without an account. */
export function GateDevicesScreen() {
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  const uuid = useRouteParam('uuid')
  const { can } = useSession()
  const head = useEventHead(uuid)
  const queries = useQueryClient()
  const [isAdding, setIsAdding] = useState(false)
  const devices = useQuery({
    queryKey: keyOf(uuid),
    queryFn: () => everyPage((query) => api(listGateDevices, { params: { uuid }, query })),
    refetchInterval: REFRESH_MS,
  })
  const add = (wide: boolean) => (
    <Button
      full={!wide}
      {...(wide && { className: style.wideOnly })}
      icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
      onClick={() => setIsAdding(true)}
    >
      {t('add')}
    </Button>
  )
  return (
    <Page>
      <PageHead eyebrow={head.data?.name} action={add(true)} />
      <GateTools event={uuid} here="devices" can={can} />
      <div className={style.columns}>
        <Stack>
          <WhenLoaded query={devices}>
            {({ data, meta }) =>
              data.length === 0 && meta.hub === null && meta.shared_lanes.length === 0 ? (
                <EmptyState title={t('empty')} text={t('empty_text')} />
              ) : (
                <>
                  {meta.shared_lanes.map(({ lane, devices: names }) => (
                    <Note key={lane} state="warn">
                      {t('shared_lane', { lane, names: listText(names, lang) })}
                    </Note>
                  ))}
                  {meta.hub !== null && (
                    <Note>{t('hub', { name: meta.hub.name, when: momentShortText(meta.hub.started_at, lang) })}</Note>
                  )}
                  {data.length > 0 && (
                    <Card title={t('title')}>
                      <ul className={style.list}>
                        {data.map((device) => (
                          <DeviceRow key={device.uuid} event={uuid} device={device} asOf={meta.as_of} />
                        ))}
                      </ul>
                    </Card>
                  )}
                </>
              )
            }
          </WhenLoaded>
          <TeamPhones event={uuid} />
          <Note>{t('note')}</Note>
        </Stack>
        <Stack>
          {head.data && <GatesOverview event={head.data} mayEdit={can['event.edit'] === true} />}
          <LostPhones event={uuid} devices={devices.data?.data ?? []} />
        </Stack>
      </div>
      <StickyActions phoneOnly>{add(false)}</StickyActions>
      {head.data && (
        <AddDeviceDialog
          event={head.data}
          open={isAdding}
          onClose={() => setIsAdding(false)}
          onCreated={() => void queries.invalidateQueries({ queryKey: keyOf(uuid) })}
        />
      )}
    </Page>
  )
}

const isOpen = ({ state }: GateDevice): boolean => state === 'active' || state === 'waiting'

/** The end of the evening, or the worst case: every device at once. */
function LostPhones({ event, devices }: { readonly event: string; readonly devices: readonly GateDevice[] }) {
  const { t } = useTranslation('gate-devices')
  const queries = useQueryClient()
  const open = devices.filter(isOpen)
  const revoking = useMutation({
    mutationFn: () =>
      api(revokeGateDevices, {
        params: { uuid: event },
        body: { device_uuids: open.map(({ uuid }) => uuid), lost: false },
      }),
    onSuccess: () => showToast({ state: 'good', text: t('revoke.all_done') }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(event) }),
  })
  if (open.length < 2) return null
  const revoke = async () => {
    const question = { title: t('revoke.all_title', { count: open.length }), text: t('revoke.text') }
    if (await confirm({ ...question, action: t('revoke.all'), danger: true })) revoking.mutate()
  }
  return (
    <Card title={t('revoke.all_head')}>
      <Stack>
        <Soft small>{t('revoke.all_text')}</Soft>
        <Button look="danger" full busy={revoking.isPending} onClick={() => void revoke()}>
          {t('revoke.all')}
        </Button>
      </Stack>
    </Card>
  )
}

interface RowProps {
  readonly event: string
  readonly device: GateDevice
  readonly asOf: string
}

/** What waits on a device; of one that cannot be heard of, since when nobody knows. */
function Waiting({ device, asOf }: Omit<RowProps, 'event'>) {
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  const { state, pending, contact_at: contact, joined_at: joined, heard_at: answeredAt, closed_at: closedAt } = device
  const last = contact ?? joined
  if (last === null) return null
  const isEnded = !isOpen(device) && answeredAt === null && closedAt === null
  if (isEnded || (state === 'active' && isLate(device, asOf)))
    return (
      <span>
        <IconUpload {...ICON} />
        {t(isEnded ? 'unheard' : 'unknown', { time: sinceText(last, asOf, lang) })}
      </span>
    )
  if (pending === null || pending === 0) return null
  return (
    <span>
      <IconUpload {...ICON} />
      {t('pending', { count: pending })}
    </span>
  )
}

function DeviceRow({ event, device, asOf }: RowProps) {
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  const queries = useQueryClient()
  const revoking = useMutation({
    mutationFn: (lost: boolean) =>
      api(revokeGateDevices, { params: { uuid: event }, body: { device_uuids: [device.uuid], lost } }),
    onSuccess: () => showToast({ state: 'good', text: t('revoke.done') }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(event) }),
  })
  const { contact_at: contact, battery } = device
  const name = device.helper ?? device.label
  const revoke = async () => {
    const answer = await choose({
      title: t('revoke.title', { name }),
      text: t('revoke.text'),
      action: t('revoke.action'),
      other: t('revoke.lost'),
      danger: true,
    })
    if (answer !== 'stay') revoking.mutate(answer === 'other')
  }
  return (
    <li>
      <DeviceHead
        tone={isOpen(device) ? 'accent' : 'quiet'}
        name={name}
        label={device.helper === null ? null : device.label}
        gate={device.stands_at}
        facts={[t(`role.${device.role}`)]}
      >
        <p className={style.facts}>
          {contact !== null && (
            <span>
              <IconClock {...ICON} />
              {t('contact', { ago: agoText(contact, asOf, lang) })}
            </span>
          )}
          {battery !== null && (
            <span>
              <IconBattery2 {...ICON} />
              {percentText(battery, lang)}
            </span>
          )}
          <Waiting device={device} asOf={asOf} />
          <MissingScans missing={device.missing} />
          {isOpen(device) && <span>{t('until', { when: momentShortText(device.expires_at, lang) })}</span>}
        </p>
      </DeviceHead>
      <div className={style.end}>
        <StateChip device={device} asOf={asOf} />
        {isOpen(device) && (
          <Button
            look="bare"
            aria-label={t('revoke.one', { name })}
            busy={revoking.isPending}
            onClick={() => void revoke()}
          >
            {t('revoke.open')}
          </Button>
        )}
      </div>
    </li>
  )
}
