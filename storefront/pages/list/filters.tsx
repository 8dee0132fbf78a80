import type { ReactNode } from 'react'
import { Icon } from '../../shared/icon.tsx'
import type { IconName } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { hrefOf } from '../../state/list-filter.ts'
import type { ListAsk } from '../../state/list-filter.ts'
import type { ListView } from '../../state/list-state.ts'
import css from './filters.module.css'

/** What a form of one input keeps of the others. */
export const Kept = ({ ask, but }: { readonly ask: ListAsk; readonly but: readonly (keyof ListAsk | 'q')[] }) => {
  const others = { q: ask.search, category: ask.category, city: ask.city, when: ask.when, from: ask.from, to: ask.to }
  return Object.entries(others).map(
    ([name, value]) =>
      value !== '' &&
      !but.includes(name as keyof ListAsk | 'q') && <input key={name} type="hidden" name={name} value={value} />,
  )
}

interface MenuProps {
  readonly icon: IconName
  /** What is chosen; else what may be. */
  readonly text: string
  readonly on: boolean
  readonly children: ReactNode
}

/** A input that folds out, without a script; the browser keeps one of them open at a time. */
const Menu = ({ icon, text, on, children }: MenuProps) => (
  <details className={css.menu} name="wishes">
    <summary className={on ? `${parts.pick} ${parts.on}` : parts.pick}>
      <Icon name={icon} />
      <bdi>{text}</bdi>
      <span className={css.arrow}>
        <Icon name="down" />
      </span>
    </summary>
    <div className={css.sheet}>{children}</div>
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
      <bdi>{text}</bdi>
      {aside && <span className={`${parts.small} ${parts.quiet}`}>{aside}</span>}
      {here && <Icon name="check" />}
    </a>
  </li>
)

const Days = ({ list }: { readonly list: ListView }) => {
  const { say } = usePage()
  const { ask, today } = list
  const day = (name: 'from' | 'to') => (
    <label className={css.day}>
      <span>{say(`sale.list.days_${name}`)}</span>
      <input type="date" name={name} defaultValue={ask[name]} min={today} />
    </label>
  )
  return (
    <form className={css.days} action="/order" method="get">
      <Kept ask={ask} but={['when', 'from', 'to']} />
      {day('from')}
      {day('to')}
      <button className={`${parts.btn} ${parts.soft} ${css.show}`} type="submit">
        {say('sale.list.show_days')}
      </button>
    </form>
  )
}

const When = ({ list }: { readonly list: ListView }) => {
  const { say } = usePage()
  const { ask, outings, days } = list
  const any = ask.when === '' && days === ''
  const chosen = ask.when === '' ? days : say(`sale.list.when.${ask.when}`)
  const go = (when: ListAsk['when']) => hrefOf(ask, { when, from: '', to: '' })
  return (
    <Menu icon="calendar" text={chosen || say('sale.list.when.any')} on={!any}>
      <ul>
        <Choice href={go('')} here={any} text={say('sale.list.when.any')} />
        {outings.map(
          (datePreset) =>
            datePreset.when !== '' && (
              <Choice
                key={datePreset.when}
                href={go(datePreset.when)}
                here={ask.when === datePreset.when}
                text={say(`sale.list.when.${datePreset.when}`)}
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
  const { say } = usePage()
  const { ask, cities } = list
  return (
    <Menu icon="pin" text={ask.city || say('sale.list.any_city')} on={ask.city !== ''}>
      <ul>
        <Choice href={hrefOf(ask, { city: '' })} here={ask.city === ''} text={say('sale.list.any_city')} />
        {cities.map((city) => (
          <Choice key={city} href={hrefOf(ask, { city })} here={ask.city === city} text={city} />
        ))}
      </ul>
    </Menu>
  )
}

/** When and where: each folds out under its own button. */
export const Filters = ({ list }: { readonly list: ListView }) => {
  const { say } = usePage()
  return (
    <div className={css.filters} role="group" aria-label={say('sale.list.filters')}>
      <When list={list} />
      {list.cities.length > 0 && <Where list={list} />}
    </div>
  )
}
