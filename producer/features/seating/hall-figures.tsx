import { wholePercent } from '@kartis/domain/revenue.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { MarkIcon } from '@kartis/seat-map/viewer/mark-icon.tsx'
import { useTranslation } from 'react-i18next'
import { SeatSwatch } from '../../shared/seat-swatch.tsx'
import { accessibleOf, countsOf, sectionsOf } from '../../shared/hall/hall-state.ts'
import type { LiveHall } from '../../shared/hall/use-hall.ts'
import style from './hall.module.css'

const COUNTS = ['sold', 'free', 'held', 'allotted', 'blocked'] as const

/** Five figures with the marks of the map. */
export function Counts({ standings }: Pick<LiveHall, 'standings'>) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const counts = countsOf(standings)
  const forSale = counts.sold + counts.free + counts.held + counts.allotted
  return (
    <dl className={style.counts}>
      {COUNTS.map((name) => (
        <div key={name}>
          <dt>
            <MarkIcon look={name === 'free' ? 'open' : name} size={18} />
            {t(`now.counts.${name}`)}
          </dt>
          <dd>{numberText(counts[name], lang)}</dd>
          <dd className={style.under}>
            {name === 'sold' ? t('now.share', { percent: wholePercent(counts.sold, forSale) }) : t(`now.under.${name}`)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Which colour is which category, and how many of its seats are free; standing areas have their names on them. */
export function CategoryLegend({ map, scene, standings }: Pick<LiveHall, 'map' | 'scene' | 'standings'>) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const counts = map.categories.map(() => ({ seats: 0, free: 0 }))
  standings.forEach((standing, place) => {
    const count = counts[map.category[place] ?? 0]
    if (!count) return
    count.seats++
    if (standing === 'free') count.free++
  })
  return (
    <ul className={style.legend}>
      {scene.document.categories.map(({ id, name }) => {
        const position = map.categories.indexOf(id)
        const { seats, free } = counts[position] ?? { seats: 0, free: 0 }
        return (
          seats > 0 && (
            <li key={id}>
              <SeatSwatch position={position} />
              <UserText>{name}</UserText>
              <span>{t('now.free_count', { figure: numberText(free, lang) })}</span>
            </li>
          )
        )
      })}
    </ul>
  )
}

/** What is sold of each section. */
export function SectionsCard({ map, standings }: Pick<LiveHall, 'map' | 'standings'>) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  return (
    <Card title={t('now.by_section')}>
      <ul className={style.sections}>
        {sectionsOf(map, standings).map(({ id, name, sold, total }) => (
          <li key={id}>
            <span>
              <b>
                <UserText>{name}</UserText>
              </b>
              <span>{t('now.of', { sold: numberText(sold, lang), total: numberText(total, lang) })}</span>
            </span>
            <Meter value={sold} of={total} label={t('now.sold_in', { name })} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Places for wheelchairs and companions that are free; nothing in a hall without any. */
export function AccessibleCard({ map, standings }: Pick<LiveHall, 'map' | 'standings'>) {
  const { t } = useTranslation('seating')
  const counts = accessibleOf(map, standings)
  if (counts.wheelchair.total + counts.companion.total === 0) return null
  return (
    <Card title={t('now.accessible')}>
      <ul className={style.sections}>
        {(['wheelchair', 'companion'] as const).map((flag) => (
          <li key={flag}>
            <span>
              <b className={style.marked}>
                <MarkIcon look="free" flag={flag} />
                {t(`now.${flag}`)}
              </b>
              <span>{t('now.free_of', { free: counts[flag].free, total: counts[flag].total })}</span>
            </span>
          </li>
        ))}
      </ul>
      <Soft small>{t('now.accessible_note')}</Soft>
    </Card>
  )
}
