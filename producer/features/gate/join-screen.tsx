import { joinGate, showGateLink } from '@kartis/contract/gate-devices.ts'
import type { GateDeviceRole } from '@kartis/domain/gate-device.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { TextField } from '@kartis/ui/components/text-field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconWifiOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { chooseGate, storeGateName } from '../../shared/check-in/device.ts'
import { becomeGateDevice, recordJoinedLink, tokenForLink } from '../../shared/gate-device.ts'
import { usePageTitle, useRouteTitle } from '../../shared/page-title.ts'
import { isNetworkFailure } from '../../shared/send.ts'
import { LanguageChoice } from '../../shared/preferences.tsx'
import { useDarkTheme } from '../../shared/use-dark-theme.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { GateNotice } from './gate-notice.tsx'
import style from './gate.module.css'

const ENDED: ReadonlySet<string> = new Set(['gate_link_used', 'gate_device_ended', 'not_found'])

/** No name of a gate has one character that is a hyphen alone. */
const ANY_GATE = '-'

/** The link of a helper: a name, at an event of several gates which one, and the phone scans. */
export function GateJoinScreen() {
  const { t } = useTranslation(['gate-devices', 'components'])
  usePageTitle(useRouteTitle())
  useDarkTheme()
  const [secret] = useState(() => location.hash.slice(1))
  const link = useQuery({
    queryKey: ['gate-link', secret],
    queryFn: async () => (await api(showGateLink, { body: { secret } })).data,
    staleTime: Infinity,
  })
  const code = link.error instanceof ApiError ? link.error.code : undefined
  if (secret === '' || (code !== undefined && (ENDED.has(code) || code === 'validation')))
    return (
      <GateNotice
        title={t(code === 'gate_link_used' ? 'join.used' : 'join.ended')}
        text={t(code === 'gate_link_used' ? 'join.used_text' : 'join.ended_text')}
      />
    )
  if (isNetworkFailure(link.error))
    return (
      <GateNotice title={t('join.offline')} text={t('join.offline_text')} sign={IconWifiOff}>
        <Button busy={link.isFetching} onClick={() => void link.refetch()}>
          {t('components:error.retry')}
        </Button>
      </GateNotice>
    )
  return (
    <main id="screen">
      <Page narrow className={style.gate}>
        <WhenLoaded query={link}>{(seen) => <JoinForm secret={secret} seen={seen} />}</WhenLoaded>
      </Page>
    </main>
  )
}

interface Seen {
  readonly event: { readonly name: string; readonly starts_at: string; readonly timezone: string }
  readonly gate: string | null
  readonly gates: readonly string[]
  readonly role: GateDeviceRole
  readonly expires_at: string
}

const modelOf = (): string | null => {
  const { userAgent } = navigator
  const android = /Android [\d.]+; ([^;)]{1,50})/.exec(userAgent)?.[1]
  return android ?? /iPhone|iPad|Macintosh|Windows/.exec(userAgent)?.[0] ?? null
}

function JoinForm({ secret, seen }: { readonly secret: string; readonly seen: Seen }) {
  const { t } = useTranslation('gate-devices')
  const lang = useLang()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { event, gate, gates, role, expires_at: until } = seen
  const needsGate = gates.length > 1
  const joining = useMutation({
    mutationFn: async () => {
      const token = tokenForLink(secret)
      const own = chosen === ANY_GATE ? '' : chosen
      const body = { secret, token, name: name.trim(), model: modelOf(), gate: own || null }
      const { data } = await api(joinGate, { body })
      becomeGateDevice({ ...data, name: name.trim() }, token)
      if (gate === null && needsGate) chooseGate(data.event.uuid, own)
      else if (gate === null) storeGateName('')
      // It has joined, also where the browser stores no hash: the link is then for joining only.
      await recordJoinedLink(secret).catch(() => undefined)
      // A new page: the app is stored on the phone from now on.
      location.replace(data.role === 'hub' ? '/gate/hub' : '/gate/ready')
    },
  })
  const submit = (form: SubmitEvent<HTMLFormElement>) => {
    form.preventDefault()
    const isWhole = name.trim() !== '' && (!needsGate || chosen !== '')
    setIsMissing(!isWhole)
    if (isWhole) joining.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className={style.form}>
      <Stack gap="wide">
        <div>
          <h1 className={style.title}>{t('join.title')}</h1>
          <Soft>{t('join.text')}</Soft>
        </div>
        <TextField
          label={t('join.name')}
          autoComplete="given-name"
          maxLength={60}
          value={name}
          error={isMissing && name.trim() === '' && t('join.name_missing')}
          onChange={({ target }) => setName(target.value)}
        />
        {needsGate && (
          <SelectField
            label={t('join.gate')}
            placeholder={t('join.gate_choose')}
            options={[
              ...gates.map((each) => ({ value: each, label: each })),
              { value: ANY_GATE, label: t('join.gate_any') },
            ]}
            value={chosen}
            error={isMissing && chosen === '' && t('join.gate_missing')}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
        <Card title={<UserText>{event.name}</UserText>}>
          <Stack>
            <Soft>{momentShortText(event.starts_at, lang, event.timezone)}</Soft>
            <Soft small>
              <Pieces
                pieces={[
                  t(`role.${role}`),
                  gate !== null && <UserText key="gate">{gate}</UserText>,
                  t('join.until', { when: momentShortText(until, lang, event.timezone) }),
                ]}
              />
            </Soft>
          </Stack>
        </Card>
        <LanguageChoice />
      </Stack>
      <StickyActions>
        <Button full type="submit" busy={joining.isPending}>
          {t('join.action')}
        </Button>
      </StickyActions>
    </form>
  )
}
