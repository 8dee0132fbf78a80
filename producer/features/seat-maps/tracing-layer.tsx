import { changeTracing, type Tracing } from '@kartis/seat-map/editor/tracing-commands.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { toScreen } from '@kartis/seat-map/viewer/camera.ts'
import { type PointerEvent as ReactPointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'
import type { CameraState } from './use-grip.ts'

interface LayerProps {
  readonly tracing: Tracing
  readonly shown: CameraState
}

/** The picture that a hall is drawn after, below the drawing. While it is loose it lies above, and a hand moves it. */
export function TracingLayer({ tracing, shown: { camera, size } }: LayerProps) {
  const { t } = useTranslation('seat-maps')
  const { settings, run } = useEditor()
  const [from, setFrom] = useState<Point>()
  const [by, setBy] = useState<Point>([0, 0])
  const [x, y] = toScreen(camera, size, tracing.at)
  const isLoose = settings.tracing === 'loose'
  const distance = (event: ReactPointerEvent): Point =>
    from ? [event.clientX - from[0], event.clientY - from[1]] : [0, 0]
  const drop = (event: ReactPointerEvent): void => {
    if (!from) return
    const [dx, dy] = distance(event)
    setFrom(undefined)
    setBy([0, 0])
    const [left, top] = tracing.at
    run(changeTracing({ at: [Math.round(left + dx / camera.scale), Math.round(top + dy / camera.scale)] }))
  }
  return (
    <img
      className={style.tracing}
      src={`/files/${tracing.file}`}
      alt={t('tracing.alt')}
      draggable={false}
      data-grip={isLoose || undefined}
      style={{
        inlineSize: tracing.width * camera.scale,
        opacity: tracing.opacity,
        transform: `translate(${x + by[0]}px, ${y + by[1]}px)`,
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom([event.clientX, event.clientY])
      }}
      onPointerMove={(event) => from && setBy(distance(event))}
      onPointerUp={drop}
      onPointerCancel={() => {
        setFrom(undefined)
        setBy([0, 0])
      }}
    />
  )
}
