import { useLayoutEffect, useRef } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { Price, priceOrFree } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './best-offers.module.css'
import { areTogether, factsOf, groupTexts, warningsOf } from '@kartis/seat-map/viewer/group-text.ts'
import type { SeatOffer } from './offers.ts'
import { factLine, placeText } from './place-text.ts'
import type { Hall } from './use-hall.ts'
import type { Picker } from './use-picker.ts'

interface Props {
  readonly picker: Picker
  readonly hall: Hall
}

/** Where the places of an offer are and what is worth knowing of them. */
export const useOfferText = ({ sale }: Pick<Hall, 'sale'>, { places, kind }: Pick<SeatOffer, 'places' | 'kind'>) => {
  const { t, lang } = usePageContext()
  const groups = groupTexts(sale.map, places)
  const [first] = groups
  const isSplit = kind === 'adjacent_rows' || kind === 'same_section' || kind === 'apart'
  const facts = isSplit ? warningsOf(sale.map, places) : factsOf(sale.scene, places).slice(0, 2)
  return {
    title: groups.map((group) => placeText(group, t, lang)).join(' · '),
    text: factLine(
      [
        first?.section ?? '',
        ...(isSplit ? [t(`sale.seats.split.${kind}`)] : []),
        ...facts.map((fact) => t(`sale.seats.fact.${fact}`)),
      ],
      lang,
    ),
  }
}

const Offer = ({ picker, hall, offer }: Props & { readonly offer: SeatOffer }) => {
  const { t, lang } = usePageContext()
  const { title, text } = useOfferText(hall, offer)
  const { choice, takeOffer } = picker.taking
  const isMine = choice.places.join() === offer.places.join()
  const isPressed = useRef(false)
  const mine = useRef<HTMLSpanElement>(null)
  // The button that was pressed is gone, and the focus with it: in the same moment, so that no key is lost.
  useLayoutEffect(() => {
    if (isMine && isPressed.current) mine.current?.focus({ preventScroll: true })
    isPressed.current = false
  }, [isMine])
  const each = offer.price / Math.max(1, offer.places.length)
  const isWhole = Math.round(each * 100) === each * 100
  return (
    <article className={isMine ? `${css.offer} ${css.on}` : css.offer}>
      <span className={`${parts.tag} ${offer.reason === 'best' ? parts.accent : ''}`}>
        {offer.reason === 'best' && <Icon name="spark" />}
        {t(`sale.seats.reason.${offer.reason}`)}
      </span>
      <h3>{title}</h3>
      <p className={`${parts.small} ${parts.quiet}`}>{text}</p>
      <div className={css.foot}>
        <p>
          <Price shekels={offer.price} />
          {isWhole && offer.places.length > 1 && (
            <small className={parts.quiet}>{t('sale.seats.each', { price: priceOrFree(each, t, lang) })}</small>
          )}
        </p>
        {isMine ? (
          <span ref={mine} className={css.mine} tabIndex={-1}>
            <Icon name="check" />
            {t('sale.seats.yours')}
          </span>
        ) : (
          <button
            type="button"
            className={`${parts.btn} ${parts.soft} ${parts.compact}`}
            aria-busy={picker.order.busy}
            aria-label={`${t(choice.places.length > 0 ? 'sale.seats.swap' : 'sale.seats.take')}: ${title}`}
            onClick={() => {
              isPressed.current = true
              takeOffer(offer.places)
            }}
          >
            {t(choice.places.length > 0 ? 'sale.seats.swap' : 'sale.seats.take')}
          </button>
        )}
      </div>
    </article>
  )
}

/** One best offer and two alternatives, each taken by one click. */
export const BestOffers = ({ picker, hall }: Props) => {
  const { t } = usePageContext()
  const { offers, taking } = picker
  const isTogether = offers.every(({ places }) => areTogether(hall.sale.map, places))
  return (
    <section className={`${parts.stack} ${parts.snug}`} aria-labelledby="best">
      <div className={parts.apart}>
        <h2 id="best">{t('sale.seats.best')}</h2>
        {offers.length > 0 && (
          <span className={`${parts.small} ${parts.quiet}`}>
            {isTogether && picker.party.people > 1
              ? `${t('sale.seats.together', { count: picker.party.people })} · ${t('sale.seats.fresh')}`
              : t('sale.seats.fresh')}
          </span>
        )}
      </div>
      {taking.others && (
        <p className={`${parts.note} ${parts.info}`}>
          <Icon name="info" />
          <span>{taking.others}</span>
        </p>
      )}
      {offers.length === 0 ? (
        <p className={parts.note} role="status">
          <Icon name="info" />
          <span>{t('sale.seats.no_offer')}</span>
        </p>
      ) : (
        <div className={css.offers}>
          {offers.map((offer) => (
            <Offer key={offer.reason} picker={picker} hall={hall} offer={offer} />
          ))}
        </div>
      )}
      {offers.length > 0 && <p className={`${parts.small} ${parts.quiet}`}>{t('sale.seats.first_come')}</p>}
    </section>
  )
}
