import { type Camera, toScreen, visibleBox } from '@kartis/seat-map/viewer/camera.ts'
import { HallCanvas } from '@kartis/seat-map/viewer/hall-canvas.tsx'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import type { Hit } from '@kartis/seat-map/viewer/hits.ts'
import { scaleForSpacing, CLOSE_UP_PX } from '@kartis/seat-map/viewer/levels.ts'
import { boxOfPlaces, pointOf, unite } from '@kartis/seat-map/viewer/scene.ts'
import { sectionInSight } from '@kartis/seat-map/viewer/section-in-sight.ts'
import { turnOf } from '@kartis/seat-map/viewer/turn.ts'
import { namesOfSymbols } from '@kartis/seat-map/viewer/draw-symbols.ts'
import { commaText } from '@kartis/i18n/format.ts'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { priceOrFree } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { ApartSwitch } from './apart-switch.tsx'
import { CornerMap } from './corner-map.tsx'
import { oneMore } from './one-by-one.ts'
import { groupAt } from '@kartis/seat-map/model/group-at.ts'
import css from './hall-map.module.css'
import { Legend } from './legend.tsx'
import { looksOf, sectionTextsOf } from './looks-of.ts'
import { outOfSight } from './out-of-sight.ts'
import { PlaceBubble, usePlaceTexts } from './place-bubble.tsx'
import { PriceFilter } from './price-filter.tsx'
import { leftToStand, priceOf } from './seat-sale.ts'
import { SectionView } from './section-view.tsx'
import { useMapKeys } from './use-map-keys.ts'
import type { Hall } from './use-hall.ts'
import type { Picker, SeatFilter } from './use-picker.ts'

interface Props {
  readonly picker: Picker
  readonly hall: Hall
}

