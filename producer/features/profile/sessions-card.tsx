import { endOtherSessions, endSession, listSessions, type UserSession } from '@kartis/contract/sessions.ts'
import { agoText, momentText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { confirm } from '@kartis/ui/components/confirm.ts'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './security.module.css'

const SESSIONS = ['sessions']
const PER_PAGE = 10
const PHONES = new Set(['iPhone', 'iPad', 'Android'])

/** Where the user is signed in; ends one session or all others. */
export function SessionsCard() {
  const { t } = useTranslation('security')
  const queries = useQueryClient()
  const [page, setPage] = useState(1)
  const sessions = useQuery({
    queryKey: [...SESSIONS, page],
    queryFn: () => api(listSessions, { query: { page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
  const ending = useMutation({
    mutationFn: () => api(endOtherSessions),
    onSuccess: () => {
      setPage(1)
      showToast({ state: 'good', text: t('sessions.all_ended') })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  })
  const endOthers = async () => {
    const question = { title: t('sessions.ask'), text: t('sessions.ask_text'), action: t('sessions.others') }
    if (await confirm({ ...question, danger: true })) ending.mutate()
  }
  return (
    <Card title={t('sessions.title')}>
      <Stack>
        <Soft small>{t('sessions.text')}</Soft>
        <WhenLoaded query={sessions}>
          {({ data, meta }) => (
            <>
              <ul className={style.list}>
                {data.map((session) => (
                  <SessionRow key={session.uuid} session={session} />
                ))}
              </ul>
              <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
              {meta.total > 1 ? (
                <Button look="line" busy={ending.isPending} onClick={() => void endOthers()}>
                  {t('sessions.others')}
                </Button>
              ) : (
                <Soft small>{t('sessions.alone')}</Soft>
              )}
            </>
          )}
        </WhenLoaded>
      </Stack>
    </Card>
  )
}

function SessionRow({ session }: { readonly session: UserSession }) {
  const { t } = useTranslation('security')
  const lang = useLang()
  const queries = useQueryClient()
  const [now] = useState(() => new Date())
  const ending = useMutation({
    mutationFn: () => api(endSession, { params: { uuid: session.uuid } }),
    onSuccess: () => showToast({ state: 'good', text: t('sessions.ended') }),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS }),
  })
  const device = [session.browser, session.system].filter(Boolean).join(' · ') || t('sessions.unknown')
  const Icon = PHONES.has(session.system ?? '') ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li>
      <GlyphTile tone={session.is_current ? 'accent' : 'quiet'}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </GlyphTile>
      <div>
        <h3>
          <UserText>{device}</UserText> {session.is_current && <Chip plain>{t('sessions.this')}</Chip>}
        </h3>
        <p>
          <Pieces
            pieces={[
              t('sessions.since', { when: momentText(session.signed_in_at, lang) }),
              !session.is_current && t('sessions.used', { ago: agoText(session.used_at, now, lang) }),
            ]}
          />
        </p>
      </div>
      {!session.is_current && (
        <Button
          look="bare"
          aria-label={t('sessions.end_one', { device })}
          busy={ending.isPending}
          onClick={() => ending.mutate()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
