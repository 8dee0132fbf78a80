import { acceptTransfer, offerTicket, showTransfer } from '@kartis/contract/ticket-transfers.ts'
import { showSharedTicket } from '@kartis/contract/shared-tickets.ts'
import { eventOnSale } from './events.ts'
import { freeOrder, holding, showOrder } from './orders.ts'
import { newPhone, type Producer, requestLoginCode, signIn } from './people.ts'
import type { World } from './world.ts'

/** The token in the address of a page. */
export const tokenOf = (url: string | null | undefined): string =>
  new URL(url ?? 'http://x').searchParams.get('token') ?? ''

/** The refusal of a transfer. */
export const closed = (reason: string) => ({ code: 'transfer_closed', detail: { reason } })

/** Two free tickets of a buyer who is signed in. */
export const boughtTickets = async (world: World, owner: Producer) => {
  const { event, type } = await eventOnSale(world, owner, {
    type: { price: 0, sum_total_available: 100, purchase_limit: null },
  })
  const buyer = await signIn(world)
  const order = await freeOrder(world, event.uuid, { [type.uuid]: 2 }, buyer.phone)
  const [ticket, second] = (await showOrder(world, order)).tickets
  if (!ticket || !second) throw new Error('two tickets were bought')
  return { event, type, order, buyer, ticket, second }
}
export type BoughtTickets = Awaited<ReturnType<typeof boughtTickets>>

/** A ticket and its order, as its buyer names them. */
interface OwnTicket {
  readonly order: { readonly uuid: string; readonly token: string }
  readonly ticket: { readonly uuid: string }
}

/** Offers the first ticket. */
export const offerFirst = async (world: World, { order, ticket }: OwnTicket) => {
  const answer = await world.call(offerTicket, { ...holding(order), body: { ticket_uuid: ticket.uuid } })
  // A refusal has no data.
  const transfer = answer.body.data as typeof answer.body.data | undefined
  return { ...answer, transfer: { ...answer.body.data }, token: tokenOf(transfer?.url) }
}

export const seenOffer = (world: World, uuid: string, token: string) =>
  world.call(showTransfer, { params: { uuid }, query: { token } })

/** Accepts as a person who has typed the code that was sent to the phone. */
export const accept = async (world: World, uuid: string, token: string, phone = newPhone(), lang = 'he') => {
  const { method_id, code } = await requestLoginCode(world, phone, { purpose: 'transfer', subject_uuid: uuid })
  const body = { token, name: 'יעל ברק', phone, phone_proof: { method_id, code } }
  return world.call(acceptTransfer, { params: { uuid }, body, lang })
}

/** The first ticket as its new holder has it: its own link. */
export const acceptedBy = async (world: World, sale: OwnTicket, phone = newPhone(), lang?: string) => {
  const { transfer, token } = await offerFirst(world, sale)
  const answer = await accept(world, transfer.uuid, token, phone, lang)
  if (answer.error) throw new Error(`not accepted: ${answer.text}`)
  return { transfer, phone, url: answer.body.data.url }
}

/** The first ticket by a link of its own. */
export const byOwnLink = (world: World, { ticket }: Pick<OwnTicket, 'ticket'>, url: string) =>
  world.call(showSharedTicket, { params: { uuid: ticket.uuid }, query: { token: tokenOf(url) } })
