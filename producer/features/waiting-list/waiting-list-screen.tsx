import { exportWaitingList, listWaitingList } from '@kartis/contract/waiting-list.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, apiFile } from '../../shared/api.ts'
import { useEventHead } from '../../shared/event-queries.ts'
import { ExportButton } from '../../shared/export-button.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PersonRow, PersonRows } from '../../shared/person-row.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './waiting-list.module.css'

/** People who asked for a notification about an event: free tickets, or the opening of its sale. */
export function WaitingListScreen() {
  const { t } = useTranslation(['invitations', 'orders'])
  const lang = useLang()
  const uuid = useRouteParam('uuid')
  const [page, setPage] = useState(1)
  const { can } = useSession()
  const event = useEventHead(uuid).data
  const list = useQuery({
    queryKey: ['waiting-list', uuid, page],
    queryFn: () => api(listWaitingList, { params: { uuid }, query: { page } }),
    placeholderData: keepPreviousData,
  })
  const total = list.data?.meta.total ?? 0
  return (
    <Page>
      <PageHead eyebrow={[event?.name, total > 0 && t('waiting.total', { count: total })]} />
      <Stack>
        <WhenLoaded query={list}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <EmptyState title={t('waiting.empty')} text={t('waiting.empty_text')} />
            ) : (
              <>
                {can['order.export'] && (
                  <div className={style.tools}>
                    <ExportButton
                      read={() => apiFile(exportWaitingList, { params: { uuid } })}
                      name={t('waiting.file', { name: event?.name ?? '' })}
                    >
                      {t('orders:export')}
                    </ExportButton>
                  </div>
                )}
                <PersonRows>
                  {data.map((entry) => {
                    const phone = nationalPhone(entry.phone)
                    return (
                      <PersonRow
                        key={entry.uuid}
                        name={phone}
                        title={<bdi dir="ltr">{phone}</bdi>}
                        end={<Chip>{t(`waiting.${entry.kind}`)}</Chip>}
                        facts={[
                          entry.kind === 'sold_out' ? t('list.tickets', { count: entry.quantity }) : '',
                          momentShortText(entry.created_at, lang),
                          entry.notified_at === null
                            ? t('waiting.waits')
                            : t('waiting.notified', { when: momentShortText(entry.notified_at, lang) }),
                        ]}
                      />
                    )
                  })}
                </PersonRows>
                <Pagination page={page} lastPage={meta.last_page} onPage={setPage} />
              </>
            )
          }
        </WhenLoaded>
      </Stack>
    </Page>
  )
}
