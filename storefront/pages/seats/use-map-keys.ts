import { ARROWS, placeBeside, placeInMiddle } from '@kartis/seat-map/viewer/hits.ts'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { ANSWER_PX, spacingOf } from '@kartis/seat-map/viewer/levels.ts'
import { toScreen } from '@kartis/seat-map/viewer/camera.ts'
import { pointOf, type Scene } from '@kartis/seat-map/viewer/scene.ts'
import { type KeyboardEvent, useState } from 'react'

const ZOOM_STEP = 1.5
const MARGIN_PX = 24

/** The keyboard's place on the map: one tab stop, arrows move as they point, Enter takes, plus and minus zoom. */
export const useMapKeys = (
  scene: Scene,
  view: HallView | null,
  { first, onTake }: { readonly first: number | undefined; readonly onTake: (place: number) => void },
) => {
  const [cursor, setCursor] = useState(-1)
  const show = (place: number): void => {
    setCursor(place)
    if (!view || place < 0) return
    const point = pointOf(scene.map, place)
    if (spacingOf(scene, view.camera()) < ANSWER_PX.fine) {
      view.closeUp(point)
      return
    }
    const [x, y] = toScreen(view.camera(), view.size(), point)
    const [width, height] = view.size()
    const isSeen = x > MARGIN_PX && y > MARGIN_PX && x < width - MARGIN_PX && y < height - MARGIN_PX
    if (!isSeen) view.moveTo({ ...view.camera(), x: point[0], y: point[1] })
  }
  const start = (): number => {
    if (cursor >= 0) return cursor
    return first ?? (view ? placeInMiddle(scene, view.camera(), view.size()) : -1)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = ARROWS[event.key]
    if (arrow) {
      const from = start()
      const next = cursor < 0 ? from : placeBeside(scene, view.camera(), from, arrow)
      if (next >= 0) show(next)
    } else if ((event.key === 'Enter' || event.key === ' ') && cursor >= 0) onTake(cursor)
    else if (event.key === '+' || event.key === '=') view.zoomBy(ZOOM_STEP)
    else if (event.key === '-' || event.key === '_') view.zoomBy(1 / ZOOM_STEP)
    else if (event.key === '0') view.showAll()
    else return
    event.preventDefault()
  }
  return { cursor, setCursor, onKeyDown, onFocus: () => show(start()) }
}
