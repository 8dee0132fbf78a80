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
import type { OnTransfer } from './offer-dialog.tsx'
import { GiveTicket, TransferredNote } from './give-ticket.tsx'

interface Props {
  readonly pass: PassView
  readonly view: PassesView
  readonly place: number
  readonly onTransfer: OnTransfer
}

const State = ({ pass: { state, transfer } }: { readonly pass: PassView }) => {
  const { t } = usePageContext()
  if (state === 'valid' && transfer.state === 'offered')
    return (
      <span className={`${parts.tag} ${parts.warn}`}>
        <Icon name="clock" />
        {t('transfer.offer.waiting')}
      </span>
    )
  if (state === 'transferred')
    return (
      <span className={parts.tag}>
        <Icon name="send" />
        {t('pass.transferred')}
      </span>
    )
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
export const PassRow = ({ pass, view, place, onTransfer }: Props) => {
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
      <div className={css.facts}>
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
              pass.lane !== undefined && `${t('pass.lane')}: ${pass.lane}`,
            ]}
          />
          {seat && <UserText>{seat}</UserText>}
          {pass.state === 'used' && pass.usedAt && (
            <>
              <br />
              {t('pass.used_at', { when: pass.usedAt })}
            </>
          )}
          <TransferredNote transfer={pass.transfer} />
        </p>
      </div>
      <State pass={pass} />
      {pass.state === 'valid' && !view.over && <GiveTicket pass={pass} view={view} onTransfer={onTransfer} />}
    </li>
  )
}

/** Whose it is: a ticket that was only shown to somebody has no name on it. */
const holderText = (view: PassesView, pass: PassView, none: string): string =>
  view.shared ? view.holder || pass.name : view.holder || none

/** The only ticket of an order, or one that was sent: the code first, its facts below. */
export const Pass = ({ pass, view, place, onTransfer }: Props) => {
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
            <TransferredNote transfer={pass.transfer} />
          </p>
        </div>
      }
      give={
        <div className={`${ticketPad} ${parts.stack}`}>
          <div className={parts.apart}>
            <p>
              <span className={`${parts.small} ${parts.quiet} ${css.label}`}>
                {t(view.shared && !view.holder ? 'pass.type' : 'pass.holder')}
              </span>
              <strong>
                <UserText>{holderText(view, pass, t('pass.no_holder'))}</UserText>
              </strong>
            </p>
            <State pass={pass} />
          </div>
          {(!view.shared || view.holder) && (
            <p className={`${parts.small} ${parts.quiet}`}>
              <Pieces pieces={[pass.name, !view.shared && <Price key="price" shekels={pass.price} />]} />
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
          {!view.shared && pass.state === 'valid' && !view.over && (
            <GiveTicket pass={pass} view={view} onTransfer={onTransfer} />
          )}
        </div>
      }
    />
  )
}
