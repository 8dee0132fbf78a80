import type { uploadScans } from '@kartis/contract/admission.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { closeConflict, explainConflict, showGateBoard } from '@kartis/contract/gate-board.ts'
import { entryBefore, leadOf, scannerOf, type soldEventOf, uploadTo } from './check-in.ts'
import { as } from './events.ts'
import { type Producer, producer } from './people.ts'
import type { World } from './world.ts'

export type Sold = Awaited<ReturnType<typeof soldEventOf>>
type Scans = BodyIn<typeof uploadScans>['scans']
interface Caller {
  readonly token: string
  readonly account: string
}

export type OpenBoard = Awaited<ReturnType<typeof openBoard>>

/** A producer with a lead and a scanner, and the calls by which entries reach the board and conflicts are settled. */
export const openBoard = async (world: World) => {
  const owner: Producer = await producer(world)
  const ofTeam = ({ token }: { readonly token: string }): Caller => ({ token, account: owner.account.uuid })
  const [lead, scanner] = [ofTeam(await leadOf(world, owner)), ofTeam(await scannerOf(world, owner))]
  /** The board as of now: what was remembered is older than two seconds. */
  const board = async ({ event }: Sold, who: { token: string; account?: string } = as(owner)) => {
    world.clock.advance(3)
    return world.call(showGateBoard, { ...who, params: { uuid: event.uuid } })
  }
  return {
    owner,
    lead,
    scanner,
    board,
    shownTo: async (sold: Sold) => (await board(sold)).body.data,
    upload: ({ event }: Sold, device: string, scans: Scans) => uploadTo(world, scanner, event, device, scans),
    entry: (device_seq: number, ticket_uuid: string, minutesAgo: number, more = {}): Scans[number] =>
      entryBefore(world, minutesAgo, { device_seq, ticket_uuid, ...more }),
    explain: ({ event }: Sold, scan_uuid: string, who = as(owner), body: object = { reason: 'passed_on' }) =>
      world.call(explainConflict, {
        ...who,
        params: { uuid: event.uuid, scan_uuid },
        body: body as { reason: 'approved' },
      }),
    close: ({ event }: Sold, scan_uuid: string, who = as(owner)) =>
      world.call(closeConflict, { ...who, params: { uuid: event.uuid, scan_uuid }, body: {} }),
  }
}
