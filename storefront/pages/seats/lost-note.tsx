import { HallCanvas } from '@kartis/seat-map/viewer/hall-canvas.tsx'
import { FADED } from '@kartis/seat-map/viewer/looks.ts'
import { boxOfPlaces } from '@kartis/seat-map/viewer/scene.ts'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { Price, priceOrFree } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import { areTogether, factsOf, groupTexts, sameSection } from '@kartis/seat-map/viewer/group-text.ts'
import { focusGroup } from './group-focus.ts'
import { looksOf } from './looks-of.ts'
import { isHeld, liveOffer } from './live-offer.ts'
import css from './lost-note.module.css'
import { priceOfPlaces } from './offers.ts'
import { shortPlaceText } from './place-text.ts'
import { settledBy } from './settled.ts'
import { focusTray } from './tray.tsx'
import type { Hall } from './use-hall.ts'
import type { Picker } from './use-picker.ts'
import type { Proposal } from './use-taking.ts'

interface Props {
  readonly picker: Picker
  readonly hall: Hall
  readonly proposal: Proposal
}

/** Both groups in a close-up: what was lost crossed out, what is offered as it would be held. */
const CloseUp = ({ hall, proposal }: Omit<Props, 'picker'>) => {
  const { sale, board } = hall
  const { lost, offer, requested } = proposal
  const state = useMemo(() => {
    const looks = looksOf(sale.map, board, { mine: offer, offered: [], lost, wants: () => true })
    const shown = new Set([...lost, ...offer])
    return { looks: looks.map((look, place) => (shown.has(place) ? look : look + FADED)) }
  }, [sale, board, lost, offer])
  const box = boxOfPlaces(sale.scene, [...offer, ...(lost.length > 0 ? lost : requested)])
  return (
    <HallCanvas
      scene={sale.scene}
      state={state}
      start={box ? { closeUp: [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] } : 'all'}
      className={css.hall}
      inert
    />
  )
}

const Facts = ({ hall, proposal }: Omit<Props, 'picker'>) => {
  const { t, lang } = usePageContext()
  const { sale, categories } = hall
  const { requested, offer, why } = proposal
  const price = priceOfPlaces(sale, categories, offer)
  const isSamePrice = why !== 'near' && priceOfPlaces(sale, categories, requested) === price
  const facts = [
    sameSection(sale.map, requested[0] ?? 0, offer[0] ?? 0) && t('sale.seats.same_section'),
    isSamePrice ? t('sale.seats.same_price') : priceOrFree(price, t, lang),
    areTogether(sale.map, offer) && t('sale.seats.together', { count: offer.length }),
    ...factsOf(sale.scene, offer).map((fact) => t(`sale.seats.fact.${fact}`)),
  ].filter((fact) => fact !== false)
  return (
    <ul className={css.facts}>
      {facts.slice(0, 3).map((fact) => (
        <li key={fact}>
          <Icon name="check" />
          {fact}
        </li>
      ))}
    </ul>
  )
}

interface WaysProps {
  readonly picker: Picker
  /** Where the held seats are; empty: none are. */
  readonly mine: string
  readonly onKeep: () => void
}

const WAY_ICONS = { map: 'map', list: 'rows', offers: 'spark' } as const

/** Out of the note: with the seats that are held, or back to where others are chosen. */
const Ways = ({ picker: { view, way, taking }, mine, onKeep }: WaysProps) => {
  const { t } = usePageContext()
  // An event may offer the best alone, without its map and list.
  const back = view.seatMap.rules.pick === 'best' ? 'offers' : way
  return (
    <div className={css.ways}>
      {mine !== '' && (
        <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={onKeep}>
          {t('sale.seats.keep_mine', { place: mine })}
        </button>
      )}
      <button type="button" className={`${parts.btn} ${parts.neutral}`} onClick={taking.closeProposal}>
        <Icon name={WAY_ICONS[back]} />
        {t(`sale.seats.to_${back}`)}
      </button>
    </div>
  )
}

