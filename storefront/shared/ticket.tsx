import type { ReactNode } from 'react'
import css from './ticket.module.css'

interface Props {
  /** Above the perforation: the event or the tickets. */
  readonly get: ReactNode
  /** Below it: the money or the code. */
  readonly give: ReactNode
}

/** The brand's ticket shape: for the sale panel, the checkout summary, the receipt and the pass only. */
export const Ticket = ({ get, give }: Props) => (
  <div className={css.ticket}>
    <div className={css.get}>{get}</div>
    <div className={css.give}>{give}</div>
  </div>
)

export const ticketPad = css.pad ?? ''
