import type { BoxOfficeSale, BoxOfficeTicket } from '@kartis/contract/box-office.ts'
import { commaText, momentText } from '@kartis/i18n/format.ts'
import { Money } from '@kartis/ui/components/money.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import style from './print.module.css'

/** One printed slip per ticket: event, type, price, code, number. */
export function TicketSlips({ sale }: { readonly sale: BoxOfficeSale }) {
  const valid = (sale.tickets ?? []).filter((ticket) => ticket.status === 'valid')
  return valid.map((ticket) => <Slip key={ticket.uuid} sale={sale} ticket={ticket} />)
}

const QUIET = 2

function Slip({ sale, ticket }: { readonly sale: BoxOfficeSale; readonly ticket: BoxOfficeTicket }) {
  const { t } = useTranslation('box-office')
  const lang = useLang()
  const side = ticket.qr.size + 2 * QUIET
  return (
    <section className={style.slip}>
      <h1>
        <UserText>{sale.event.name}</UserText>
      </h1>
      <p>{momentText(sale.event.starts_at, lang, sale.event.timezone)}</p>
      <p dir="auto">{sale.event.place}</p>
      <p className={style.type}>
        <b>
          <UserText>{ticket.name}</UserText>
        </b>
        <b>{ticket.price === 0 ? t('shift.free') : <Money shekels={ticket.price} />}</b>
      </p>
      {ticket.seat && (
        <p>
          <b dir="auto">
            {t('print.seat', {
              section: commaText(
                [ticket.seat.floor === ticket.seat.section ? '' : (ticket.seat.floor ?? ''), ticket.seat.section],
                lang,
              ),
              row: ticket.seat.row,
              seat: ticket.seat.number,
            })}
            {ticket.seat.gate !== undefined && ` · ${ticket.seat.gate}`}
          </b>
        </p>
      )}
      {ticket.lane !== undefined && (
        <p>
          <b>{t('print.lane', { lane: ticket.lane })}</b>
        </p>
      )}
      <svg viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} shapeRendering="crispEdges">
        <path d={ticket.qr.path} fill="#000" />
      </svg>
      <p dir="ltr">
        <b>{ticket.number}</b>
      </p>
      <p>{t('print.ticket', { place: ticket.position, count: sale.tickets_count })}</p>
      <p>
        {t('print.order')} <bdi>{sale.number}</bdi>
      </p>
      {sale.organiser && (
        <p className={style.small}>
          <UserText>{sale.organiser.name}</UserText> · {t('print.seller', { number: sale.organiser.vat_number })}
        </p>
      )}
    </section>
  )
}
