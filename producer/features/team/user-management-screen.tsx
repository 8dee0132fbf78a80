import type { Member } from '@kartis/contract/accounts.ts'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { MemberRow } from './member-row.tsx'
import style from './team.module.css'
import { useTeam } from './use-team.ts'

/** Members and pending invitations of the account, with their roles. */
export function UserManagementScreen() {
  const { account, can } = useSession()
  const [page, setPage] = useState(1)
  const manages = can['team.list'] === true
  const team = useTeam(page, manages)
  if (!manages) return <LeaveTeam />
  return (
    <Page narrow>
      <PageHead eyebrow={account?.name} action={<AddUser wide />} />
      <WhenLoaded query={team}>
        {({ data, meta }) => (
          <>
            <Team members={data} isOnlyMember={meta.total === 1} />
            <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
          </>
        )}
      </WhenLoaded>
      <StickyActions phoneOnly>
        <AddUser />
      </StickyActions>
    </Page>
  )
}

function AddUser({ wide = false }: { readonly wide?: boolean }) {
  const { t } = useTranslation('team')
  return (
    <ButtonLink
      to="/add-user"
      className={wide ? style.wideOnly : undefined}
      icon={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
    >
      {t('add')}
    </ButtonLink>
  )
}

function Team({ members, isOnlyMember }: { readonly members: readonly Member[]; readonly isOnlyMember: boolean }) {
  const { t } = useTranslation('team')
  const groups = (['active', 'pending'] as const).map((status) => ({
    status,
    rows: members.filter((member) => member.status === status),
  }))
  return (
    <Stack gap="wide">
      {isOnlyMember && <Note>{t('alone')}</Note>}
      {groups.map(
        ({ status, rows }) =>
          rows.length > 0 && (
            <Card key={status} title={t(status)}>
              <ul className={style.members}>
                {rows.map((member) => (
                  <MemberRow key={member.uuid} member={member} />
                ))}
              </ul>
            </Card>
          ),
      )}
    </Stack>
  )
}
