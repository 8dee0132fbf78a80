import { showSeatBoard, updateEventSeats } from '@kartis/contract/event-seating.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { showSeatMap } from '@kartis/contract/public-seats.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { describePlace } from '@kartis/seat-map/model/compile.ts'
import { placeAt, placesWithin } from '@kartis/seat-map/model/grid-index.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { fromWire } from '@kartis/seat-map/model/wire.ts'
import { type Camera, type Size, toHall } from '@kartis/seat-map/viewer/camera.ts'
import { HallCanvas } from '@kartis/seat-map/viewer/hall-canvas.tsx'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { ARROWS, placeBeside, placeInMiddle } from '@kartis/seat-map/viewer/hits.ts'
import { sceneOf } from '@kartis/seat-map/viewer/scene.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Page, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconLock, IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useEventHead } from '../../shared/event-queries.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { countsOf, firstPlace, isChangeable, looksOf, standingsOf, wholeRows } from './hall-state.ts'
import style from './hall.module.css'

const REFETCH_MS = 5000

const useBoard = (event: string) =>
  useQuery({
    queryKey: ['event', event, 'board'],
    queryFn: async () => (await api(showSeatBoard, { params: { uuid: event } })).data,
    refetchInterval: REFETCH_MS,
  })

type Board = NonNullable<ReturnType<typeof useBoard>['data']>

const useWire = (event: string, hash: string) =>
  useQuery({
    queryKey: ['seat-map', event, hash],
    queryFn: async () => (await api(showSeatMap, { params: { uuid: event, hash } })).data,
    staleTime: Infinity,
  })

/** The hall of an event with the state of every place: what is sold, free, held, set aside and blocked. */
export function HallScreen() {
  const { t } = useTranslation('seating')
  const uuid = useRouteParam('uuid')
  const event = useEventHead(uuid)
  const board = useBoard(uuid)
  return (
    <Page>
      <PageHead title={t('now.title')} eyebrow={event.data && <bdi>{event.data.name}</bdi>} />
      <WhenLoaded query={board}>{(loaded) => <Loaded event={uuid} board={loaded} />}</WhenLoaded>
    </Page>
  )
}

function Loaded({ event, board }: { readonly event: string; readonly board: Board }) {
  const wire = useWire(event, board.hash)
  return (
    <WhenLoaded query={wire}>
      {(loaded) => <Hall key={board.hash} event={event} board={board} wire={loaded} />}
    </WhenLoaded>
  )
}

interface HallProps {
  readonly event: string
  readonly board: Board
  readonly wire: NonNullable<ReturnType<typeof useWire>['data']>
}

function Hall({ event, board, wire }: HallProps) {
  const { t } = useTranslation('seating')
  const view = useRef<HallView>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [cursor, setCursor] = useState(-1)
  const { map, numbers } = useMemo(() => fromWire(wire), [wire])
  const scene = useMemo(() => sceneOf(wire.document, map), [wire, map])
  const standings = useMemo(() => standingsOf(board.board, board.standings, numbers), [board, numbers])
  const state = useMemo(() => ({ looks: looksOf(standings, chosen), cursor }), [standings, chosen, cursor])
  const toggle = (place: number) => {
    if (place < 0) return
    if (!isChangeable(standings[place])) {
      showToast({ state: 'info', text: t('now.taken', describePlace(map, place)) })
      return
    }
    const next = new Set(chosen)
    if (!next.delete(place)) next.add(place)
    setChosen(next)
  }
  const box = useBox(
    view,
    (from, to) => {
      const area = [Math.min(from[0], to[0]), Math.min(from[1], to[1]), Math.max(from[0], to[0]), Math.max(from[1], to[1])] as const // oxfmt-ignore
      const found = placesWithin(map, scene.grid, area).filter((place) => isChangeable(standings[place]))
      setChosen(new Set([...chosen, ...found]))
    },
    (point) => toggle(placeAt(map, scene.grid, point, scene.gap * 0.75)),
  )
  const press = (pressed: KeyboardEvent) => {
    const hall = view.current
    const arrow = ARROWS[pressed.code]
    if (arrow && hall) {
      const next =
        cursor < 0 ? placeInMiddle(scene, hall.camera(), hall.size()) : placeBeside(scene, hall.camera(), cursor, arrow)
      if (next >= 0) setCursor(next)
    } else if (pressed.code === 'Enter' || pressed.code === 'Space') toggle(cursor)
    else if (pressed.code === 'Escape') setChosen(new Set())
    else return
    pressed.preventDefault()
  }
  const uuids = [...chosen].map((place) => seatUuid(wire.seating, numbers.byIndex[place] ?? 0))
  const at = cursor < 0 ? undefined : describePlace(map, cursor)
  return (
    <Stack gap="wide">
      <Counts counts={countsOf(standings)} />
      <Card>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes the keys */}
        <div
          className={style.hall}
          role="application"
          aria-label={t('now.label')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the keys
          tabIndex={0}
          onKeyDown={press}
          {...box.handlers}
        >
          <HallCanvas
            scene={scene}
            state={state}
            className={style.canvas}
            onTap={(hit) => toggle(hit.place)}
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
        </div>
        <p className="visually-hidden" role="status">
          {at && `${t('now.place', at)}, ${t(`now.standing.${standings[cursor] ?? 'blocked'}`)}`}
        </p>
        {chosen.size > 0 ? (
          <SelectionBar
            event={event}
            uuids={uuids}
            place={firstPlace(map, chosen)}
            onRows={() => setChosen(new Set(wholeRows(map, standings, chosen)))}
            onDone={() => setChosen(new Set())}
          />
        ) : (
          <p className={style.hint}>{t('now.hint')}</p>
        )}
      </Card>
      <Note>{t('now.note')}</Note>
    </Stack>
  )
}