const WIDE = '(min-width: 64rem)'
const isWide = (): boolean => matchMedia(WIDE).matches
const onWidth = (changed: () => void): (() => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** How the hall looks to this buyer: the own places, what is offered or would be taken, what the filters leave. */
const useHallState = ({ picker, hall }: Props, over: number) => {
  const { t, lang } = usePageContext()
  const { sale, board, categories } = hall
  const { filter, offers, taking, party, oneByOne } = picker
  const { choice, proposal } = taking
  const preview = useMemo(() => {
    if (over < 0) return undefined
    if (oneByOne)
      return oneMore(sale.map, board, { place: over, mine: choice.places, party }).kind === 'group' ? [over] : undefined
    const group = groupAt(sale.map, board, over, party)
    return group.kind === 'group' ? group.places : undefined
  }, [sale, board, over, party, oneByOne, choice])
  const looks = useMemo(
    () =>
      looksOf(sale.map, board, {
        mine: choice.places,
        // Of another price, a suggestion is as grey as the places around it.
        offered:
          preview ?? proposal?.offer ?? offers.flatMap(({ places }) => (places.some(filter.wants) ? [...places] : [])),
        lost: proposal?.lost ?? [],
        wants: filter.wants,
      }),
    [sale, board, choice, preview, proposal, offers, filter.wants],
  )
  const sectionTexts = useMemo(
    () =>
      sectionTextsOf(sale.map, board, {
        line: (category) => {
          const found = categories[category]
          return found && found.types.length > 0 ? priceOrFree(priceOf(found), t, lang) : ''
        },
        leftOf: (category) => leftToStand(categories[category]),
      }),
    [sale, board, categories, t, lang],
  )
  return { state: useMemo(() => ({ looks, sectionTexts, cursor: over }), [looks, sectionTexts, over]), preview }
}

const Zoom = ({ view }: { readonly view: HallView | null }) => {
  const { t } = usePageContext()
  return (
    <div className={css.zoom} role="group" aria-label={t('sale.seats.zoom')}>
      <button type="button" aria-label={t('sale.seats.zoom_in')} onClick={() => view?.zoomBy(1.6)}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label={t('sale.seats.zoom_out')} onClick={() => view?.zoomBy(1 / 1.6)}>
        <Icon name="minus" />
      </button>
      <button type="button" aria-label={t('sale.seats.zoom_all')} onClick={() => view?.showAll()}>
        <Icon name="whole" />
      </button>
    </div>
  )
}

const Floors = ({ hall, view }: { readonly hall: Hall; readonly view: HallView | null }) => {
  const { t } = usePageContext()
  const { document, sections } = hall.sale.scene
  const [chosen, setChosen] = useState<string>()
  if (document.floors.length < 2) return null
  const show = (floor: string | undefined): void => {
    setChosen(floor)
    const box = unite(sections.filter(({ section }) => section.floor === floor).map(({ box }) => box))
    if (box) view?.showBox(box)
    else view?.showAll()
  }
  return (
    <div className={css.floors} role="group" aria-label={t('sale.seats.floors')}>
      {[undefined, ...document.floors.map(({ id }) => id)].map((floor) => (
        <button key={floor ?? 'all'} type="button" aria-pressed={floor === chosen} onClick={() => show(floor)}>
          {document.floors.find(({ id }) => id === floor)?.name ?? t('sale.seats.zoom_all')}
        </button>
      ))}
    </div>
  )
}

/** The hall moves to what was taken where that is out of sight: an offer or the list may be far from what the map shows. */
const useInSight = (hall: Hall, view: HallView | null, places: readonly number[]): void => {
  const show = useEffectEvent((taken: string) => {
    const box = taken === '' ? undefined : boxOfPlaces(hall.sale.scene, places, 0)
    if (!view || !box) return
    const middle: Point = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
    const [left, top, right, bottom] = visibleBox(view.camera(), view.size())
    const isSeen = middle[0] > left && middle[0] < right && middle[1] > top && middle[1] < bottom
    if (!isSeen) view.closeUp(middle)
  })
  const key = places.join()
  useEffect(() => show(key), [key])
}

/** The hall moves to the free places of a price that is filtered where none of them is well in sight: to all of them. */
const usePriceInSight = ({ sale, board }: Hall, view: HallView | null, { category, wants }: SeatFilter): void => {
  const show = useEffectEvent((shown: HallView) => {
    const box = outOfSight(sale.scene, board, wants, { camera: shown.camera(), size: shown.size() })
    if (box) shown.showBox(box)
  })
  useEffect(() => {
    if (view && category !== undefined) show(view)
  }, [category, view])
}

/** Milliseconds for which a place says why it was not taken. */
const TAPPED_MS = 5000

/** The place that was tapped last and is not taken by it. */
const useTapped = () => {
  const [place, setPlace] = useState(-1)
  useEffect(() => {
    if (place < 0) return undefined
    const timer = setTimeout(() => setPlace(-1), TAPPED_MS)
    return () => clearTimeout(timer)
  }, [place])
  return { place, show: setPlace }
}

/** The hall as a drawing: fingers and mouse take a group, the keyboard walks from place to place. */
export const HallMap = ({ picker, hall }: Props) => {
  const { t, lang } = usePageContext()
  const { sale } = hall
  const { taking, offers, filter } = picker
  const signs = commaText(namesOfSymbols(sale.scene.document), lang)
  const [view, setView] = useState<HallView | null>(null)
  const [camera, setCamera] = useState<Camera>()
  const [hover, setHover] = useState(-1)
  const [isFocused, setFocused] = useState(false)
  const first = taking.choice.places[0] ?? offers[0]?.places[0]
  const keys = useMapKeys(sale.scene, view, { first, onTake: taking.takePlace })
  const tapped = useTapped()
  const over = hover >= 0 ? hover : isFocused ? keys.cursor : tapped.place
  const { state, preview } = useHallState({ picker, hall }, over)
  const [start] = useState((): 'all' | { readonly closeUp: Point } => {
    const [left, , right] = sale.scene.bounds
    const isSmall = sale.map.size === 0 || (right - left) * scaleForSpacing(sale.scene, CLOSE_UP_PX) < 360
    return isWide() || isSmall || sale.map.size > 8000 ? 'all' : { closeUp: pointOf(sale.map, first ?? 0) }
  })
  const wide = useSyncExternalStore(onWidth, isWide)
  const turn = turnOf(sale.scene, wide)
  const about = usePlaceTexts({ hall, choice: taking.choice }, over, preview)
  // Under a finger the bubble says why nothing was taken.
  const texts = about && over === tapped.place && taking.note ? { ...about, text: taking.note } : about
  const tap = ({ place, section, at }: Hit): void => {
    const area = sale.map.areas.findIndex((each) => each.section === section)
    if (place >= 0) {
      keys.setCursor(place)
      tapped.show(taking.takePlace(place) ? -1 : place)
    } else if (area >= 0) taking.takeArea(area)
    else if (section >= 0) view?.closeUp(at)
  }
  useInSight(hall, view, taking.choice.places)
  usePriceInSight(hall, view, filter)
  const seen = camera && sectionInSight(sale.scene, camera)
  const point = over >= 0 && view ? toScreen(view.camera(), view.size(), pointOf(sale.map, over)) : undefined
  return (
    <>
      <div className={css.body}>
        <HallCanvas
          scene={sale.scene}
          state={state}
          start={start}
          turn={turn}
          className={css.hall}
          onView={setView}
          onCamera={setCamera}
          onTap={tap}
          onHover={(hit) => setHover(hit?.place ?? -1)}
          onKeyDown={keys.onKeyDown}
          onFocus={({ target }) => {
            if (!target.matches(':focus-visible')) return
            setFocused(true)
            keys.onFocus()
          }}
          onBlur={() => setFocused(false)}
          role="application"
          tabIndex={0}
          aria-label={t('sale.seats.map_label')}
          aria-describedby={signs === '' ? undefined : 'signs'}
        />
        {signs !== '' && (
          <p id="signs" className={parts.unseen}>
            {t('sale.seats.signs', { names: signs })}
          </p>
        )}
        {!wide && <Zoom view={view} />}
        {camera && view && <CornerMap hall={hall} state={state} camera={camera} size={view.size()} />}
        {texts && point && <PlaceBubble texts={texts} at={point} size={view?.size() ?? [0, 0]} />}
        <p className={parts.unseen} role="status">
          {isFocused && texts ? [texts.title, texts.text].join('. ') : ''}
        </p>
      </div>
      <div className={css.foot}>
        <div className={css.controls}>
          <Floors hall={hall} view={view} />
          {wide && <Zoom view={view} />}
        </div>
        <ApartSwitch picker={picker} />
        <PriceFilter picker={picker} hall={hall} />
        <Legend hall={hall} isFiltered={filter.isOn} />
        {seen && <SectionView key={seen} hall={hall} section={seen} isFolded />}
      </div>
    </>
  )
}
