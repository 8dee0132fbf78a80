import { Art } from '../../shared/art.tsx'
import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import type { PassesView, PassView } from '../../state/order-state.ts'
import css from './passes-page.module.css'

interface Props {
  readonly pass: PassView
  readonly view: PassesView
  readonly place: number
}

const State = ({ state }: { readonly state: PassView['state'] }) => {
  const { t } = usePageContext()
  if (state === 'valid')
    return (
      <span className={`${parts.tag} ${parts.good}`}>
        <Icon name="check" />
        {t('pass.valid')}
      </span>
    )
  return <span className={parts.tag}>{t(state === 'used' ? 'pass.used' : 'pass.cancelled')}</span>
}

/** What the usher needs, in large figures. */
const EntranceFacts = ({ pass, view }: Omit<Props, 'place'>) => {
  const { t } = usePageContext()
  const figures = pass.seat
    ? [
        [t('pass.section'), pass.seat.section],
        [t('pass.row'), pass.seat.row],
        [t('pass.seat'), pass.seat.number],
      ]
    : view.doors
      ? [
          [t('pass.doors_at'), view.doors],
          [t('pass.time'), view.start],
        ]
      : [[t('pass.time'), view.start]]
  return (
    <dl className={`${parts.pairs} ${css.big}`}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Stub = ({ pass, view, place }: Props) => {
  const { t } = usePageContext()
  return (
    <div className={css.stub}>
      {pass.qr ? (
        <div className={pass.state === 'used' ? `${css.code} ${css.worn}` : css.code}>
          <svg
            viewBox={`0 0 ${pass.qr.size} ${pass.qr.size}`}
            role="img"
            aria-label={t('pass.qr', { place })}
            shapeRendering="crispEdges"
          >
            <path d={pass.qr.path} fill="currentColor" />
          </svg>
        </div>
      ) : (
        <div className={`${css.code} ${css.gone}`}>
          <Icon name="cross" />
          <p className={parts.strong}>{t('pass.cancelled')}</p>
        </div>
      )}
      <p>
        <strong className={parts.num} dir="ltr">{`${view.number}-${place}`}</strong>
      </p>
      <p className={`${parts.small} ${parts.quiet}`}>
        {pass.state === 'valid' && t('pass.of', { place, count: view.passes.length })}
        {pass.state === 'used' && (pass.usedAt ? t('pass.used_at', { when: pass.usedAt }) : t('pass.used_note'))}
        {pass.state === 'cancelled' && t('pass.cancelled_note')}
      </p>
    </div>
  )
}

/** One ticket: its facts above, its code below. */
export const Pass = ({ pass, view, place }: Props) => {
  const { t } = usePageContext()
  return (
    <Ticket
      get={
        <>
          <div className={css.strip}>
            <Art artwork={view.event.artwork} alt="" sizes="22rem" className={css.art} />
            <div className={css.over}>
              <h2>
                <bdi>{view.event.name}</bdi>
              </h2>
              <p className={parts.small}>
                <bdi>{view.place.title}</bdi>
              </p>
            </div>
          </div>
          <div className={`${ticketPad} ${parts.stack}`}>
            <div className={parts.apart}>
              <p>
                <span className={`${parts.small} ${parts.quiet} ${css.label}`}>{t('pass.holder')}</span>
                <strong>
                  <bdi>{view.holder || t('pass.no_holder')}</bdi>
                </strong>
              </p>
              <State state={pass.state} />
            </div>
            <EntranceFacts pass={pass} view={view} />
            <dl className={parts.pairs}>
              <div>
                <dt>{t('pass.date')}</dt>
                <dd>{view.day}</dd>
              </div>
              <div>
                <dt>{t('pass.type')}</dt>
                <dd>
                  <bdi>{pass.name}</bdi>
                  <br />
                  {pass.price === 0 ? t('pass.free') : <Money shekels={pass.price} />}
                </dd>
              </div>
            </dl>
          </div>
        </>
      }
      give={<Stub pass={pass} view={view} place={place} />}
    />
  )
}
