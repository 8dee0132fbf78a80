import { listDataRights } from '@kartis/contract/data-rights.ts'
import { momentText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconDownload, IconEraser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './data-rights.module.css'
import { RIGHTS_LOG } from './rights-log.ts'

const PER_PAGE = 10
const ICONS = { export: IconDownload, erase: IconEraser } as const

/** The log of exports and erasures, newest first; it never names the data subject. */
export function DataRightsLog() {
  const { t } = useTranslation('profile')
  const lang = useLang()
  const [page, setPage] = useState(1)
  const log = useQuery({
    queryKey: [...RIGHTS_LOG, page],
    queryFn: () => api(listDataRights, { query: { page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card title={t('rights.log.title')}>
      <Stack>
        <WhenLoaded query={log}>
          {({ data, meta }) =>
            meta.total === 0 ? (
              <Soft>{t('rights.log.empty')}</Soft>
            ) : (
              <>
                <ul className={style.log}>
                  {data.map((entry) => {
                    const Icon = ICONS[entry.kind]
                    return (
                      <li key={entry.uuid}>
                        <GlyphTile tone={entry.kind === 'erase' ? 'bad' : 'accent'}>
                          <Icon size={20} stroke={1.75} aria-hidden />
                        </GlyphTile>
                        <div>
                          <h3>{t(`rights.log.${entry.kind}`)}</h3>
                          <p>
                            <Pieces
                              pieces={[
                                entry.by ?? t('rights.log.nobody'),
                                <time key="at" dateTime={entry.at}>
                                  {momentText(entry.at, lang)}
                                </time>,
                                t('rights.log.orders', { count: entry.counts.orders }),
                              ]}
                            />
                          </p>
                        </div>
                      </li>
                    )
                  })}
                </ul>
                <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
              </>
            )
          }
        </WhenLoaded>
      </Stack>
    </Card>
  )
}
