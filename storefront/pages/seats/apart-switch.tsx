import { usePageContext } from '../../shared/page-context.tsx'
import css from './hall-card.module.css'
import type { Picker } from './use-picker.ts'

/** Seats of a party one by one instead of side by side, on the map and in the list. */
export const ApartSwitch = ({ picker }: { readonly picker: Picker }) => {
  const { t } = usePageContext()
  if (picker.party.people < 2) return null
  return (
    <label className={css.separately}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={picker.oneByOne}
        checked={picker.oneByOne}
        onChange={({ target }) => picker.setOneByOne(target.checked)}
      />
      <i />
      <span>{t('sale.seats.separately')}</span>
    </label>
  )
}
