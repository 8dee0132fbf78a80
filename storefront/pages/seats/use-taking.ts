import { useState } from 'react'
import { clockText, serverTime } from '../../shared/clock.ts'
import { pathIn } from '../../shared/embed.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import { saveSeats } from '../../shared/saved-seats.ts'
import {
  type CartLine,
  type Choice,
  choiceOf,
  itemsOf,
  linesOf,
  orBest,
  totalOf,
  type TypeCounts,
} from './cart-items.ts'
import type { CompiledMap } from '@kartis/seat-map/model/compile.ts'
import { type GroupAt, groupAt, type Party } from '@kartis/seat-map/model/group-at.ts'
import { oneMore } from './one-by-one.ts'
import { groupTexts } from '@kartis/seat-map/viewer/group-text.ts'
import { placeText } from './place-text.ts'
import type { SeatSale } from './seat-sale.ts'
import type { Hall, HeldChoice } from './use-hall.ts'
import { itemsOfHold, type SeatOrder, type Taken } from './use-seat-order.ts'

/** Places that are proposed in place of those that the buyer chose. */
export interface Proposal {
  readonly why: 'taken' | 'orphan' | 'near'
  readonly requested: readonly number[]
  readonly lost: readonly number[]
  readonly offer: readonly number[]
}

export interface Taking {
  /** What is held, or about to be. */
  readonly choice: Choice
  readonly lines: readonly CartLine[]
  /** Shekels. */
  readonly total: number
  readonly setType: (uuid: string, count: number) => void
  readonly proposal: Proposal | undefined
  readonly closeProposal: () => void
  /** Why a click took nothing. */
  readonly note: string
  /** That others are held than those of the offer. */
  readonly others: string
  /** What a screen reader says next. */
  readonly announcement: string
  /** Whether the click takes anything; else a note says why not. */
  readonly takePlace: (place: number) => boolean
  readonly takePlaces: (places: readonly number[]) => void
  /** Takes an offered group, or the best at its price where somebody was quicker. */
  readonly takeOffer: (places: readonly number[]) => void
  readonly takeArea: (area: number) => void
  readonly release: () => void
  readonly goOn: () => void
  readonly clearNote: () => void
  /** Takes what was refused for want of a verified phone. */
  readonly takeAgain: () => void
}

interface Context {
  readonly hall: Hall | undefined
  readonly held: HeldChoice
  readonly party: Party
  /** Each click is of one place, wherever the others are. */
  readonly oneByOne: boolean
  readonly order: SeatOrder
  readonly refresh: () => void
}

const placesOf = ({ placeOf }: SeatSale, uuids: readonly string[]): number[] =>
  uuids
    .map(placeOf)
    .filter((place) => place >= 0)
    .sort((a, b) => a - b)

/** What the buyer sees of a refusal, where something else may be taken. */
const proposalOf = (sale: SeatSale, requested: readonly number[], taken: Taken): Proposal | undefined =>
  taken.kind === 'taken' || taken.kind === 'orphan'
    ? {
        why: taken.kind,
        requested,
        lost: taken.kind === 'taken' ? placesOf(sale, taken.seats) : [],
        offer: placesOf(sale, taken.offer),
      }
    : undefined

/** Why a click takes nothing. `enough`: one by one, every one of the party has a place. */
type Refused = Exclude<GroupAt, { kind: 'group' | 'near' }> | { readonly kind: 'enough'; readonly people: number }

/** Notes of clicks that took nothing, and what is announced. */
const useNotes = () => {
  const { t, lang } = usePageContext()
  const [proposal, setProposal] = useState<Proposal>()
  const [note, setNote] = useState('')
  const [others, setOthers] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const explainAt = (map: CompiledMap, place: number, why: Refused): false => {
    const text =
      why.kind === 'whole_table'
        ? t('sale.seats.why.whole_table', { count: why.seats })
        : why.kind === 'enough'
          ? t('sale.seats.why.enough', { count: why.people })
          : t(`sale.seats.why.${why.kind}`)
    setNote(text)
    // With the place: two clicks for one reason are two announcements.
    const where = groupTexts(map, [place]).map((group) => placeText(group, t, lang))
    setAnnouncement([...where, text].join('. '))
    return false
  }
  const propose = (next: Proposal | undefined): void => {
    setNote('')
    setOthers('')
    setProposal(next)
    if (next) setAnnouncement(t(`sale.seats.lost.${next.why}`, { count: next.offer.length }))
  }
  const explainOthers = (map: CompiledMap, places: readonly number[]): void => {
    const place = groupTexts(map, places).map((group) => placeText(group, t, lang)).join(' · ') // oxfmt-ignore
    const text = t('sale.seats.others', { place })
    setOthers(text)
    setAnnouncement(text)
  }
  return {
    proposal,
    propose,
    note,
    clearNote: () => setNote(''),
    others,
    explainOthers,
    explainAt,
    announcement,
    announce: setAnnouncement,
  }
}

