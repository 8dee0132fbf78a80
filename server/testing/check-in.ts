import { scanTicket } from '@kartis/contract/admission.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { type Producer, person, type SignedIn } from './people.ts'
import type { World } from './world.ts'

/** A member of a producer's team who may only scan. Call with `{ token, account: producer.account.uuid }`. */
export const scannerOf = async (world: World, producer: Producer): Promise<SignedIn> => {
  const scanner = await person(world)
  await world.db
    .insertInto('account_members')
    .values({
      id: world.platform.newId(),
      account_id: producer.account.uuid,
      user_id: scanner.user.uuid,
      role: 'scanner',
    })
    .execute()
  return scanner
}

/** Scans a ticket at an event's entrance. */
export const scan = (
  world: World,
  who: { readonly token: string; readonly account: string },
  event: { readonly uuid: string },
  ticket: string,
  fields: Omit<BodyIn<typeof scanTicket>, 'ticket_uuid'> = {},
) => world.call(scanTicket, { ...who, params: { uuid: event.uuid }, body: { ticket_uuid: ticket, ...fields } })
