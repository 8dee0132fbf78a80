import { UserText } from '@kartis/ui/components/user-text.tsx'
import { priceText } from '../../shared/money.tsx'
import { Art } from '../../shared/art.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { price, Rich } from '../../shared/rich.tsx'
import type { CardView } from '../../state/list-state.ts'
import css from './list-page.module.css'

const Price = ({ card }: { readonly card: CardView }) => {
  const { t, lang } = usePageContext()
  if (card.price === null) return null
  if (card.price === 0) return <strong>{t('sale.list.free')}</strong>
  return (
    <span>
      <Rich
        text={t(card.hasFreeType ? 'sale.list.from_free' : 'sale.list.from', { price: priceText(card.price, lang) })}
        parts={{ b: price }}
      />
    </span>
  )
}

const State = ({ phase }: { readonly phase: CardView['phase'] }) => {
  const { t } = usePageContext()
  if (phase === 'last_tickets') return <span className={`${parts.tag} ${parts.warn}`}>{t('sale.list.last')}</span>
  if (phase === 'sold_out') return <span className={parts.tag}>{t('sale.list.sold_out')}</span>
  if (phase === 'sale_ended') return <span className={parts.tag}>{t('sale.list.ended')}</span>
  if (phase === 'running') return <span className={`${parts.tag} ${parts.good}`}>{t('sale.event.running')}</span>
  if (phase === 'not_started')
    return <span className={`${parts.tag} ${parts.info}`}>{t('sale.event.not_started')}</span>
  return null
}

interface Props {
  readonly card: CardView
  readonly first: boolean
  readonly place: number
}

/** One event of the list; the first of the front page is large. */
export const Card = ({ card, first, place }: Props) => {
  const gone = card.phase === 'sold_out' || card.phase === 'sale_ended'
  return (
    <a
      className={[css.show, first ? css.first : '', gone ? css.gone : ''].filter(Boolean).join(' ')}
      href={`/order/${card.slug}`}
    >
      <Art
        artwork={card.artwork}
        alt=""
        sizes={first ? '(min-width: 64rem) 41rem, 100vw' : '(min-width: 64rem) 22rem, (min-width: 48rem) 7rem, 7rem'}
        first={place === 0}
        className={css.art}
      />
      <div className={css.pad}>
        <p className={css.when}>{card.when}</p>
        <h2>
          <UserText>{card.name}</UserText>
        </h2>
        <p className={`${parts.small} ${parts.quiet}`}>
          <UserText>{card.place}</UserText>
        </p>
        <p className={`${parts.apart} ${css.last}`}>
          {!gone && <Price card={card} />}
          <State phase={card.phase} />
        </p>
      </div>
    </a>
  )
}
