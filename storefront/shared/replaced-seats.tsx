import type { Ticket } from '@kartis/contract/tickets.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from './icon.tsx'
import { usePageContext } from './page-context.tsx'
import parts from './parts.module.css'
import { seatText } from './seat-text.ts'

interface Props {
  /** The seats that the buyer had chosen, where a late payment got equal ones instead. */
  readonly seats: readonly NonNullable<Ticket['seat']>[] | undefined
}

/** Says that the seats of an order are not those of the first choice, and which these were. */
export const ReplacedSeats = ({ seats = [] }: Props) => {
  const { t, lang } = usePageContext()
  if (seats.length === 0) return null
  return (
    <section className={`${parts.note} ${parts.warn}`} aria-label={t('pass.replaced.title')}>
      <Icon name="info" />
      <div className={`${parts.stack} ${parts.tight}`}>
        <p className={parts.strong}>{t('pass.replaced.title')}</p>
        <p>{t('pass.replaced.text')}</p>
        <ul>
          {seats.map((seat) => (
            <li key={seat.uuid}>
              <UserText>{seatText(seat, t, lang)}</UserText>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
