import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { SearchBox } from '@kartis/ui/components/search-box.tsx'
import { WideOnly } from '@kartis/ui/components/sticky-actions.tsx'
import type { Search } from '@kartis/ui/components/use-search.ts'
import { IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink, IconLink } from '../../shared/links.tsx'
import { NothingFound } from '../../shared/nothing-found.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PersonRows } from '../../shared/person-row.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { usePagedSearch } from '../../shared/use-paged-search.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { InvitationRow } from './invitation-row.tsx'
import style from './invites-list.module.css'
import { useInvited } from './use-invitations.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

/** The event's guest list with redemption states. */
export function InvitesListScreen() {
  const { t } = useTranslation('invitations')
  const uuid = useRouteParam('uuid')
  const { search, page, turnTo } = usePagedSearch()
  const invited = useInvited(uuid, page, search.term, search.scope !== 'too_short')
  const total = search.term === '' && search.scope === 'all' ? invited.data?.total : undefined
  return (
    <Page>
      <PageHead
        eyebrow={total === undefined || total === 0 ? undefined : t('list.total', { count: total })}
        action={
          <>
            <WideOnly>
              <ButtonLink to="/events/$uuid/invites" params={{ uuid }} icon={<IconMail {...ICON} />}>
                {t('list.send')}
              </ButtonLink>
            </WideOnly>
            <span className={style.phoneOnly}>
              <IconLink to="/events/$uuid/invites" params={{ uuid }} label={t('list.send')}>
                <IconMail {...ICON} />
              </IconLink>
            </span>
          </>
        }
      />
      <Stack>
        <SearchBox search={search} label={t('list.search')} />
        {search.scope !== 'too_short' && (
          <WhenLoaded query={invited}>
            {({ invitations, lastPage }) =>
              invitations.length === 0 ? (
                <Nobody uuid={uuid} search={search} />
              ) : (
                <>
                  <PersonRows>
                    {invitations.map((invitation) => (
                      <InvitationRow key={invitation.uuid} eventUuid={uuid} invitation={invitation} />
                    ))}
                  </PersonRows>
                  <Pagination page={page} lastPage={lastPage} onPage={turnTo} />
                </>
              )
            }
          </WhenLoaded>
        )}
      </Stack>
    </Page>
  )
}

function Nobody({ uuid, search }: { readonly uuid: string; readonly search: Search }) {
  const { t } = useTranslation('invitations')
  if (search.scope === 'matches')
    return <NothingFound title={t('list.none')} text={t('list.none_text')} onClear={() => search.setText('')} />
  return (
    <EmptyState
      title={t('list.empty')}
      text={t('list.empty_text')}
      action={
        <ButtonLink to="/events/$uuid/invites" params={{ uuid }}>
          {t('list.send')}
        </ButtonLink>
      }
    />
  )
}
