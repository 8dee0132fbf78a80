import { type EventSeat, listEventSeats } from '@kartis/contract/event-seating.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import style from './hall.module.css'

/** As many as a page of the list has; of more it says how many. */
const MAX_LISTED = 100

interface BlockedCardProps {
  readonly event: string
  /** How many are blocked, by the board. */
  readonly count: number
  readonly onShow: (uuids: readonly string[]) => void
}

/** What is blocked, by its reason, with the way to it on the map; nothing while nothing is. */
export function BlockedCard({ event, count, onShow }: BlockedCardProps) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const blocked = useQuery({
    queryKey: ['event', event, 'blocked', count],
    queryFn: () =>
      api(listEventSeats, {
        params: { uuid: event },
        query: { filter: { standing: 'blocked' }, per_page: MAX_LISTED },
      }),
    enabled: count > 0,
  })
  if (count === 0 || !blocked.data) return null
  const { data, meta } = blocked.data
  const groups = Map.groupBy(data, ({ note }: EventSeat) => note)
  return (
    <Card title={t('block.card')}>
      <ul className={style.reasons}>
        {[...groups].map(([note, seats]) => (
          <li key={note}>
            <button type="button" onClick={() => onShow(seats.map(({ seat_uuid }) => seat_uuid))}>
              <span>{note === '' ? t('block.none') : <UserText>{note}</UserText>}</span>
              <b>{numberText(seats.length, lang)}</b>
            </button>
          </li>
        ))}
      </ul>
      {meta.total > data.length && (
        <Soft small>{t('block.more', { figure: numberText(meta.total - data.length, lang) })}</Soft>
      )}
    </Card>
  )
}
