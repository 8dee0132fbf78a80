import { lazy, Suspense } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './hall-card.module.css'
import { HallMap } from './hall-map.tsx'
import type { Hall } from './use-hall.ts'
import type { Picker } from './use-picker.ts'

const HallList = lazy(async () => ({ default: (await import('./hall-list.tsx')).HallList }))

interface Props {
  readonly picker: Picker
  readonly hall: Hall
}

/** The map and the list: two equal ways to the same seats. */
export const HallCard = ({ picker, hall }: Props) => {
  const { t } = usePageContext()
  const { way, setWay, filter, taking } = picker
  const ways = [
    ['map', 'map'],
    ['list', 'rows'],
  ] as const
  return (
    <section className={css.card} aria-label={t('sale.seats.ways')}>
      <div className={css.head}>
        <div className={css.ways} role="group" aria-label={t('sale.seats.ways')}>
          {ways.map(([each, icon]) => (
            <button key={each} type="button" aria-pressed={each === way} onClick={() => setWay(each)}>
              <Icon name={icon} />
              {t(`sale.seats.${each}`)}
            </button>
          ))}
        </div>
        <label className={css.switch}>
          <input
            type="checkbox"
            role="switch"
            aria-checked={filter.accessibleOnly}
            checked={filter.accessibleOnly}
            onChange={({ target }) => filter.setAccessibleOnly(target.checked)}
          />
          <i />
          <span className={css.onPhone}>{t('sale.seats.accessible_short')}</span>
          <span className={css.onDesktop}>{t('sale.seats.accessible_only')}</span>
        </label>
      </div>
      <div className={css.hall}>
        {taking.note && (
          <p className={`${parts.note} ${parts.info} ${css.note}`} data-over={way === 'map' || undefined}>
            <Icon name="info" />
            <span>{taking.note}</span>
          </p>
        )}
        {way === 'map' ? (
          <HallMap picker={picker} hall={hall} />
        ) : (
          <Suspense fallback={<p role="status">{t('sale.site.working')}</p>}>
            <HallList picker={picker} hall={hall} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
