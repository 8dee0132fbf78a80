import type { Guide } from '@kartis/seat-map/editor/snap.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { type Camera, type Size, toHall } from '@kartis/seat-map/viewer/camera.ts'
import { HallCanvas } from '@kartis/seat-map/viewer/hall-canvas.tsx'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { FADED, LOOKS } from '@kartis/seat-map/viewer/looks.ts'
import { type Scene, sceneIn } from '@kartis/seat-map/viewer/scene.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { pressTool } from './canvas-tools.ts'
import type { Gesture, Ghost, Names } from './tool-context.ts'
import { SketchBar } from './sketch-marks.tsx'
import style from './editor.module.css'
import { type Selection, useEditor } from './editor-state.ts'
import { LiftedLayer, shiftOf } from './lifted-layer.tsx'
import { Overlay } from './overlay.tsx'
import type { CameraState } from './use-grip.ts'
import { TracingLayer } from './tracing-layer.tsx'
import { useDrawingPointer } from './use-drawing-pointer.ts'
import { type Hand, useLift } from './use-lift.ts'

/** A hand that moved less than this clicked. */
const CLICK_PX = 4
const SNAP_PX = 8
/** Pixels of the floors above the hall, and of the keys and the zoom below it. */
const COVERED_PX = 56
const STROKES: ReadonlySet<string> = new Set(['paint', 'flag', 'seats'])

interface CanvasProps {
  readonly view: RefObject<HallView | null>
  readonly onView: (view: HallView | null) => void
  readonly names: Names
  /** Places that the keyboard is at; -1: none. */
  readonly cursor: number
  /** Numbers of problems at the first place of each. */
  readonly pins: readonly { readonly number: number; readonly at: Point; readonly level: 'block' | 'warn' }[]
  /** Draws with one finger too: strokes, on a phone. */
  readonly children?: ReactNode
}

/** Everything else fades while a part is worked on, except for what a stroke paints. */
const looksOf = ({ map }: Scene, { parts, places }: Selection, isFading: boolean): Uint8Array => {
  const looks = new Uint8Array(map.size)
  if (isFading)
    for (const { id, first, end } of map.rows) if (!parts.has(id)) looks.fill(LOOKS.free | FADED, first, end)
  if (places.size > 0)
    map.keys.forEach((key, place) => {
      if (places.has(key)) looks[place] = LOOKS.mine | ((looks[place] ?? 0) & FADED)
    })
  return looks
}

/** The hall with the tools of the editor: presses go to the tool, wheel and two fingers to the camera. */
export const EditorCanvas = ({ view, onView, names, cursor, pins, children }: CanvasProps) => {
  const { t } = useTranslation('seat-maps')
  const editor = useEditor()
  const frame = useRef<HTMLDivElement>(null)
  const [ghost, setGhost] = useState<Ghost>()
  const [guides, setGuides] = useState<readonly Guide[]>([])
  const [shown, follow] = useCamera()
  const [lift, hand] = useLift(editor)
  // What lies in the hall: all of it, or what a hand leaves there.
  const scene = lift && !lift.isDropped ? lift.remaining : editor.scene
  const { selection, tool } = editor
  const isFading = useMemo(
    () => !STROKES.has(tool) && editor.scene.map.rows.some(({ id }) => selection.parts.has(id)),
    [editor.scene, selection, tool],
  )
  const lang = useLang()
  const localScene = useMemo(() => sceneIn(scene, lang), [scene, lang])
  const looks = useMemo(() => looksOf(scene, selection, isFading), [scene, selection, isFading])
  const state = useMemo(() => ({ looks, cursor: scene === editor.scene ? cursor : -1 }), [looks, cursor, scene, editor])
  usePointer({ frame, view, names, setGhost, setGuides, hand })
  useDrawingPointer({ frame, view, names, reach: SNAP_PX, setGuides })
  useLostFocus(frame)
  return (
    // The canvas is one stop of the keyboard: its keys are those of the whole editor.
    <div
      ref={frame}
      className={style.canvas}
      data-tool={editor.tool}
      role="application"
      aria-label={t('canvas.label')}
      aria-describedby="editor-keys"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the keys
      tabIndex={0}
    >
      {shown && editor.document.tracing && <TracingLayer tracing={editor.document.tracing} shown={shown} />}
      <HallCanvas
        scene={localScene}
        state={state}
        wheel="always"
        covered={children ? COVERED_PX : 0}
        className={style.hall}
        onView={onView}
        onShown={follow}
      />
      {shown && lift && <LiftedLayer lift={lift} shown={shown} />}
      {shown && (
        <Overlay
          shown={shown}
          ghost={ghost}
          guides={guides}
          pins={pins}
          setGuides={setGuides}
          {...(lift && !lift.isDropped && { shift: shiftOf(lift, shown) })}
        />
      )}
      <SketchBar />
      {children}
    </div>
  )
}

