import { type Sketch, canClose } from '@kartis/seat-map/editor/sketch.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { toScreen } from '@kartis/seat-map/viewer/camera.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { drawsCorners, useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { finishOutline } from './polygon-tool.ts'
import type { CameraState } from './use-grip.ts'
import { useNames } from './use-names.ts'

/** The outline that is being drawn, as it is now. */
const useSketch = (): Sketch => {
  const { drawing } = useEditor()
  return useSyncExternalStore(drawing.subscribe, drawing.read)
}

const ARM_PX = 9

/** The corners so far, the line to where the next one would be, and a cross there for the keyboard. */
export function SketchMarks({ shown }: { readonly shown: CameraState }) {
  const editor = useEditor()
  const sketch = useSketch()
  if (!drawsCorners(editor)) return null
  const to = (point: Point): Point => toScreen(shown.camera, shown.size, point)
  const line = [...sketch.corners, ...(sketch.at ? [sketch.at] : [])].map(to)
  const points = line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const [crossX, crossY] = sketch.at ? to(sketch.at) : [0, 0]
  return (
    <>
      {canClose(sketch) && <polygon className={style.ghostBox} points={points} />}
      <polyline className={style.sketchLine} points={points} />
      {sketch.corners.map((corner, index) => {
        const [x, y] = to(corner)
        return (
          <circle
            key={`${corner.join(' ')} ${index}`}
            className={style.sketchCorner}
            data-first={index === 0 && canClose(sketch) ? true : undefined}
            cx={x}
            cy={y}
            r={index === 0 ? 7 : 5}
          />
        )
      })}
      {sketch.at && (
        <path
          className={style.sketchCross}
          d={`M${crossX - ARM_PX} ${crossY}H${crossX + ARM_PX}M${crossX} ${crossY - ARM_PX}V${crossY + ARM_PX}`}
        />
      )}
    </>
  )
}

/** How many corners there are, and the same acts as keys for a hand without a keyboard. */
export function SketchBar() {
  const { t } = useTranslation('seat-maps')
  const editor = useEditor()
  const names = useNames()
  const sketch = useSketch()
  const count = sketch.corners.length
  const isShown = drawsCorners(editor) && count > 0
  return (
    <div className={style.sketchBar} data-shown={isShown || undefined}>
      <span role="status">{isShown ? t('corners.placed', { count }) : ''}</span>
      {isShown && (
        <>
          <Button look="line" onClick={editor.drawing.dropLast}>
            {t('corners.drop_last')}
          </Button>
          <Button disabled={!canClose(sketch)} onClick={() => finishOutline({ editor, names })}>
            {t('corners.close')}
          </Button>
        </>
      )}
    </div>
  )
}
