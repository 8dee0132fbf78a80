import { z } from 'zod'
import { language } from './auth.ts'
import { byUuid, data, endpoint, instant, uuid } from './endpoint.ts'
import { ticketSeat } from './tickets.ts'

const localized = z.object({ defaultValue: z.object({ language: z.string(), value: z.string() }) })

/** The semantic tags of an event ticket in Apple Wallet. */
const appleSemantics = z.object({
  eventType: z.literal('PKEventTypeGeneric'),
  eventName: z.string(),
  eventStartDate: instant,
  eventEndDate: instant,
  venueName: z.string(),
  /** The gate of the seat. */
  venueEntrance: z.string().optional(),
  seats: z
    .array(
      z.object({
        seatIdentifier: uuid,
        seatSection: z.string(),
        seatRow: z.string(),
        seatNumber: z.string(),
        /** The floor, of a hall with several. */
        seatDescription: z.string().optional(),
      }),
    )
    .optional(),
})

/** An object of the event ticket class in Google Wallet, without the ids of an issuer. */
const googleObject = z.object({
  ticketHolderName: z.string().optional(),
  ticketNumber: z.string(),
  ticketType: localized,
  barcode: z.object({ type: z.literal('QR_CODE'), value: z.string(), alternateText: z.string() }),
  seatInfo: z
    .object({
      section: localized.optional(),
      row: localized.optional(),
      seat: localized.optional(),
      gate: localized.optional(),
    })
    .optional(),
})

/** A valid ticket in the fields that wallets have for it: whoever signs passes copies them as they are. */
export const walletTicket = z
  .object({
    uuid,
    number: z.string(),
    name: z.string(),
    holder: z.string().nullable(),
    seat: ticketSeat.nullable(),
    /** Where it enters, if the event has lanes; no wallet has a field of its own for it. */
    lane: z.int().optional(),
    barcode: z.object({ format: z.literal('PKBarcodeFormatQR'), message: z.string(), altText: z.string() }),
    apple: appleSemantics,
    google: googleObject,
  })
  .meta({ id: 'WalletTicket' })
export type WalletTicket = z.infer<typeof walletTicket>

export const orderWallet = endpoint({
  method: 'GET',
  path: '/v1/public/orders/:uuid/wallet',
  access: 'order-token',
  tag: 'buying',
  summary:
    'The valid tickets of an order as data for phone wallets: code, event, and section, row, seat and gate in the fields of Apple Wallet (`semantics`, `barcodes`) and Google Wallet (event ticket object). Signing a pass needs the keys of an issuer and is not done here.',
  params: byUuid,
  query: z.strictObject({ token: z.string().optional(), lang: language.optional() }),
  reply: data(z.object({ order_uuid: uuid, tickets: z.array(walletTicket) })),
  refusals: ['order_state'],
})
