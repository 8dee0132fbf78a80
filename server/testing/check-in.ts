import { scanTicket } from '@kartis/contract/admission.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { type Producer, person, type SignedIn } from './people.ts'
import type { World } from './world.ts'

/** A member of a producer's team who may only scan. Call with `{ token, account: producer.account.uuid }`. */
export const scannerOf = async (world: World, maker: Producer): Promise<SignedIn> => {
  const scanner = await person(world)
  await world.db
    .insertInto('account_members')
    .values({ id: world.platform.newId(), account_id: maker.account.uuid, user_id: scanner.user.uuid, role: 'scanner' })
    .execute()
  return scanner
}

/** One scan at the door of an event. */
export const scan = (
  world: World,
  who: { readonly token: string; readonly account: string },
  event: { readonly uuid: string },
  ticket: string,
  more: Omit<BodyIn<typeof scanTicket>, 'ticket_uuid'> = {},
) => world.call(scanTicket, { ...who, params: { uuid: event.uuid }, body: { ticket_uuid: ticket, ...more } })
