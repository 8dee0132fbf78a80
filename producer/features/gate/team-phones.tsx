import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { agoText } from '@kartis/i18n/format.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconClock, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DeviceHead } from '../../shared/check-in/device-head.tsx'
import { MissingScans } from '../../shared/check-in/missing-scans.tsx'
import { scansOf } from '../../shared/check-in/scans-text.ts'
import { gateBoardQuery } from '../../shared/gate-board-query.ts'
import { PathLink } from '../../shared/links.tsx'
import { sinceText } from '../../shared/since-text.ts'
import style from './gate.module.css'

const REFRESH_MS = 10_000

/** Phones that scan with an account of the team: they are on the board, and their permission is that of the member. */
export function TeamPhones({ event }: { readonly event: string }) {
  const { t } = useTranslation(['gate-devices', 'gate-board'])
  const board = useQuery({ ...gateBoardQuery(event), refetchInterval: REFRESH_MS })
  const phones = board.data?.devices.filter(({ uuid }) => uuid === null) ?? []
  if (!board.data || phones.length === 0) return null
  const { as_of: asOf, event: shown } = board.data
  return (
    <Card
      title={t('gate-devices:team.title')}
      action={
        <PathLink path="/settings/user-management" className={buttonClass({ look: 'bare' })}>
          {t('gate-devices:team.manage')}
        </PathLink>
      }
    >
      <Stack>
        <Soft small>{t('gate-devices:team.text')}</Soft>
        <ul className={style.list}>
          {phones.map((phone) => (
            <li key={`${phone.name} ${phone.gate ?? ''} ${phone.contact_at ?? ''}`}>
              <TeamPhone phone={phone} asOf={asOf} zone={shown.timezone} />
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  )
}

interface TeamPhoneProps {
  readonly phone: GateBoard['devices'][number]
  readonly asOf: string
  readonly zone: string
}

function TeamPhone({ phone, asOf, zone }: TeamPhoneProps) {
  const { t } = useTranslation('gate-board')
  const { t: devicesText } = useTranslation('gate-devices')
  const lang = useLang()
  const { name, gate, contact_at: contact, unknown_since: unknown } = phone
  return (
    <DeviceHead tone="quiet" sign={IconUserCheck} name={name} gate={gate} facts={scansOf(phone, t, lang)}>
      {contact !== null && (
        <p className={style.facts}>
          <span>
            <IconClock size={16} stroke={1.75} aria-hidden />
            {devicesText('contact', { ago: agoText(contact, asOf, lang) })}
          </span>
          <MissingScans missing={phone.missing} zone={zone} />
          {unknown !== null && <span>{t('devices.unknown', { time: sinceText(unknown, asOf, lang, zone) })}</span>}
        </p>
      )}
    </DeviceHead>
  )
}
