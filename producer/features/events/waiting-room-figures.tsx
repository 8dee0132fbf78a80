import type { WaitingRoom } from '@kartis/contract/waiting-room.ts'
import { momentLongText, numberText } from '@kartis/i18n/format.ts'
import { Note } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import style from './waiting-room-card.module.css'

/** The waiting room's four figures and the expected wait. */
export function WaitingRoomFigures({ room, zone }: { readonly room: WaitingRoom; readonly zone: string }) {
  const { t } = useTranslation('waiting-room')
  const lang = useLang()
  const { figures } = room
  const number = (value: number) => numberText(value, lang)
  const shown = [
    ['waiting', figures.waiting],
    ['choosing', figures.choosing + figures.called],
    ['buying', figures.buying],
    ['admitted', figures.admitted_per_minute],
  ] as const
  const opens = room.opens_at !== null && room.state !== 'open'
  return (
    <Stack>
      {opens && <Note>{t('facts.opens', { when: momentLongText(room.opens_at ?? '', lang, zone) })}</Note>}
      {room.state !== 'early' && (
        <dl className={style.figures} aria-label={t('figures.title')}>
          {shown.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`figures.${name}`)}</dt>
              <dd>{number(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {room.state === 'open' && (
        <ul className={style.facts}>
          <li>
            {figures.wait
              ? t('facts.wait', { from: number(figures.wait.from_minutes), to: number(figures.wait.to_minutes) })
              : t('facts.no_wait')}
          </li>
          <li>{t('facts.left', { left: number(figures.left), held: number(figures.held) })}</li>
          <li>{t('facts.joined', { number: number(figures.joined) })}</li>
          <li>{t('facts.arrivals', { number: numberText(figures.arrivals_per_second, lang, 1) })}</li>
        </ul>
      )}
    </Stack>
  )
}