/** What became of seats that someone else was quicker to take, or that would leave a single one: no red, and a way on. */
export const LostNote = ({ picker, hall, proposal: first }: Props) => {
  const { t, lang } = usePageContext()
  const { taking, order, offers, party } = picker
  const { places: mine } = taking.choice
  const rule = picker.view.seatMap.rules.orphans
  const proposal = useMemo(() => {
    const settle = settledBy(hall, { rule, mine })
    return { ...first, offer: liveOffer(hall.sale.map, hall.board, { ...first, mine, settle }, party) }
  }, [hall, first, party, rule, mine])
  const { why, requested, offer } = proposal
  const isMoved = offer !== first.offer && !isHeld(first.offer, mine)
  const gone = picker.view.seatMap.rules.pick === 'best' ? 'sale.seats.offer_gone_best' : 'sale.seats.offer_gone'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  const note = useRef<HTMLElement>(null)
  // Where the buyer goes on when the note is gone: at the group that was refused, or at what is held.
  const next = useRef(requested[0] ?? -1)
  useLayoutEffect(() => {
    const { current } = note
    return () => {
      if (current?.contains(document.activeElement) && !(next.current >= 0 && focusGroup(next.current))) focusTray()
    }
  }, [])
  const take = (places: readonly number[]): void => {
    next.current = places[0] ?? -1
    taking.takePlaces(places)
  }
  const textOf = (places: readonly number[]): string =>
    groupTexts(hall.sale.map, places)
      .map((group) => shortPlaceText(group, t, lang))
      .join(' · ')
  const shown = [offer, requested, mine].map((places) => places.join())
  const others = offers.filter(({ places }) => !shown.includes(places.join()))
  return (
    <section ref={note} className={`${parts.stack} ${parts.snug}`} aria-labelledby="lost">
      <div className={css.alert}>
        <span className={css.seal}>
          <Icon name={why === 'taken' ? 'people' : 'info'} />
        </span>
        <div>
          <h2 id="lost" tabIndex={-1} ref={heading}>
            {t(`sale.seats.lost.${why}`, { count: party.people })}
          </h2>
          <p>
            {why !== 'near' && `${textOf(requested)}. `}
            {t('sale.seats.not_charged')}
          </p>
        </div>
      </div>
      <p className={isMoved && offer.length === 0 ? parts.note : parts.unseen} role="status">
        {isMoved && t(offer.length > 0 ? 'sale.seats.offer_moved' : gone)}
      </p>
      {offer.length > 0 && (
        <Ticket
          get={
            <div className={`${ticketPad} ${parts.stack}`}>
              <h3>{t('sale.seats.nearest')}</h3>
              <dl className={css.versus}>
                {why !== 'near' && (
                  <div className={css.was}>
                    <dt>{t('sale.seats.wanted')}</dt>
                    <dd>{textOf(requested)}</dd>
                  </div>
                )}
                <div>
                  <dt>{t('sale.seats.instead')}</dt>
                  <dd className={css.instead}>
                    {why !== 'near' && (
                      <span className={parts.mirror}>
                        <Icon name="go" />
                      </span>
                    )}
                    {textOf(offer)}
                  </dd>
                </div>
              </dl>
              <CloseUp hall={hall} proposal={proposal} />
              <Facts hall={hall} proposal={proposal} />
            </div>
          }
          give={
            <div className={`${ticketPad} ${parts.stack} ${parts.snug}`}>
              <p className={parts.sum}>
                <span className={parts.strong}>{t('sale.seats.places', { count: offer.length })}</span>
                <Price shekels={priceOfPlaces(hall.sale, hall.categories, offer)} />
              </p>
              <button
                type="button"
                className={`${parts.btn} ${parts.pay} ${parts.wide}`}
                aria-busy={order.busy}
                onClick={() => take(offer)}
              >
                {t('sale.seats.take_seats')}
              </button>
              <p className={`${parts.small} ${parts.quiet}`}>{t('sale.seats.offer_free')}</p>
            </div>
          }
        />
      )}
      {others.length > 0 && (
        <div className={`${parts.stack} ${parts.tight}`}>
          <h3>{t('sale.seats.or_these')}</h3>
          <ul className={`${parts.stack} ${parts.tight}`}>
            {others.slice(0, 2).map(({ reason, places, price }) => (
              <li key={reason} className={css.other}>
                <div>
                  <p className={parts.strong}>{textOf(places)}</p>
                  <Price shekels={price} />
                </div>
                <button
                  type="button"
                  className={`${parts.btn} ${parts.soft} ${parts.compact}`}
                  aria-label={`${t('sale.seats.take')}: ${textOf(places)}`}
                  onClick={() => take(places)}
                >
                  {t('sale.seats.take')}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Ways
        picker={picker}
        mine={mine.length > 0 ? textOf(mine) : ''}
        onKeep={() => {
          next.current = -1
          taking.closeProposal()
        }}
      />
    </section>
  )
}
