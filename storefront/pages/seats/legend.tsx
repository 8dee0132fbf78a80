import { flagBits } from '@kartis/seat-map/model/compile.ts'
import type { Flag } from '@kartis/seat-map/model/flags.ts'
import type { Look } from '@kartis/seat-map/viewer/looks.ts'
import { MarkIcon } from '@kartis/seat-map/viewer/mark-icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './legend.module.css'
import type { Hall } from './use-hall.ts'

const STATES = ['free', 'taken', 'mine', 'offered'] as const satisfies readonly Look[]
const SPECIAL = ['wheelchair', 'companion', 'restricted'] as const satisfies readonly Flag[]

/** The marks of the map with their meaning; those of special places only where the hall has any. */
export const Legend = ({ hall, isFiltered }: { readonly hall: Hall; readonly isFiltered: boolean }) => {
  const { t } = usePageContext()
  const { flags, category } = hall.sale.map
  const special = SPECIAL.flatMap((flag) => {
    const bit = flagBits([flag])
    const place = flags.findIndex((bits) => (bits & bit) !== 0)
    return place < 0 ? [] : [{ flag, category: category[place] ?? 0 }]
  })
  return (
    <div className={parts.stack}>
      <ul className={`${css.legend} ${parts.quiet}`} aria-label={t('sale.seats.legend')}>
        {[...STATES, ...(isFiltered ? (['filtered'] as const) : [])].map((look) => (
          <li key={look}>
            <MarkIcon look={look} />
            {t(`sale.seats.mark.${look}`)}
          </li>
        ))}
        {special.map((each) => (
          <li key={each.flag}>
            <MarkIcon look="free" {...each} />
            {t(`sale.seats.mark.${each.flag}`)}
          </li>
        ))}
      </ul>
      <p className={`${parts.small} ${parts.quiet}`}>{t('sale.seats.may_return')}</p>
    </div>
  )
}
