import { commaText, numberText } from '@kartis/i18n/format.ts'
import { type CompiledMap, isWheelchair } from '@kartis/seat-map/model/compile.ts'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import { Price, priceOrFree } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { factsOf, groupTexts } from '@kartis/seat-map/viewer/group-text.ts'
import { ApartSwitch } from './apart-switch.tsx'
import { focusGroup, onGroupKey } from './group-focus.ts'
import css from './hall-list.module.css'
import { listOf, type RowGroups, type SectionGroups } from './list-groups.ts'
import { priceOfPlaces } from './offers.ts'
import { factLine, placeText } from './place-text.ts'
import { PriceFilter, Swatch } from './price-filter.tsx'
import { priceOf, standingLeft } from './seat-sale.ts'
import { SectionView } from './section-view.tsx'
import { settledBy } from './settled.ts'
import type { Hall } from './use-hall.ts'
import type { Picker } from './use-picker.ts'

interface Props {
  readonly picker: Picker
  readonly hall: Hall
}

/** The list offers single places too where they are chosen one by one; accessible ones stay with their companions. */
const isOneByOne = ({ oneByOne, party }: Picker): boolean => oneByOne && party.wheelchairs === 0

const ONE = { people: 1, wheelchairs: 0 }

const Group = ({ picker, hall, places, row }: Props & { readonly places: readonly number[]; readonly row: number }) => {
  const { t, lang } = usePageContext()
  const { sale, categories } = hall
  const texts = groupTexts(sale.map, places)
  const own = texts.length === 1 && sale.map.row[places[0] ?? 0] === row
  const [first] = texts
  const title =
    own && first
      ? t('sale.seats.seats', { count: first.labels.length, numbers: commaText(first.numbers, lang) })
      : texts.map((text) => placeText(text, t, lang)).join(' · ')
  const facts = factsOf(sale.scene, places).map((fact) => t(`sale.seats.fact.${fact}`))
  const isAccessible = places.some((place) => isWheelchair(sale.map, place))
  const why = isAccessible ? [t('sale.seats.with_wheelchair'), ...facts] : facts
  const { choice, takePlace, takePlaces } = picker.taking
  const [place = -1] = places
  const isOne = isOneByOne(picker)
  const isMine = isOne ? choice.places.includes(place) : choice.places.join() === places.join()
  return (
    <label className={css.group}>
      <input
        type={isOne ? 'checkbox' : 'radio'}
        name="group"
        value={place}
        checked={isMine}
        aria-busy={picker.order.busy}
        onKeyDown={onGroupKey}
        onChange={() => (isOne ? takePlace(place) : takePlaces(places))}
      />
      <span>
        <b>{title}</b>
        {why.length > 0 && <small>{factLine(why.slice(0, 2), lang)}</small>}
      </span>
      <Price shekels={priceOfPlaces(sale, categories, places)} />
    </label>
  )
}

/** Groups of a row that are shown first: the best of them, in the order in which they stand. */
const SHOWN_GROUPS = 3

const bestOf = (map: CompiledMap, groups: RowGroups['groups'], held: readonly number[]): RowGroups['groups'] => {
  const score = (places: readonly number[]): number =>
    places.every((place) => held.includes(place))
      ? -1
      : places.reduce((sum, place) => sum + (map.quality[place] ?? 0), 0)
  const best = new Set(groups.toSorted((a, b) => score(a) - score(b)).slice(0, SHOWN_GROUPS))
  return groups.filter((group) => best.has(group))
}

/** The rest of a list is shown by a button that is gone then: the focus goes to the first of what was added. */
const useRest = <T,>(all: readonly T[], best: readonly T[], selector: string) => {
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const show = (): void => {
    const first = all.findIndex((each) => !best.includes(each))
    flushSync(() => setWhole(true))
    const added = list.current?.querySelectorAll<HTMLElement>(selector)[first]
    const control = added?.querySelector('input') ?? added
    control?.focus({ preventScroll: true })
  }
  return { list, shown: isWhole ? all : best, more: isWhole ? 0 : all.length - best.length, show }
}

