import { Art } from '../../shared/art.tsx'
import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePage } from '../../shared/page-context.tsx'
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
  const { say } = usePage()
  if (state === 'valid')
    return (
      <span className={`${parts.tag} ${parts.good}`}>
        <Icon name="check" />
        {say('pass.valid')}
      </span>
    )
  return <span className={parts.tag}>{say(state === 'used' ? 'pass.used' : 'pass.cancelled')}</span>
}

/** What the usher asks for, in figures that can be read across a counter. */
const Big = ({ pass, view }: Omit<Props, 'place'>) => {
  const { say } = usePage()
  const figures = pass.seat
    ? [
        [say('pass.section'), pass.seat.section],
        [say('pass.row'), pass.seat.row],
        [say('pass.seat'), pass.seat.number],
      ]
    : view.doors
      ? [
          [say('pass.doors_at'), view.doors],
          [say('pass.time'), view.start],
        ]
      : [[say('pass.time'), view.start]]
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
  const { say } = usePage()
  return (
    <div className={css.stub}>
      {pass.qr ? (
        <div className={pass.state === 'used' ? `${css.code} ${css.worn}` : css.code}>
          <svg
            viewBox={`0 0 ${pass.qr.size} ${pass.qr.size}`}
            role="img"
            aria-label={say('pass.qr', { place })}
            shapeRendering="crispEdges"
          >
            <path d={pass.qr.path} fill="currentColor" />
          </svg>
        </div>
      ) : (
        <div className={`${css.code} ${css.gone}`}>
          <Icon name="cross" />
          <p className={parts.strong}>{say('pass.cancelled')}</p>
        </div>
      )}
      <p>
        <strong className={parts.num} dir="ltr">{`${view.number}-${place}`}</strong>
      </p>
      <p className={`${parts.small} ${parts.quiet}`}>
        {pass.state === 'valid' && say('pass.of', { place, count: view.passes.length })}
        {pass.state === 'used' && (pass.usedAt ? say('pass.used_at', { when: pass.usedAt }) : say('pass.used_note'))}
        {pass.state === 'cancelled' && say('pass.cancelled_note')}
      </p>
    </div>
  )
}

/** One ticket as its holder shows it: above what it is, below its code. */
export const Pass = ({ pass, view, place }: Props) => {
  const { say } = usePage()
  return (
    <Ticket
      get={
        <>
          <div className={css.strip}>
            <Art look={view.event.look} alt="" sizes="22rem" className={css.art} />
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
                <span className={`${parts.small} ${parts.quiet} ${css.label}`}>{say('pass.holder')}</span>
                <strong>
                  <bdi>{view.holder || say('pass.no_holder')}</bdi>
                </strong>
              </p>
              <State state={pass.state} />
            </div>
            <Big pass={pass} view={view} />
            <dl className={parts.pairs}>
              <div>
                <dt>{say('pass.date')}</dt>
                <dd>{view.day}</dd>
              </div>
              <div>
                <dt>{say('pass.type')}</dt>
                <dd>
                  <bdi>{pass.name}</bdi>
                  <br />
                  {pass.price === 0 ? say('pass.free') : <Money shekels={pass.price} />}
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
