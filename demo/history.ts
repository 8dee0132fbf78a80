import { cancellationFee } from '@kartis/domain/cancellation.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { type Platform, orderToken, type PrintedSeat, tokenHash } from './server.ts'
import { type Cart, cartsOf } from './carts.ts'
import type { Buyer } from './buyers.ts'
import { HOUR, later } from './calendar.ts'
import { type Card, cardOf } from './cards.ts'
import { type Dice, idAt } from './random.ts'
import type { OwnTerminal } from './money/own-terminal.ts'
import type { Show } from './show.ts'

/** A show with the ids of its rows. */
export interface CreatedShow {
  readonly show: Show
  readonly eventId: string
  readonly accountId: string
  /** In the order of the show's types. */
  readonly typeIds: readonly string[]
  /** In the order of the form's questions. */
  readonly fieldIds: readonly string[]
  /** Of a seated show: the map that it took, in which the index of a place is the number of its seat. */
  readonly hall?: MapDocument
  /** The terminal of the account that charged its cards; absent: the installation's. */
  readonly terminal?: OwnTerminal
}

export interface PastTicket {
  readonly id: string
  readonly typeId: string
  readonly name: string
  readonly price: number
  readonly cancelledAt: Date | null
  /** Of a seated show; kept by a cancelled ticket. */
  seat?: { readonly number: number; readonly printed: PrintedSeat }
  /** The scan that admitted it. */
  entry?: { readonly scanId: string; readonly at: Date; readonly gate: string; readonly device: string }
}

export interface PastOrder {
  readonly on: CreatedShow
  readonly id: string
  readonly tokenHash: string
  readonly channel: 'online' | 'invitation'
  readonly status: 'paid' | 'refunded' | 'partially_refunded' | 'cancelled'
  readonly buyer: Pick<Buyer, 'name' | 'phone' | 'lang' | 'consents'> & { readonly email: string | null }
  readonly total: number
  readonly lines: readonly {
    readonly typeId: string
    readonly name: string
    readonly quantity: number
    readonly price: number
  }[]
  readonly tickets: readonly PastTicket[]
  readonly card: Card | null
  readonly paymentId: string
  readonly refund: {
    readonly id: string
    readonly amount: number
    readonly at: Date
    readonly reason: string
    /** The card company refused it for good: the money goes back by bank transfer. */
    readonly isRefused?: boolean
  } | null
  readonly createdAt: Date
  readonly paidAt: Date
  readonly closedAt: Date | null
  /** Kept of the refund; agorot. */
  readonly cancellationFee: number
}

const STATUS = { paid: 'paid', refunded: 'refunded', with_fee: 'cancelled', partly: 'partially_refunded' } as const
const REASONS = ['לבקשת הקונים', 'מחלה', 'הוזמן פעמיים', 'שינוי תוכניות'] as const

/** Some hours to some days after the purchase, but before the event and before now. */
const cancelTime = (random: Dice, show: Show, paidAt: Date, now: Date): Date => {
  const last = Math.min(now.getTime(), show.when.startsAt.getTime()) - HOUR / 3
  const preferred = paidAt.getTime() + random.whole(2, 110) * HOUR
  return new Date(Math.min(preferred, Math.max(paidAt.getTime(), last)))
}

interface HistoryContext {
  readonly platform: Platform
  readonly random: Dice
  readonly now: Date
  readonly buyerFor: (kind: 'hebrew' | 'arabic' | 'visitor') => Buyer
}

const kindFor = ({ sales }: Show, random: Dice): 'hebrew' | 'arabic' | 'visitor' => {
  const kind = random.weighed([1 - sales.arabic - sales.tourists, sales.arabic, sales.tourists])
  return (['hebrew', 'arabic', 'visitor'] as const)[kind] ?? 'hebrew'
}