const Row = ({ picker, hall, group }: Props & { readonly group: RowGroups }) => {
  const { t } = usePageContext()
  const { map } = hall.sale
  const best = bestOf(map, group.groups, picker.taking.choice.places)
  const { list, shown, more, show } = useRest(group.groups, best, 'input')
  const row = map.rows[group.row]
  const section = map.sections[row?.section ?? 0]
  const name = row?.label ?? ''
  return (
    <fieldset className={css.row}>
      <legend>
        <span>
          {name === '' ? section?.name : t(row?.kind === 'row' ? 'sale.seats.row' : 'sale.seats.table', { row: name })}
        </span>
        <small>{t('sale.seats.groups', { count: group.groups.length })}</small>
      </legend>
      <div ref={list}>
        {shown.map((places) => (
          <Group key={places.join()} picker={picker} hall={hall} places={places} row={group.row} />
        ))}
        {more > 0 && (
          <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={show}>
            {t('sale.seats.more_groups', { count: more })}
          </button>
        )}
      </div>
    </fieldset>
  )
}

/** Rows of a section that are shown first. */
const SHOWN_ROWS = 6

const bestRows = (
  map: CompiledMap,
  rows: readonly RowGroups[],
  held: readonly (number | undefined)[],
): readonly RowGroups[] => {
  const score = ({ row, groups }: RowGroups): number =>
    held.includes(row) ? -1 : Math.min(...groups.flat().map((place) => map.quality[place] ?? 0))
  const best = new Set(rows.toSorted((a, b) => score(a) - score(b)).slice(0, SHOWN_ROWS))
  return rows.filter((row) => best.has(row))
}

const Section = ({
  picker,
  hall,
  group,
  opened,
}: Props & { readonly group: SectionGroups; readonly opened: boolean }) => {
  const { t, lang } = usePageContext()
  const id = useId()
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? opened
  const held = picker.taking.choice.places.map((place) => hall.sale.map.row[place])
  const best = bestRows(hall.sale.map, group.rows, held)
  const { list, shown, more, show } = useRest(group.rows, best, 'fieldset')
  const { sale, categories } = hall
  const isAccessible = group.section === undefined
  const section = sale.map.sections[group.section ?? -1]
  const prices = group.categories.map((index) => priceOf(categories[index] ?? { types: [] }))
  const lowest = priceOrFree(Math.min(...prices), t, lang)
  const price =
    new Set(prices).size > 1 ? t('sale.seats.price_from', { price: lowest }) : t('sale.seats.each', { price: lowest })
  return (
    <section className={css.section}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setChosen(!isOpen)}>
          {isAccessible ? <Icon name="access" /> : <Swatch category={group.categories[0] ?? 0} />}
          <span>
            <b>{isAccessible ? t('sale.seats.accessible') : <UserText>{section?.name}</UserText>}</b>
            <small>{commaText([price, t('sale.seats.groups', { count: group.count })], lang)}</small>
          </span>
          <span className={css.arrow}>
            <Icon name="down" />
          </span>
        </button>
      </h3>
      <div ref={list} id={id} hidden={!isOpen}>
        {isOpen && (
          <>
            {section?.id !== undefined && (
              <div className={css.view}>
                <SectionView hall={hall} section={section.id} />
              </div>
            )}
            {shown.map((row) => (
              <Row key={row.row} picker={picker} hall={hall} group={row} />
            ))}
            {more > 0 && (
              <p className={css.moreRows}>
                <button type="button" className={`${parts.btn} ${parts.neutral} ${parts.compact}`} onClick={show}>
                  {t('sale.seats.more_rows', { count: more })}
                </button>
              </p>
            )}
            {isAccessible && (
              <p className={`${parts.note} ${css.note}`}>
                <Icon name="info" />
                <span>{t('sale.seats.accessible_text')}</span>
              </p>
            )}
          </>
        )}
      </div>
    </section>
  )
}

