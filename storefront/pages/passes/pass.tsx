import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import { Price } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { seatText } from '../../shared/seat-text.ts'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import type { PassesView, PassView } from '../../state/order-state.ts'
import { Code } from './code.tsx'
import css from './passes-page.module.css'
import { ShareTicket } from './share-ticket.tsx'

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

/** A ticket of several: what it is, whether it was used, and its own link. */
export const PassRow = ({ pass, view, place }: Props) => {
  const { t, lang } = usePageContext()
  const seat = seatText(pass.seat, t, lang)
  return (
    <li className={css.row} data-state={pass.state}>
      {pass.state === 'valid' && !view.over ? (
        <div className={css.small}>
          <Code pass={pass} place={place} />
        </div>
      ) : (
        <span className={css.tile} aria-hidden="true">
          {place}
        </span>
      )}
      <div>
        <p className={parts.strong}>
          <UserText>{pass.name}</UserText>
        </p>
        <p className={`${parts.small} ${parts.quiet}`}>
          <Pieces
            pieces={[
              <bdi key="number" className={parts.num} dir="ltr">
                {pass.number}
              </bdi>,
              <Price key="price" shekels={pass.price} />,
            ]}
          />
          {seat && <UserText>{seat}</UserText>}
          {pass.state === 'used' && pass.usedAt && (
            <>
              <br />
              {t('pass.used_at', { when: pass.usedAt })}
            </>
          )}
        </p>
      </div>
      <State state={pass.state} />
      {pass.state === 'valid' && !view.over && <ShareTicket pass={pass} view={view} />}
    </li>
  )
}

/** The only ticket of an order, or one that was sent: the code first, its facts below. */
export const Pass = ({ pass, view, place }: Props) => {
  const { t, lang } = usePageContext()
  const seat = seatText(pass.seat, t, lang)
  return (
    <Ticket
      get={
        <div className={css.stub}>
          <Code pass={pass} place={place} />
          <p>
            <strong className={`${parts.num} ${css.number}`} dir="ltr">
              {pass.number}
            </strong>
          </p>
          <p className={`${parts.small} ${parts.quiet}`}>
            {pass.state === 'used' && (pass.usedAt ? t('pass.used_at', { when: pass.usedAt }) : t('pass.used_note'))}
            {pass.state === 'cancelled' && t('pass.cancelled_note')}
          </p>
        </div>
      }
      give={
        <div className={`${ticketPad} ${parts.stack}`}>
          <div className={parts.apart}>
            <p>
              <span className={`${parts.small} ${parts.quiet} ${css.label}`}>
                {t(view.shared ? 'pass.type' : 'pass.holder')}
              </span>
              <strong>
                <UserText>{view.shared ? pass.name : view.holder || t('pass.no_holder')}</UserText>
              </strong>
            </p>
            <State state={pass.state} />
          </div>
          {!view.shared && (
            <p className={`${parts.small} ${parts.quiet}`}>
              <Pieces pieces={[pass.name, <Price key="price" shekels={pass.price} />]} />
            </p>
          )}
          {seat && (
            <p>
              <UserText>{seat}</UserText>
            </p>
          )}
          {pass.gate && (
            <p>
              {t('pass.gate')}: <UserText>{pass.gate}</UserText>
            </p>
          )}
          {pass.lane && (
            <p>
              {t('pass.lane')}: <UserText>{pass.lane}</UserText>
            </p>
          )}
          {!view.shared && pass.state === 'valid' && !view.over && <ShareTicket pass={pass} view={view} />}
        </div>
      }
    />
  )
}