const orderOf = ({ platform, random, now, buyerFor }: HistoryContext, on: CreatedShow, cart: Cart): PastOrder => {
  const { show, eventId, typeIds } = on
  const kind = kindFor(show, random)
  const id = idAt(random, cart.at)
  const paidAt = later(cart.at, random.whole(70, 420) * 1000)
  const lines = cart.lines.map((line) => {
    const type = show.types[line.type]
    return {
      typeId: typeIds[line.type] ?? '',
      name: type?.name ?? '',
      quantity: line.quantity,
      price: toAgorot(type?.price ?? 0),
    }
  })
  const total = lines.reduce((sum, line) => sum + line.quantity * line.price, 0)
  const cancelledAt = cart.outcome === 'paid' ? null : cancelTime(random, show, paidAt, now)
  const whole = cart.outcome === 'refunded' || cart.outcome === 'with_fee'
  const tickets = lines
    .flatMap((line) => Array.from({ length: line.quantity }, () => line))
    .map((line, place): PastTicket => ({
      id: idAt(random, paidAt),
      typeId: line.typeId,
      name: line.name,
      price: line.price,
      cancelledAt: whole || (cart.outcome === 'partly' && place === 0) ? cancelledAt : null,
    }))
  const cancelledTotal = tickets.reduce((sum, ticket) => sum + (ticket.cancelledAt ? ticket.price : 0), 0)
  const fee = cart.outcome === 'with_fee' ? cancellationFee(cancelledTotal) : 0
  const amount = cancelledTotal - fee
  return {
    on,
    id,
    tokenHash: tokenHash(platform.keys, orderToken(platform.keys, eventId, id)),
    channel: 'online',
    status: STATUS[cart.outcome],
    buyer: buyerFor(kind),
    total,
    lines,
    tickets,
    // Foreign cards nearly always belong to visitors.
    card: total > 0 ? cardOf(random, random.chance(kind === 'visitor' ? 0.9 : 0.012)) : null,
    paymentId: idAt(random, later(cart.at, 45_000)),
    cancellationFee: fee,
    refund:
      cancelledAt && amount > 0
        ? { id: idAt(random, cancelledAt), amount, at: cancelledAt, reason: random.pick(REASONS) }
        : null,
    createdAt: cart.at,
    paidAt,
    closedAt: whole ? cancelledAt : null,
  }
}

/** Orders of a show, oldest first. */
export const salesOf = (context: HistoryContext, on: CreatedShow): PastOrder[] =>
  cartsOf(on.show, context.random).map((cart) => orderOf(context, on, cart))

/** Invitations of a show, spread over the time since it was published. */
export const invitationsOf = (
  { platform, random, now }: Omit<HistoryContext, 'buyerFor'>,
  on: CreatedShow,
): PastOrder[] => {
  const { show, eventId, typeIds } = on
  const left = show.types.map((type) => type.invited)
  const takeFrom = (count: number): PastOrder['lines'] => {
    const lines: { typeId: string; name: string; quantity: number; price: number }[] = []
    let missing = count
    show.types.forEach((type, place) => {
      const quantity = Math.min(missing, left[place] ?? 0)
      if (quantity === 0) return
      left[place] = (left[place] ?? 0) - quantity
      missing -= quantity
      lines.push({ typeId: typeIds[place] ?? '', name: type.name, quantity, price: 0 })
    })
    return lines
  }
  const spread = show.when.saleTo.getTime() - show.when.publishedAt.getTime()
  return show.guests.map((guest, place) => {
    const share = (place + 0.6) / (show.guests.length + 0.5)
    const at = new Date(Math.min(now.getTime() - HOUR, show.when.publishedAt.getTime() + spread * share))
    const first = show.types[0]
    const lines = guest.revoked
      ? [{ typeId: typeIds[0] ?? '', name: first?.name ?? '', quantity: guest.tickets, price: 0 }]
      : takeFrom(guest.tickets)
    const revokedAt = guest.revoked ? later(at, HOUR / 2) : null
    const id = idAt(random, at)
    return {
      on,
      id,
      tokenHash: tokenHash(platform.keys, orderToken(platform.keys, eventId, id)),
      channel: 'invitation',
      status: revokedAt ? 'cancelled' : 'paid',
      buyer: { name: guest.name, phone: `+97250${guest.phone}`, email: null, lang: 'he', consents: false },
      total: 0,
      lines,
      tickets: lines.flatMap((line) =>
        Array.from({ length: line.quantity }, () => ({
          id: idAt(random, at),
          typeId: line.typeId,
          name: line.name,
          price: 0,
          cancelledAt: revokedAt,
        })),
      ),
      card: null,
      paymentId: '',
      refund: null,
      cancellationFee: 0,
      createdAt: at,
      paidAt: at,
      closedAt: revokedAt,
    }
  })
}
