import { commaText, numberText } from '@kartis/i18n/format.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Price } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import css from './price-filter.module.css'
import { otherPrices } from './other-prices.ts'
import { priceOf } from './seat-sale.ts'
import type { Hall } from './use-hall.ts'
import type { Picker } from './use-picker.ts'

const LETTERS = ['a', 'b', 'c', 'd', 'e']

/** The colour of a category; decorative, its name and price stand beside it. */
export const Swatch = ({ category }: { readonly category: number }) => (
  <i className={css.swatch} style={{ background: `var(--seat-${LETTERS[category % LETTERS.length] ?? 'a'})` }} />
)

/** The categories with price and what is left of each; one alone, or all. */
export const PriceFilter = ({ picker, hall }: { readonly picker: Picker; readonly hall: Hall }) => {
  const { t, lang } = usePageContext()
  const { category, setCategory } = picker.filter
  const priced = hall.categories.filter(
    ({ types, index }) => types.length > 0 && hall.sale.map.category.includes(index),
  )
  // With one price there is nothing to filter, but its other ticket types are worth knowing before one chooses.
  const [only] = priced
  if (only && priced.length === 1 && only.types.length > 1)
    return <p className={css.others}>{commaText(otherPrices(only, t, lang), lang)}</p>
  if (priced.length < 2) return null
  const all = priced.reduce((sum, { index }) => sum + (hall.left[index] ?? 0), 0)
  return (
    <div className={css.prices} role="group" aria-label={t('sale.seats.prices')}>
      <button
        type="button"
        className={css.price}
        aria-pressed={category === undefined}
        onClick={() => setCategory(undefined)}
      >
        <b>{t('sale.seats.all')}</b>
        <span>{t('sale.seats.all_prices')}</span>
        <small>{t('sale.seats.left', { count: all, figure: numberText(all, lang) })}</small>
      </button>
      {priced.map((each) => {
        const left = hall.left[each.index] ?? 0
        return (
          <button
            key={each.index}
            type="button"
            className={css.price}
            aria-pressed={each.index === category}
            onClick={() => setCategory(each.index === category ? undefined : each.index)}
          >
            <b>
              <Swatch category={each.index} />
              <Price shekels={priceOf(each)} />
            </b>
            <span>
              <UserText>{each.name}</UserText>
            </span>
            {each.types.length > 1 && <span>{commaText(otherPrices(each, t, lang), lang)}</span>}
            <small>
              {left === 0
                ? t('sale.seats.none_left')
                : t('sale.seats.left', { count: left, figure: numberText(left, lang) })}
            </small>
          </button>
        )
      })}
    </div>
  )
}