const COUNTS = ['sold', 'free', 'held', 'allotted', 'blocked'] as const

function Counts({ counts }: { readonly counts: ReturnType<typeof countsOf> }) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  return (
    <dl className={style.counts}>
      {COUNTS.map((name) => (
        <div key={name}>
          <dt>
            <i data-look={name} aria-hidden />
            {t(`now.counts.${name}`)}
          </dt>
          <dd>{numberText(counts[name], lang)}</dd>
        </div>
      ))}
    </dl>
  )
}

type SeatChange = Omit<BodyIn<typeof updateEventSeats>, 'seat_uuids'>

const ACTS = {
  block: { for_sale: false },
  open: { for_sale: true, channel: 'public' },
  ['house']: { for_sale: true, channel: 'house' },
  invitations: { for_sale: true, channel: 'invitations' },
  box_office: { for_sale: true, channel: 'box_office' },
} as const satisfies Record<string, SeatChange>

interface SelectionBarProps {
  readonly event: string
  readonly uuids: readonly string[]
  readonly place: ReturnType<typeof firstPlace>
  readonly onRows: () => void
  readonly onDone: () => void
}

/** What can be done with the chosen places; blocking first. */
function SelectionBar({ event, uuids, place, onRows, onDone }: SelectionBarProps) {
  const { t } = useTranslation('seating')
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: (act: keyof typeof ACTS) =>
      api(updateEventSeats, { params: { uuid: event }, body: { seat_uuids: [...uuids], ...ACTS[act] } }),
    onSuccess: (_reply, act) => {
      showToast({ state: 'good', text: t(`now.done.${act}`, { count: uuids.length }) })
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['event', event] }),
  })
  return (
    <div className={style.bar} role="group" aria-label={t('now.chosen', { count: uuids.length })}>
      <p>
        <b>{t('now.chosen', { count: uuids.length })}</b>
        {place && <small>{t('now.place', place)}</small>}
      </p>
      {(Object.keys(ACTS) as (keyof typeof ACTS)[]).map((act) => (
        <Button
          key={act}
          look={act === 'block' ? 'main' : 'line'}
          disabled={changing.isPending}
          icon={act === 'block' ? <IconLock size={18} stroke={1.75} aria-hidden /> : undefined}
          onClick={() => changing.mutate(act)}
        >
          {t(`now.acts.${act}`)}
        </Button>
      ))}
      <Button look="bare" onClick={onRows}>
        {t('now.rows')}
      </Button>
      <Button look="bare" onClick={onDone}>
        {t('now.clear')}
      </Button>
    </div>
  )
}

type Point = readonly [number, number]

/** A mouse that drags chooses what lies in its rectangle; fingers move the hall. */
const useBox = (
  view: { readonly current: HallView | null },
  onBox: (from: Point, to: Point) => void,
  onClick: (at: Point) => void,
) => {
  const start = useRef<Point>(undefined)
  const [end, setEnd] = useState<readonly [Point, Point]>()
  const pixel = (event: PointerEvent<HTMLElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return [event.clientX - left, event.clientY - top]
  }
  const hallPoint = (at: Point): Point => {
    const [camera, size]: [Camera | undefined, Size | undefined] = [view.current?.camera(), view.current?.size()]
    return camera && size ? toHall(camera, size, at) : at
  }
  const isFar = ([ax, ay]: Point, [bx, by]: Point): boolean => Math.hypot(bx - ax, by - ay) > 8
  const handlers = {
    onPointerDownCapture: (event: PointerEvent<HTMLElement>) => {
      const isButton = event.target instanceof Element && event.target.closest('button') !== null
      if (event.pointerType !== 'mouse' || event.button !== 0 || isButton) return
      // The hall would take the press for a tap or a move of its own.
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.focus({ preventScroll: true })
      start.current = pixel(event)
    },
    onPointerMoveCapture: (event: PointerEvent<HTMLElement>) => {
      const from = start.current
      if (!from || event.pointerType !== 'mouse') return
      event.stopPropagation()
      if (isFar(from, pixel(event))) setEnd([from, pixel(event)])
    },
    onPointerUpCapture: (event: PointerEvent<HTMLElement>) => {
      const from = start.current
      start.current = undefined
      setEnd(undefined)
      if (!from) return
      event.stopPropagation()
      const to = pixel(event)
      if (isFar(from, to)) onBox(hallPoint(from), hallPoint(to))
      else onClick(hallPoint(to))
    },
  }
  const shown = end && {
    left: Math.min(end[0][0], end[1][0]),
    top: Math.min(end[0][1], end[1][1]),
    width: Math.abs(end[1][0] - end[0][0]),
    height: Math.abs(end[1][1] - end[0][1]),
  }
  return { handlers, shown }
}
