import type { EventSeating } from '@kartis/contract/event-seating.ts'
import type { SeatStanding } from '@kartis/domain/seats.ts'
import { boardOf } from '@kartis/seat-map/model/board.ts'
import { groupAt } from '@kartis/seat-map/model/group-at.ts'
import { LOOKS } from '@kartis/seat-map/viewer/looks.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SeatSwatch } from '../seat-swatch.tsx'
import { WhenLoaded } from '../when-loaded.tsx'
import { HallBoard } from './hall-board.tsx'
import style from './seat-picker.module.css'
import { addSeats, type Picks, type PickType, seatsOf, unseated, withoutSeats } from './seat-picks.ts'
import { useGroupsText } from './use-groups-text.ts'
import type { LiveHall } from './use-hall.ts'
import { useSeatingOf } from './use-seating.ts'
import { WithHall } from './with-hall.tsx'

interface SeatPickerProps {
  readonly event: string
  /** Every type that may be given, in the order of the list. */
  readonly types: readonly PickType[]
  readonly picks: Picks
  readonly onPicks: (picks: Picks) => void
  /** Whose seats may be taken beside those of everybody. */
  readonly channel: Extract<SeatStanding, 'invitations' | 'box_office'>
  readonly open: boolean
  readonly onClose: () => void
  /** Some seats were taken by others a moment ago. */
  readonly hasLost?: boolean
}

/** The hall in a dialog: a click takes seats for all tickets that lack one, side by side; another click gives one back. */
export function SeatPicker({ open, onClose, hasLost = false, ...picker }: SeatPickerProps) {
  const { t } = useTranslation('seating')
  return (
    <Dialog open={open} onClose={onClose} title={t('seats.title')} wide>
      <Stack>
        {hasLost && <Note state="warn">{t('seats.lost')}</Note>}
        <WithSeating event={picker.event}>
          {(seating) => (
            <WithHall event={picker.event}>
              {(hall) => <Picker {...picker} hall={hall} seating={seating} onClose={onClose} />}
            </WithHall>
          )}
        </WithSeating>
      </Stack>
    </Dialog>
  )
}

function WithSeating({
  event,
  children,
}: {
  readonly event: string
  readonly children: (seating: EventSeating) => ReactNode
}) {
  const seating = useSeatingOf(event, true)
  return <WhenLoaded query={seating}>{(found) => found && children(found)}</WhenLoaded>
}

/** A click takes no more than this many seats. */
const MAX_GROUP = 20

type PickerProps = Omit<SeatPickerProps, 'open' | 'hasLost'> & {
  readonly hall: LiveHall
  readonly seating: EventSeating
}

function Picker({ hall, seating, types, picks, onPicks, channel, onClose }: PickerProps) {
  const { t } = useTranslation('seating')
  const { map, standings } = hall
  const chosen = useMemo(() => new Set(seatsOf(picks).map(hall.placeOf)), [picks, hall])
  const isOpen = (place: number): boolean => standings[place] === 'free' || standings[place] === channel
  const typesFor = (place: number): PickType[] => {
    const key = map.categories[map.category[place] ?? 0]
    const uuids = new Set(
      seating.prices.filter(({ category }) => category === key).map((each) => each.events_ticket_uuid),
    )
    return types.filter(({ uuid }) => uuids.has(uuid))
  }
  const looks = Uint8Array.from({ length: map.size }, (_, place) => {
    if (chosen.has(place)) return LOOKS.mine
    if (!isOpen(place)) return LOOKS.taken
    return typesFor(place).length > 0 ? LOOKS.free : LOOKS.filtered
  })
  const take = (place: number): void => {
    if (chosen.has(place)) return onPicks(withoutSeats(picks, [hall.uuidOf(place)]))
    if (!isOpen(place)) return showToast({ state: 'info', text: t('seats.taken') })
    const own = typesFor(place)
    if (own.length === 0) return showToast({ state: 'info', text: t('seats.other_category') })
    const people = Math.max(1, Math.min(MAX_GROUP, unseated(own, picks)))
    const board = boardOf(map, (other) => isOpen(other) && !chosen.has(other))
    const group = groupAt(map, board, place, { people, wheelchairs: 0 })
    // Where they do not fit together, and at accessible places, seats are taken one by one.
    const places = group.kind === 'group' ? group.places : [place]
    const same = places.filter((each) => map.category[each] === map.category[place])
    onPicks(addSeats(own, picks, same.map(hall.uuidOf)))
  }
  return (
    <>
      <HallBoard
        compact
        hall={hall}
        looks={looks}
        label={t('seats.label')}
        onTake={take}
        stateOf={(place) => t(chosen.has(place) ? 'seats.mine' : isOpen(place) ? 'now.standing.free' : 'seats.taken')}
      />
      <Categories hall={hall} />
      <Chosen hall={hall} types={types} picks={picks} />
      <div className={style.acts}>
        <Button size="big" onClick={onClose}>
          {t('seats.done')}
        </Button>
        {chosen.size > 0 && (
          <Button look="bare" onClick={() => onPicks({})}>
            {t('seats.clear')}
          </Button>
        )}
      </div>
    </>
  )
}

function Categories({ hall: { scene } }: Pick<PickerProps, 'hall'>) {
  return (
    <ul className={style.categories}>
      {scene.document.categories
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ id, name }, position) => (
          <li key={id}>
            <SeatSwatch position={position} />
            <UserText>{name}</UserText>
          </li>
        ))}
    </ul>
  )
}

/** What is chosen for each ticket type, and how many tickets get the best there are. */
function Chosen({ hall, types, picks }: Pick<PickerProps, 'hall' | 'types' | 'picks'>) {
  const { t } = useTranslation('seating')
  const text = useGroupsText()
  const others = unseated(types, picks)
  const isEmpty = seatsOf(picks).length === 0
  return (
    <div role="status">
      {isEmpty && others === 0 && <Soft>{t('seats.hint')}</Soft>}
      {isEmpty && others > 0 && <Soft>{t('seats.hint_count', { count: others })}</Soft>}
      <ul className={style.chosen}>
        {types.flatMap(({ uuid, name }) => {
          const seats = picks[uuid] ?? []
          return seats.length === 0
            ? []
            : [
                <li key={uuid}>
                  <b>
                    {seats.length} × <UserText>{name}</UserText>
                  </b>
                  <span>{text(hall.map, seats.map(hall.placeOf))}</span>
                </li>,
              ]
        })}
      </ul>
      {!isEmpty && others > 0 && <Soft small>{t('seats.others', { count: others })}</Soft>}
    </div>
  )
}
