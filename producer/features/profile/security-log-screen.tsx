import { listSecurityLog, type SecurityLogEntry } from '@kartis/contract/security-log.ts'
import { ROLES, type Role } from '@kartis/domain/permissions.ts'
import { SECURITY_KINDS, type SecurityKind } from '@kartis/domain/security-log.ts'
import { momentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Page, Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import {
  IconBuildingBank,
  IconCreditCard,
  IconDeviceDesktop,
  IconDeviceTablet,
  IconDownload,
  IconFingerprint,
  IconLock,
  IconLogin2,
  IconReceiptRefund,
  IconUsers,
  IconDeviceMobile,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './security.module.css'

const PER_PAGE = 25
/** Characters of a network's hash: enough to tell the networks of one account apart. */
const SHOWN = 6
const ICONS: Record<SecurityKind, typeof IconLock> = {
  sign_in: IconLogin2,
  session: IconDeviceDesktop,
  passkey: IconFingerprint,
  access: IconLock,
  export: IconDownload,
  refund: IconReceiptRefund,
  bank: IconBuildingBank,
  team: IconUsers,
  terminal: IconDeviceTablet,
  payment_terminal: IconCreditCard,
  gate_device: IconDeviceMobile,
}

type Result = 'all' | 'refused'

/** The security log of the account, for its owners. */
export function SecurityLogScreen() {
  const { t } = useTranslation('security')
  const { account } = useSession()
  const [kind, setKind] = useState<SecurityKind | 'all'>('all')
  const [result, setResult] = useState<Result>('all')
  const [page, setPage] = useState(1)
  const filter = { ...(kind !== 'all' && { kind }), ...(result === 'refused' && { result }) }
  const log = useQuery({
    queryKey: ['security-log', account?.uuid, kind, result, page],
    queryFn: () => api(listSecurityLog, { query: { page, per_page: PER_PAGE, filter } }),
    placeholderData: keepPreviousData,
  })
  const kinds = SECURITY_KINDS.map((value) => ({ value, label: t(`log.kinds.${value}`) }))
  return (
    <Page narrow>
      <PageHead eyebrow={account?.name} />
      <Stack gap="wide">
        <div className={style.filters}>
          <SelectField
            label={t('log.kind')}
            placeholder={t('log.all')}
            options={[{ value: 'all', label: t('log.all') }, ...kinds]}
            value={kind}
            onChange={({ target }) => {
              setKind(target.value as SecurityKind | 'all')
              setPage(1)
            }}
          />
          <ChoicePills<Result>
            label={t('log.result')}
            quietLabel
            choices={[
              { value: 'all', label: t('log.result_all') },
              { value: 'refused', label: t('log.refused') },
            ]}
            value={result}
            onChange={(next) => {
              setResult(next)
              setPage(1)
            }}
          />
        </div>
        <Card>
          <WhenLoaded query={log}>
            {({ data, meta }) =>
              meta.total === 0 ? (
                <Soft>{t('log.empty')}</Soft>
              ) : (
                <Stack>
                  <ul className={style.list}>
                    {data.map((entry) => (
                      <Entry key={entry.uuid} entry={entry} />
                    ))}
                  </ul>
                  <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
                </Stack>
              )
            }
          </WhenLoaded>
        </Card>
        <Soft small>{t('log.kept')}</Soft>
      </Stack>
    </Page>
  )
}

function Entry({ entry }: { readonly entry: SecurityLogEntry }) {
  const { t } = useTranslation('security')
  const lang = useLang()
  const [kind] = entry.act.split('.') as [SecurityKind]
  const Icon = ICONS[kind]
  const details = useDetails(entry)
  return (
    <li>
      <GlyphTile tone={entry.result === 'refused' ? 'bad' : 'accent'}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div>
        <h3>{t(`log.act.${entry.act}`)}</h3>
        {details.length > 0 && (
          <p>
            <Pieces pieces={details} />
          </p>
        )}
        <p>
          <Pieces
            pieces={[
              entry.by?.name ?? t('log.somebody'),
              <time key="at" dateTime={entry.at}>
                {momentText(entry.at, lang)}
              </time>,
              entry.address !== null && t('log.network', { address: `⁦${entry.address.slice(0, SHOWN)}⁩` }),
            ]}
          />
        </p>
      </div>
    </li>
  )
}

const isRole = (value: unknown): value is Role => ROLES.some((role) => role === value)

/** Whom or what an entry concerns. */
const useDetails = ({ act, target, target_name: name, by, detail }: SecurityLogEntry): ReactNode[] => {
  const { t } = useTranslation(['security', 'states'])
  const { role, before, number, amount, sessions } = detail
  const roleText = (value: Role) => t(`states:role.${value}`)
  return [
    act.startsWith('team.') && name !== by?.name && name,
    isRole(role) &&
      (isRole(before) && before !== role
        ? t('security:log.role_change', { role: roleText(role), before: roleText(before) })
        : t('security:log.role', { role: roleText(role) })),
    typeof number === 'string' && t('security:log.order', { number }),
    typeof amount === 'number' && <Money key="amount" shekels={amount / 100} />,
    typeof sessions === 'number' && t('security:log.count', { count: sessions }),
    (act === 'access.denied' || act === 'export.exported') && (
      <code key="endpoint" dir="ltr">
        {target}
      </code>
    ),
  ].filter(Boolean)
}