/** What had the focus may go, such as the button of a problem that it solved: the keyboard goes on in the hall. */
const useLostFocus = (frame: RefObject<HTMLDivElement | null>): void => {
  const last = useRef<EventTarget>(null)
  useEffect(() => {
    const listen = ({ target }: FocusEvent): void => {
      last.current = target
    }
    document.addEventListener('focusin', listen)
    return () => document.removeEventListener('focusin', listen)
  }, [])
  useEffect(() => {
    const isGone = last.current instanceof Element && !last.current.isConnected
    if (isGone && document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
  })
}

/** The camera as it is now, and what the view calls when it has moved it. */
const useCamera = (): readonly [CameraState | undefined, (camera: Camera, size: Size) => void] => {
  const [shown, setShown] = useState<CameraState>()
  const follow = useCallback(
    (camera: Camera, size: Size): void =>
      setShown((before) =>
        before?.camera === camera && before.size[0] === size[0] && before.size[1] === size[1]
          ? before
          : { camera, size },
      ),
    [],
  )
  return [shown, follow]
}

interface PointerOptions {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly view: RefObject<HallView | null>
  readonly names: Names
  readonly setGhost: (ghost: Ghost | undefined) => void
  readonly setGuides: (guides: readonly Guide[]) => void
  readonly hand: Hand
}

/** Takes presses before the view does; those that only move the camera are left to it. */
const usePointer = ({ frame, view, names, setGhost, setGuides, hand }: PointerOptions): void => {
  const editor = useEditor()
  const hallPoint = useEffectEvent((event: PointerEvent): Point | undefined => {
    const box = frame.current?.getBoundingClientRect()
    if (!box || !view.current) return undefined
    return toHall(view.current.camera(), view.current.size(), [event.clientX - box.left, event.clientY - box.top])
  })
  const press = useEffectEvent((from: Point, event: PointerEvent): Gesture | undefined =>
    pressTool(
      { editor, names, setGhost, setGuides, hand, reach: SNAP_PX / (view.current?.camera().scale ?? 1) },
      from,
      {
        shift: event.shiftKey,
        alt: event.altKey,
      },
    ),
  )
  const takes = useEffectEvent(
    (event: PointerEvent): boolean => event.pointerType !== 'touch' || STROKES.has(editor.tool),
  )
  const tap = useEffectEvent((from: Point, event: PointerEvent) => press(from, event)?.end(from, true))
  const panBy = useEffectEvent((event: PointerEvent, last: Point): void => {
    const camera = view.current?.camera()
    if (!camera) return
    const [dx, dy] = [(event.clientX - last[0]) / camera.scale, (event.clientY - last[1]) / camera.scale]
    view.current?.moveTo({ ...camera, x: camera.x - dx, y: camera.y - dy }, 'at_once')
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    let current: { gesture: Gesture; id: number; start: Point; isClick: boolean } | undefined
    let pan: { id: number; last: Point } | undefined
    let touch: { id: number; start: Point; isTap: boolean } | undefined
    let isSpace = false
    const screen = (event: PointerEvent): Point => [event.clientX, event.clientY]
    const far = ([ax, ay]: Point, [bx, by]: Point): boolean => Math.hypot(bx - ax, by - ay) > CLICK_PX
    const down = (event: PointerEvent): void => {
      if (!(event.target instanceof Element) || event.target.closest('button, a, input, [data-grip]')) return
      element.focus({ preventScroll: true })
      if (event.button === 1 || (isSpace && event.button === 0)) {
        pan = { id: event.pointerId, last: screen(event) }
        element.setPointerCapture(event.pointerId)
        event.preventDefault()
        return event.stopPropagation()
      }
      if (event.button !== 0) return
      // A second finger zooms: what the first one began is given up.
      if (current) {
        current.gesture.cancel()
        current = undefined
        return
      }
      if (!takes(event)) {
        touch = { id: event.pointerId, start: screen(event), isTap: touch === undefined }
        return
      }
      const from = hallPoint(event)
      const gesture = from && press(from, event)
      if (!gesture) return
      event.stopPropagation()
      element.setPointerCapture(event.pointerId)
      current = { gesture, id: event.pointerId, start: screen(event), isClick: true }
    }
    const move = (event: PointerEvent): void => {
      if (pan?.id === event.pointerId) {
        panBy(event, pan.last)
        pan.last = screen(event)
        return
      }
      if (touch && far(touch.start, screen(event))) touch.isTap = false
      if (current?.id !== event.pointerId) return
      event.stopPropagation()
      if (current.isClick && !far(current.start, screen(event))) return
      current.isClick = false
      const to = hallPoint(event)
      if (to) current.gesture.move(to, { shift: event.shiftKey, alt: event.altKey })
    }
    const up = (event: PointerEvent): void => {
      if (pan?.id === event.pointerId) pan = undefined
      if (touch?.id === event.pointerId) {
        const at = hallPoint(event)
        if (touch.isTap && event.type === 'pointerup' && at) tap(at, event)
        touch = undefined
      }
      if (current?.id !== event.pointerId) return
      event.stopPropagation()
      const { gesture, isClick } = current
      current = undefined
      const to = hallPoint(event)
      if (event.type === 'pointerup' && to) gesture.end(to, isClick)
      else gesture.cancel()
    }
    const key = (event: KeyboardEvent): void => {
      if (event.code === 'Space' && event.target === element) {
        isSpace = event.type === 'keydown'
        event.preventDefault()
      }
      if (event.code === 'Escape' && event.type === 'keydown' && current) {
        current.gesture.cancel()
        current = undefined
        event.stopPropagation()
      }
    }
    const capture = { capture: true }
    element.addEventListener('pointerdown', down, capture)
    element.addEventListener('pointermove', move, capture)
    element.addEventListener('pointerup', up, capture)
    element.addEventListener('pointercancel', up, capture)
    window.addEventListener('keydown', key, capture)
    window.addEventListener('keyup', key, capture)
    return () => {
      element.removeEventListener('pointerdown', down, capture)
      element.removeEventListener('pointermove', move, capture)
      element.removeEventListener('pointerup', up, capture)
      element.removeEventListener('pointercancel', up, capture)
      window.removeEventListener('keydown', key, capture)
      window.removeEventListener('keyup', key, capture)
    }
  }, [frame])
}