const Area = ({ picker, hall, index }: Props & { readonly index: number }) => {
  const { t, lang } = usePageContext()
  const area = hall.sale.map.areas[index]
  const category = hall.categories[area?.category ?? -1]
  if (!area || !category || category.types.length === 0) return null
  const { people } = picker.party
  const { choice } = picker.taking
  const left = standingLeft(category)
  return (
    <section className={css.section}>
      <div className={css.area}>
        <Swatch category={category.index} />
        <span>
          <b>
            <UserText>{area.name}</UserText>
          </b>
          <small>{t('sale.seats.area')}</small>
          {left !== undefined && <small>{t('sale.seats.left', { count: left, figure: numberText(left, lang) })}</small>}
        </span>
        <Price shekels={priceOf(category)} />
        <button
          type="button"
          className={`${parts.btn} ${parts.soft} ${parts.compact}`}
          aria-pressed={choice.area?.index === index}
          aria-label={`${t('sale.seats.take')}: ${commaText([area.name, t('sale.seats.places', { count: people })], lang)}`}
          onClick={() => picker.taking.takeArea(index)}
        >
          {t(choice.area?.index === index ? 'sale.seats.yours' : 'sale.seats.take')}
        </button>
      </div>
    </section>
  )
}

/** A group that had the focus may be gone, because somebody took it: the focus goes to the nearest one. */
const useGroupFocus = () => {
  const last = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (last.current?.isConnected === false && document.activeElement === document.body)
      focusGroup(Number(last.current.value))
  })
  return {
    onFocus: ({ target }: { readonly target: EventTarget }) => {
      last.current = target instanceof HTMLInputElement ? target : null
    },
    onBlur: () => {
      last.current = null
    },
  }
}

/** The groups that the party may take, in native controls: section, row, groups; accessible places in a section of their own. */
export const HallList = ({ picker, hall }: Props) => {
  const { t } = usePageContext()
  const { filter, taking } = picker
  const focus = useGroupFocus()
  const isOne = isOneByOne(picker)
  const party = isOne ? ONE : picker.party
  const { map } = hall.sale
  const { wants } = filter
  const { places: mine } = taking.choice
  const { people, wheelchairs } = party
  const { orphans } = picker.view.seatMap.rules
  const sections = useMemo(() => {
    // One by one, a place is open with those that are held beside it.
    const settle = settledBy(hall, { rule: orphans, mine, isOne })
    return listOf(map, hall.board, { people, wheelchairs }, { wants, settle, mine })
  }, [map, hall, people, wheelchairs, wants, orphans, mine, isOne])
  const total = sections.reduce((sum, { count }) => sum + count, 0)
  const [held = -1] = mine
  const heldSection = held >= 0 ? map.rows[map.row[held] ?? 0]?.section : undefined
  const opened = heldSection ?? sections[0]?.section
  return (
    <div className={css.list} role="group" aria-label={t('sale.seats.list_label')} {...focus}>
      <ApartSwitch picker={picker} />
      <PriceFilter picker={picker} hall={hall} />
      <p className={`${parts.small} ${parts.quiet}`} role="status">
        {total > 0
          ? `${t('sale.seats.groups', { count: total })} · ${t('sale.seats.together', { count: party.people })}`
          : t('sale.seats.list_empty')}
      </p>
      {sections.map((group) => (
        <Section
          key={group.section ?? 'accessible'}
          picker={picker}
          hall={hall}
          group={group}
          opened={group.section === opened || sections.length === 1}
        />
      ))}
      {map.areas.map(({ id }, index) => (
        <Area key={id} picker={picker} hall={hall} index={index} />
      ))}
    </div>
  )
}
