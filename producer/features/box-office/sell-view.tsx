import type { BoxOfficeEvent } from '@kartis/contract/box-office.ts'
import { EmptyState } from '@kartis/ui/components/empty-state.tsx'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { momentShortText } from '@kartis/i18n/format.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstWrongField } from '../../shared/focus-first-error.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { lostSeats } from '../../shared/hall/lost-seats.ts'
import { limitOf } from './cart.ts'
import { CartCard, SEATS_KEY } from './cart-card.tsx'
import { CashDialog } from './cash-dialog.tsx'
import style from './box-office.module.css'
import { SaleDialog } from './sale-dialog.tsx'
import { boxOfficeEventsQuery, type Register } from './register-queries.ts'
import { TypeGrid } from './type-grid.tsx'
import { useCart } from './use-cart.ts'
import { useKeys } from './use-keys.ts'
import { phoneReason } from './phone-reason.ts'
import { useSale } from './use-sale.ts'

// Few registers sell numbered seats.
const SeatPicker = lazy(async () => ({ default: (await import('../../shared/hall/seat-picker.tsx')).SeatPicker }))

/** The sales view: event, cart and payment, usable by touch or by keyboard alone. */
export function SellView({ register }: { readonly register: Register }) {
  const { t } = useTranslation('box-office')
  const events = useQuery(boxOfficeEventsQuery)
  // The page of an event leads to its own sale.
  const { event: linked }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const [chosen, setChosen] = useState(linked)
  return (
    <WhenLoaded query={events}>
      {(events) => {
        const event = events.find(({ uuid }) => uuid === chosen) ?? events[0]
        if (!event) return <EmptyState title={t('sell.none')} text={t('sell.none_text')} />
        return (
          <>
            {events.length > 1 ? (
              <EventChoice events={events} event={event} onChoose={setChosen} />
            ) : (
              <EventName event={event} />
            )}
            <EventSale key={event.uuid} event={event} hasTerminal={register.device.terminal !== null} />
          </>
        )
      }}
    </WhenLoaded>
  )
}

interface EventChoiceProps {
  readonly events: readonly BoxOfficeEvent[]
  readonly event: BoxOfficeEvent
  readonly onChoose: (uuid: string) => void
}

function EventChoice({ events, event, onChoose }: EventChoiceProps) {
  const { t } = useTranslation('box-office')
  const lang = useLang()
  return (
    <div className={style.event}>
      <SelectField
        label={t('sell.event')}
        placeholder={t('sell.event')}
        options={events.map((item) => ({
          value: item.uuid,
          label: `${item.name} · ${momentShortText(item.starts_at, lang, item.timezone)}`,
        }))}
        value={event.uuid}
        onChange={(change) => onChoose(change.target.value)}
      />
    </div>
  )
}

/** The only event on sale: the seller sees what is sold. */
function EventName({ event }: { readonly event: BoxOfficeEvent }) {
  const lang = useLang()
  return (
    <h2 className={style.event}>
      <UserText>{event.name}</UserText> · {momentShortText(event.starts_at, lang, event.timezone)}
    </h2>
  )
}

function EventSale({ event, hasTerminal }: { readonly event: BoxOfficeEvent; readonly hasTerminal: boolean }) {
  const cart = useCart(event)
  const [picking, setPicking] = useState<'open' | 'lost'>()
  const [phone, setPhone] = useState('')
  const [takesCash, setTakesCash] = useState(false)
  const sale = useSale()
  const { lines, total } = cart
  const start = (method: 'cash' | 'terminal', received?: number) =>
    sale.start.mutate(
      {
        event_uuid: event.uuid,
        items: cart.items(),
        total_amount: total,
        method,
        ...(received !== undefined && { received }),
        ...(phone.trim() && { buyer: { phone } }),
      },
      {
        onSettled: () => setTakesCash(false),
        onError: (error) => {
          const lost = lostSeats(error)
          if (!lost) return
          cart.lose(lost)
          setPicking('lost')
        },
      },
    )
  const [isPhoneChecked, setPhoneChecked] = useState(false)
  const wrongPhone = phoneReason(phone)
  /** Before money changes hands: the server would refuse the phone once the cash is in the drawer. */
  const isReady = (): boolean => {
    setPhoneChecked(true)
    if (wrongPhone !== undefined) focusFirstWrongField()
    return lines.length > 0 && !sale.start.isPending && wrongPhone === undefined
  }
  const cash = () => isReady() && (total === 0 ? start('cash') : setTakesCash(true))
  const card = () => hasTerminal && total > 0 && isReady() && start('terminal')
  const pick = event.kind === 'seats' ? () => setPicking('open') : undefined
  useKeys({ Enter: cash, F8: cash, F9: card, Escape: cart.clear, ...(pick && { [SEATS_KEY]: pick }) })
  const next = () => {
    sale.end()
    cart.clear()
    setPhone('')
    setPhoneChecked(false)
  }
  return (
    <div className={style.counter}>
      <TypeGrid event={event} cart={cart.cart} onChange={cart.change} />
      <CartCard
        lines={lines}
        total={total}
        limit={limitOf(event, cart.cart)}
        picks={cart.picks}
        onPick={pick}
        phone={phone}
        onPhone={(typed) => {
          setPhone(typed)
          setPhoneChecked(false)
        }}
        phoneReason={isPhoneChecked ? wrongPhone : undefined}
        onClear={cart.clear}
        onCash={cash}
        onCard={hasTerminal ? card : undefined}
        sale={sale}
      />
      {picking && (
        <Suspense>
          <SeatPicker
            event={event.uuid}
            types={cart.types}
            picks={cart.picks}
            onPicks={cart.choose}
            channel="box_office"
            open
            hasLost={picking === 'lost'}
            onClose={() => setPicking(undefined)}
          />
        </Suspense>
      )}
      {takesCash && (
        <CashDialog
          total={total}
          busy={sale.start.isPending}
          onClose={() => setTakesCash(false)}
          onTake={(received) => start('cash', received)}
        />
      )}
      {sale.uuid !== undefined && <SaleDialog uuid={sale.uuid} sale={sale} onNext={next} onGone={sale.end} />}
    </div>
  )
}
