import { agoText, numberText } from '@kartis/i18n/format.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { GlyphTile } from '@kartis/ui/components/glyph-tile.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconClock, IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { gateBoardQuery } from '../../shared/gate-board-query.ts'
import { PathLink } from '../../shared/links.tsx'
import { sinceText } from '../../shared/since-text.ts'
import style from './gate.module.css'

const REFRESH_MS = 10_000

/** Phones that scan with an account of the team: they are on the board, and their permission is that of the member. */
export function TeamPhones({ event }: { readonly event: string }) {
  const { t } = useTranslation(['gate-devices', 'gate-board'])
  const lang = useLang()
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
          {phones.map(({ name, gate, scans, contact_at: contact, unknown_since: unknown }) => (
            <li key={`${name} ${gate ?? ''} ${contact ?? ''}`}>
              <GlyphTile tone="quiet">
                <IconUserCheck size={20} stroke={1.75} aria-hidden />
              </GlyphTile>
              <div>
                <h3>
                  <UserText>{name}</UserText>
                </h3>
                <p>
                  <Pieces
                    pieces={[
                      gate !== null && <UserText key="gate">{gate}</UserText>,
                      t('gate-board:devices.scans', { count: scans, total: numberText(scans, lang) }),
                    ]}
                  />
                </p>
                {contact !== null && (
                  <p className={style.facts}>
                    <span>
                      <IconClock size={16} stroke={1.75} aria-hidden />
                      {t('gate-devices:contact', { ago: agoText(contact, asOf, lang) })}
                    </span>
                    {unknown !== null && (
                      <span>
                        {t('gate-board:devices.unknown', { time: sinceText(unknown, asOf, lang, shown.timezone) })}
                      </span>
                    )}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  )
}
