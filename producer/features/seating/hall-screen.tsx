import type { Event } from '@kartis/contract/events.ts'
import { describePlace } from '@kartis/seat-map/model/compile.ts'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { Columns, Page, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEventHead } from '../../shared/event-queries.ts'
import { HallBoard } from '../../shared/hall/hall-board.tsx'
import { type Colors, countsOf, isChangeable, looksOf, wholeRows } from '../../shared/hall/hall-state.ts'
import { ReportCard } from '../../shared/hall/report-card.tsx'
import { useGroupsText } from '../../shared/hall/use-groups-text.ts'
import type { LiveHall } from '../../shared/hall/use-hall.ts'
import { hasHall } from '../../shared/hall/use-seating.ts'
import { WithHall } from '../../shared/hall/with-hall.tsx'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { useSession } from '../../shared/session.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { BlockedCard } from './blocked-card.tsx'
import { AccessibleCard, CategoryLegend, Counts, SectionsCard } from './hall-figures.tsx'
import style from './hall.module.css'
import { MoveAllCard } from './move-all-card.tsx'
import { MoveCard } from './move-card.tsx'
import { OpeningsCard } from './openings-card.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useMove } from './use-move.ts'

const UUID = /^[0-9a-f-]{36}$/u
const MAX_QUEUE = 200

/** Seats whose holders the address asks to move: `?move=` with their uuids. */
const queueOf = (move: unknown): string[] =>
  typeof move === 'string'
    ? move
        .split(',')
        .filter((uuid) => UUID.test(uuid))
        .slice(0, MAX_QUEUE)
    : []

/** The hall of an event with the state of every place: what is sold, free, held, set aside and blocked. */
export function HallScreen() {
  const { t } = useTranslation('seating')
  const uuid = useRouteParam('uuid')
  const event = useEventHead(uuid)
  const { move }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  return (
    <Page>
      <PageHead
        title={t('now.title')}
        eyebrow={event.data && <UserText>{event.data.name}</UserText>}
        action={
          <Chip state="good" live>
            {t('now.live')}
          </Chip>
        }
      />
      <WhenLoaded query={event}>
        {(found) =>
          hasHall(found) ? (
            <WithHall event={uuid}>{(hall) => <Hall event={found} hall={hall} first={queueOf(move)} />}</WithHall>
          ) : (
            <EmptyState
              title={t('now.none')}
              text={t('now.none_text')}
              action={
                <ButtonLink to="/events/$uuid/seating" params={{ uuid }}>
                  {t('hall.choose')}
                </ButtonLink>
              }
            />
          )
        }
      </WhenLoaded>
    </Page>
  )
}

interface HallProps {
  readonly event: Event
  readonly hall: LiveHall
  /** Seats whose holders are moved first. */
  readonly first: readonly string[]
}

function Hall({ event, hall, first }: HallProps) {
  const { t } = useTranslation('seating')
  const text = useGroupsText()
  const { map, standings } = hall
  const maySeeMoney = useSession().can['report.read'] === true
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [colors, setColors] = useState<Colors>('state')
  const [shown, setShown] = useState<readonly number[]>([])
  const [queue, setQueue] = useState(first)
  const [isTogether, setIsTogether] = useState(false)
  const [seat] = queue
  const isMovingAll = isTogether && seat !== undefined
  const leave = (seats: readonly string[]) => setQueue(queue.filter((uuid) => !seats.includes(uuid)))
  const move = useMove({ event: event.uuid, hall, seat, onMoved: leave })
  const looks = useMemo(
    () =>
      seat === undefined
        ? looksOf(map, standings, { mine: chosen, colors })
        : looksOf(map, standings, { mine: new Set(move.from), offered: move.to, colors }),
    [map, standings, chosen, colors, seat, move.from, move.to],
  )
  const take = (place: number) => {
    const standing = standings[place]
    if (isMovingAll) return
    if (seat !== undefined) return move.takeAt(place)
    if (standing === 'sold') {
      setChosen(new Set())
      return setQueue([hall.uuidOf(place)])
    }
    if (!isChangeable(standing)) {
      showToast({ state: 'info', text: t('now.taken', describePlace(map, place)) })
      return
    }
    const next = new Set(chosen)
    if (!next.delete(place)) next.add(place)
    setChosen(next)
  }
  /** A rectangle around sold places alone is about their holders. */
  const takeBox = (places: readonly number[]) => {
    const free = places.filter((place) => isChangeable(standings[place]))
    if (free.length > 0) return setChosen(new Set([...chosen, ...free]))
    const sold = places.filter((place) => standings[place] === 'sold')
    if (sold.length > 0) setQueue(sold.slice(0, MAX_QUEUE).map(hall.uuidOf))
  }
  /** Seats of the order that is open are moved with it. */
  const own = new Set(move.tickets.map(({ ticket }) => ticket.seat?.uuid))
  const waiting = queue.filter((uuid) => !own.has(uuid) && uuid !== seat).length
  return (
    <Stack gap="wide">
      <Counts standings={standings} />
      <Columns
        aside={
          <>
            {!maySeeMoney && <SectionsCard map={map} standings={standings} />}
            <OpeningsCard event={event} />
            <BlockedCard
              event={event.uuid}
              count={countsOf(standings).blocked}
              onShow={(uuids) => {
                setQueue([])
                const places = uuids.map(hall.placeOf).filter((place) => place >= 0)
                setChosen(new Set(places))
                setShown(places)
              }}
            />
            <AccessibleCard map={map} standings={standings} />
            <Note>{t('now.note')}</Note>
          </>
        }
      >
        <Card>
          <div className={style.tools}>
            <ChoicePills
              label={t('now.colors')}
              quietLabel
              choices={(['state', 'price'] as const).map((value) => ({ value, label: t(`now.color.${value}`) }))}
              value={colors}
              onChange={setColors}
            />
          </div>
          <HallBoard
            hall={hall}
            looks={looks}
            label={t('now.label')}
            onTake={take}
            onBox={seat === undefined ? takeBox : undefined}
            onEscape={() => (seat === undefined ? setChosen(new Set()) : setQueue([]))}
            stateOf={(place) => t(`now.standing.${standings[place] ?? 'blocked'}`)}
            inSight={seat === undefined ? shown : move.to.length > 0 ? move.to : move.from}
          />
          {colors === 'price' && <CategoryLegend map={map} scene={hall.scene} standings={standings} />}
          {seat === undefined && chosen.size > 0 ? (
            <SelectionBar
              event={event}
              hall={hall}
              chosen={[...chosen]}
              places={text(map, [...chosen])}
              onRows={() => setChosen(new Set(wholeRows(map, standings, chosen)))}
              onDone={() => setChosen(new Set())}
            />
          ) : (
            !isMovingAll && <p className={style.hint}>{t(seat === undefined ? 'now.hint' : 'move.hint')}</p>
          )}
        </Card>
        {isMovingAll && (
          <MoveAllCard
            event={event.uuid}
            hall={hall}
            seats={queue}
            onClose={() => setQueue([])}
            onSingle={() => setIsTogether(false)}
            onMoved={(seats) => {
              setIsTogether(false)
              leave(seats)
            }}
          />
        )}
        {seat !== undefined && !isMovingAll && (
          <MoveCard
            key={seat}
            hall={hall}
            move={move}
            waiting={waiting}
            onClose={() => setQueue([])}
            onAll={() => setIsTogether(true)}
            onSkip={() => leave([seat, ...own].filter((uuid) => uuid !== undefined))}
          />
        )}
        {maySeeMoney && <ReportCard event={event.uuid} />}
      </Columns>
    </Stack>
  )
}
