import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Stepper } from '../../shared/stepper.tsx'
import css from './party-form.module.css'
import type { Picker } from './use-picker.ts'

/** How many come, and how many of them in wheelchairs. */
export const PartyForm = ({ picker }: { readonly picker: Picker }) => {
  const { t } = usePageContext()
  const { people, wheelchairs } = picker.party
  return (
    <form className={`${parts.card} ${css.party}`} onSubmit={(submit) => submit.preventDefault()}>
      <fieldset>
        <legend>{t('sale.seats.people')}</legend>
        <div className={css.people}>
          {Array.from({ length: picker.maxPeople }, (_, index) => index + 1).map((count) => (
            <label key={count}>
              <input
                type="radio"
                name="people"
                value={count}
                checked={count === people}
                onChange={() => picker.setParty({ people: count, wheelchairs })}
              />
              {count}
            </label>
          ))}
        </div>
      </fieldset>
      <div className={css.wheelchairs}>
        <span className={`${parts.line} ${parts.small} ${parts.strong}`}>
          <span className={css.sign}>
            <Icon name="access" />
          </span>
          {t('sale.seats.wheelchairs')}
        </span>
        <Stepper
          value={wheelchairs}
          min={0}
          max={people}
          label={t('sale.seats.wheelchairs')}
          less={t('sale.seats.wheelchairs_less')}
          more={t('sale.seats.wheelchairs_more')}
          onChange={(by) => picker.setParty({ people, wheelchairs: wheelchairs + by })}
        />
      </div>
    </form>
  )
}