type Notes = ReturnType<typeof useNotes>

/** Asks for a choice, and says what became of it. */
const useTake = (
  { hall, party, order, refresh }: Context,
  types: TypeCounts,
  { propose, explainOthers, announce }: Notes,
) => {
  const { t, lang } = usePageContext()
  const [pending, setPending] = useState<Choice>()
  const [refused, setRefused] = useState<Parameters<typeof take>>()
  const announceHeld = (sale: SeatSale, { places, area }: Choice, expires: string): void => {
    const place = area
      ? (sale.map.areas[area.index]?.name ?? '')
      : groupTexts(sale.map, places).map((group) => placeText(group, t, lang)).join('. ') // oxfmt-ignore
    announce(t('sale.seats.taken_now', { place, left: clockText((new Date(expires).getTime() - serverTime()) / 1000) }))
  }
  const take = async (next: Choice, mayBeOthers = false): Promise<void> => {
    if (!hall || order.busy) return
    const { sale, categories } = hall
    propose(undefined)
    setPending(next)
    const items = itemsOf(sale, linesOf(sale, categories, next, types))
    const taken = await order.take(mayBeOthers ? orBest(items, party.wheelchairs) : items)
    setPending(undefined)
    refresh()
    if (taken.kind === 'held') {
      const { choice: got } = choiceOf(sale, categories, itemsOfHold(taken.hold))
      if (mayBeOthers && got.places.join() !== next.places.join()) explainOthers(sale.map, got.places)
      else announceHeld(sale, next, taken.hold.expires)
    } else propose(proposalOf(sale, next.places, taken))
    setRefused(taken.kind === 'refused' ? [next, mayBeOthers] : undefined)
  }
  const takeAgain = (): void => {
    if (refused) void take(...refused)
  }
  return { take, takeAgain, pending }
}

/** From a click to held seats: one takes the whole group, another one swaps it. */
export const useTaking = (context: Context): Taking => {
  const { hall, held, party, oneByOne, order, refresh } = context
  const frame = usePageContext()
  const { t, lang } = frame
  const notes = useNotes()
  const { propose, explainAt, announce } = notes
  const [chosenTypes, setTypes] = useState<TypeCounts>()
  const types = chosenTypes ?? held.types
  const { take, takeAgain, pending } = useTake(context, types, notes)
  const choice = pending ?? held.choice
  const lines = hall ? linesOf(hall.sale, hall.categories, choice, types) : []

  const takePlaces = (places: readonly number[]): void => {
    if (places.join() !== choice.places.join()) void take({ places })
  }
  const takeOffer = (places: readonly number[]): void => {
    // Of several prices the best of each need not be beside one another.
    const prices = new Set(places.map((place) => hall?.sale.map.category[place]))
    if (prices.size > 1) takePlaces(places)
    else void take({ places }, true)
  }
  const release = (): void => {
    announce(t('sale.seats.released'))
    void order.release().then(refresh)
  }
  /** A place more, or a place of one's own less. */
  const takeOne = (place: number, { sale, board }: Hall): boolean => {
    const result = oneMore(sale.map, board, { place, mine: choice.places, party })
    if (result.kind !== 'group') return explainAt(sale.map, place, result)
    if (result.places.length === 0) release()
    else takePlaces(result.places)
    return true
  }
  const takePlace = (place: number): boolean => {
    if (!hall) return false
    if (oneByOne) return takeOne(place, hall)
    if (choice.places.includes(place)) return true
    const group = groupAt(hall.sale.map, hall.board, place, party)
    if (group.kind === 'group') takePlaces(group.places)
    else if (group.kind === 'near') propose({ why: 'near', requested: [place], lost: [], offer: group.places })
    else return explainAt(hall.sale.map, place, group)
    return true
  }
  const goOn = async (): Promise<void> => {
    if (!hall) return
    // The types may have been changed since the seats were taken.
    const taken = await order.take(itemsOf(hall.sale, lines))
    if (taken.kind === 'held') {
      saveSeats(
        taken.hold.order,
        groupTexts(hall.sale.map, choice.places).map((group) => [group.section, placeText(group, t, lang)].join(' · ')),
      )
      location.assign(pathIn(frame, `/order/checkout/${taken.hold.order}`, taken.hold.token))
    } else propose(proposalOf(hall.sale, choice.places, taken))
  }
  return {
    proposal: notes.proposal,
    note: notes.note,
    clearNote: notes.clearNote,
    others: notes.others,
    announcement: notes.announcement,
    choice,
    lines,
    total: totalOf(lines),
    setType: (uuid, count) => setTypes({ ...types, [uuid]: Math.max(0, count) }),
    closeProposal: () => propose(undefined),
    takePlace,
    takePlaces,
    takeOffer,
    takeAgain,
    takeArea: (index) => void take({ places: [], area: { index, count: party.people } }),
    release,
    goOn: () => void goOn(),
  }
}
