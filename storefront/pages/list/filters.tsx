import type { ReactNode } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import type { IconName } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { hrefOf } from '../../state/list-filter.ts'
import type { ListQuery } from '../../state/list-filter.ts'
import type { ListView } from '../../state/list-state.ts'
import css from './filters.module.css'

/** The other parts of the query as hidden inputs of a form. */
export const HiddenInputs = ({
  query,
  but,
}: {
  readonly query: ListQuery
  readonly but: readonly (keyof ListQuery | 'q')[]
}) => {
  const others = {
    q: query.search,
    category: query.category,
    city: query.city,
    when: query.when,
    from: query.from,
    to: query.to,
  }
  return Object.entries(others).map(
    ([name, value]) =>
      value !== '' &&
      !but.includes(name as keyof ListQuery | 'q') && <input key={name} type="hidden" name={name} value={value} />,
  )
}

interface MenuProps {
  readonly icon: IconName
  /** The choice, or the name of the filter. */
  readonly text: string
  readonly on: boolean
  readonly children: ReactNode
}

/** A filter that opens without a script; the browser keeps one of them open at a time. */
const Menu = ({ icon, text, on, children }: MenuProps) => (
  <details className={css.menu} name="filters">
    <summary className={on ? `${parts.pick} ${parts.on}` : parts.pick}>
      <Icon name={icon} />
      <UserText>{text}</UserText>
      <span className={css.arrow}>
        <Icon name="down" />
      </span>
    </summary>
    <div className={css.panel}>{children}</div>
  </details>
)

interface ChoiceProps {
  readonly href: string
  readonly here: boolean
  readonly text: string
  readonly aside?: string
}

const Choice = ({ href, here, text, aside }: ChoiceProps) => (
  <li>
    <a className={css.choice} href={href} aria-current={here ? 'true' : undefined}>
      <UserText>{text}</UserText>
      {aside && <span className={`${parts.small} ${parts.quiet}`}>{aside}</span>}
      {here && <Icon name="check" />}
    </a>
  </li>
)

const Days = ({ list }: { readonly list: ListView }) => {
  const { t } = usePageContext()
  const { query, today } = list
  const day = (name: 'from' | 'to') => (
    <label className={css.day}>
      <span>{t(`sale.list.days_${name}`)}</span>
      <input type="date" name={name} defaultValue={query[name]} min={today} />
    </label>
  )
  return (
    <form className={css.days} action="/order" method="get">
      <HiddenInputs query={query} but={['when', 'from', 'to']} />
      {day('from')}
      {day('to')}
      <button className={`${parts.btn} ${parts.soft} ${css.show}`} type="submit">
        {t('sale.list.show_days')}
      </button>
    </form>
  )
}

const When = ({ list }: { readonly list: ListView }) => {
  const { t } = usePageContext()
  const { query, datePresets, days } = list
  const any = query.when === '' && days === ''
  const chosen = query.when === '' ? days : t(`sale.list.when.${query.when}`)
  const go = (when: ListQuery['when']) => hrefOf(query, { when, from: '', to: '' })
  return (
    <Menu icon="calendar" text={chosen || t('sale.list.when.any')} on={!any}>
      <ul>
        <Choice href={go('')} here={any} text={t('sale.list.when.any')} />
        {datePresets.map(
          (datePreset) =>
            datePreset.when !== '' && (
              <Choice
                key={datePreset.when}
                href={go(datePreset.when)}
                here={query.when === datePreset.when}
                text={t(`sale.list.when.${datePreset.when}`)}
                aside={datePreset.days}
              />
            ),
        )}
      </ul>
      <Days list={list} />
    </Menu>
  )
}

const Where = ({ list }: { readonly list: ListView }) => {
  const { t } = usePageContext()
  const { query, cities } = list
  const chosen = cities.find(({ city }) => city === query.city)?.name
  return (
    <Menu icon="pin" text={chosen ?? t('sale.list.any_city')} on={query.city !== ''}>
      <ul>
        <Choice href={hrefOf(query, { city: '' })} here={query.city === ''} text={t('sale.list.any_city')} />
        {cities.map(({ city, name }) => (
          <Choice key={city} href={hrefOf(query, { city })} here={query.city === city} text={name} />
        ))}
      </ul>
    </Menu>
  )
}

/** When and where: each opens under its own button. */
export const Filters = ({ list }: { readonly list: ListView }) => {
  const { t } = usePageContext()
  return (
    <div className={css.filters} role="group" aria-label={t('sale.list.filters')}>
      <When list={list} />
      {list.cities.length > 0 && <Where list={list} />}
    </div>
  )
}
