import { useLang } from '@kartis/ui/use-lang.ts'
import { commaText, percentText } from '@kartis/i18n/format.ts'
import { describePlace } from '@kartis/seat-map/model/compile.ts'
import { placeAt, placesWithin } from '@kartis/seat-map/model/grid-index.ts'
import { HallCanvas } from '@kartis/seat-map/viewer/hall-canvas.tsx'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { ARROWS, placeBeside, placeInMiddle } from '@kartis/seat-map/viewer/hits.ts'
import { boxOfPlaces, pointOf } from '@kartis/seat-map/viewer/scene.ts'
import { visibleBox } from '@kartis/seat-map/viewer/camera.ts'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './hall-board.module.css'
import { soldBySection } from './hall-state.ts'
import { useBox } from './use-box.ts'
import type { LiveHall } from './use-hall.ts'

interface HallBoardProps {
  readonly hall: LiveHall
  /** Of each place, from `LOOKS`. */
  readonly looks: Uint8Array
  readonly label: string
  /** A click, a tap, or Enter at the place. */
  readonly onTake: (place: number) => void
  /** With it a mouse draws a rectangle, and these places lie in it; without, it moves the hall. */
  readonly onBox?: ((places: readonly number[]) => void) | undefined
  readonly onEscape?: (() => void) | undefined
  /** What would be taken at the place that the mouse or the keyboard is at; -1: at none. */
  readonly onOver?: ((place: number) => void) | undefined
  /** The state of a place in words, for who cannot see it. */
  readonly stateOf: (place: number) => string
  /** The hall moves to these when they change and are out of sight. */
  readonly inSight?: readonly number[]
  /** In a dialog: lower, and the wheel zooms without a modifier. */
  readonly compact?: boolean
}

/**
 * The drawing of a hall that producers work on: one tab stop, in which arrows go from place to place and Enter takes.
 */
export function HallBoard(props: HallBoardProps) {
  const { hall, looks, label, onTake, onBox, onEscape, onOver, stateOf, inSight = [], compact = false } = props
  const { t } = useTranslation('seating')
  const lang = useLang()
  const view = useRef<HallView>(null)
  const [cursor, setCursor] = useState(-1)
  const { map, scene } = hall
  const sectionTexts = useMemo(
    () =>
      soldBySection(map, hall.standings).map((share) => ({
        line: share === undefined ? '' : percentText(share, lang, 0),
        left: 'many' as const,
      })),
    [map, hall.standings, lang],
  )
  const state = useMemo(() => ({ looks, cursor, sectionTexts }), [looks, cursor, sectionTexts])
  const take = (place: number): void => {
    if (place < 0) return
    setCursor(place)
    onTake(place)
  }
  const box = useBox(
    view,
    onBox &&
      (([ax, ay], [bx, by]) =>
        onBox(placesWithin(map, scene.grid, [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]))),
    (point) => take(placeAt(map, scene.grid, point, scene.gap * 0.75)),
  )
  const moveTo = (place: number): void => {
    if (place < 0) return
    setCursor(place)
    onOver?.(place)
    show(place)
  }
  const show = (place: number): void => {
    const camera = view.current?.camera()
    if (!camera || !view.current) return
    const [x, y] = pointOf(map, place)
    const [left, top, right, bottom] = visibleBox(camera, view.current.size())
    if (x < left || x > right || y < top || y > bottom) view.current.moveTo({ ...camera, x, y })
  }
  useShown(hall, view, inSight)
  const press = (pressed: KeyboardEvent) => {
    // Buttons have keys of their own.
    if (pressed.target instanceof Element && pressed.target.closest('button')) return
    const at = view.current
    const arrow = ARROWS[pressed.code]
    if (arrow && at) {
      moveTo(cursor < 0 ? placeInMiddle(scene, at.camera(), at.size()) : placeBeside(scene, at.camera(), cursor, arrow))
    } else if (pressed.code === 'Enter' || pressed.code === 'Space') take(cursor)
    else if (pressed.code === 'Equal' || pressed.code === 'NumpadAdd') at?.zoomBy(1.4)
    else if (pressed.code === 'Minus' || pressed.code === 'NumpadSubtract') at?.zoomBy(1 / 1.4)
    else if (pressed.code === 'Digit0') at?.showAll()
    else if (pressed.code === 'Escape' && onEscape) onEscape()
    else return
    pressed.preventDefault()
    pressed.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes the keys
    <div
      className={style.hall}
      data-compact={compact || undefined}
      role="application"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the keys
      tabIndex={0}
      onKeyDown={press}
      {...box.handlers}
    >
      <HallCanvas
        scene={scene}
        state={state}
        className={style.canvas}
        {...(compact && { wheel: 'always' as const })}
        onTap={({ place, section, at }) => {
          if (place >= 0) take(place)
          else if (section >= 0) view.current?.closeUp(at)
        }}
        onHover={(hit) => onOver?.(hit?.place ?? -1)}
        onView={(next) => {
          view.current = next
        }}
      />
      {box.shown && <span className={style.box} style={box.shown} />}
      <div className={style.zoomer}>
        <button type="button" aria-label={t('now.zoom_out')} onClick={() => view.current?.zoomBy(1 / 1.4)}>
          <IconMinus size={18} stroke={2} aria-hidden />
        </button>
        <button type="button" aria-label={t('now.zoom_in')} onClick={() => view.current?.zoomBy(1.4)}>
          <IconPlus size={18} stroke={2} aria-hidden />
        </button>
        <button type="button" aria-label={t('now.zoom_all')} onClick={() => view.current?.showAll()}>
          <IconMaximize size={18} stroke={1.75} aria-hidden />
        </button>
      </div>
      <p className="visually-hidden" role="status">
        {cursor >= 0 && commaText([t('now.place', describePlace(map, cursor)), stateOf(cursor)], lang)}
      </p>
    </div>
  )
}

/** Moves the hall to places that changed and are out of sight. */
const useShown = ({ scene }: LiveHall, view: { readonly current: HallView | null }, places: readonly number[]) => {
  const show = useEffectEvent(() => {
    const box = boxOfPlaces(scene, places, 0)
    if (!box || !view.current) return
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
    const [left, top, right, bottom] = visibleBox(view.current.camera(), view.current.size())
    if (x < left || x > right || y < top || y > bottom) view.current.closeUp([x, y])
  })
  const key = places.join()
  // oxlint-disable-next-line react/exhaustive-deps -- other places are shown, not the same ones in another list
  useEffect(() => show(), [key])
}
