import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { reserve } from '@kartis/contract/public-orders.ts'
import {
  enterSale,
  joinLine,
  showWaitingStatus,
  steerWaitingRoom,
  type WaitingStatus,
} from '@kartis/contract/waiting-room.ts'
import { placeInLine } from '@kartis/domain/waiting-room.ts'
import { tickRooms } from '../modules/selling/waiting-room/admit-waiting.ts'
import { as, eventOnSale } from './events.ts'
import type { Producer } from './people.ts'
import type { Answer, World } from './world.ts'

export const done = <R>(answer: Answer<R>): R => {
  if (answer.error) throw new Error(`refused: ${answer.text}`)
  return answer.body
}

export interface Waiting {
  readonly device: string
  readonly token: string
  readonly number: number
  readonly round: number
}

let devices = 0
export const newDevice = () => `device-of-somebody-${String(++devices).padStart(6, '0')}`

/** Status, code and reason of a refusal by a waiting room. */
export const reasonOf = ({ status, error }: Answer<unknown>) => [status, error?.code, error?.detail['reason']]

export const placeOf = ({ number }: Waiting, { draw }: WaitingStatus) =>
  placeInLine(number, { size: draw.size, seed: draw.seed ?? '' })

/** Actions of buyers and producers on waiting rooms. */
export const waitingRoomActions = (world: World, owner: () => Producer) => {
  const steer = async (uuid: string, body: BodyIn<typeof steerWaitingRoom>) =>
    done(await world.call(steerWaitingRoom, { ...as(owner()), params: { uuid }, body })).data

  /** An event on sale with a waiting room; tickets are free, so that an order is paid with one call. */
  const saleWithRoom = async (input: BodyIn<typeof steerWaitingRoom>, offered = 100) => {
    const { event, type } = await eventOnSale(world, owner(), { type: { price: 0, sum_total_available: offered } })
    await steer(event.uuid, { work_bits: 0, ...input })
    return { uuid: event.uuid, type: type.uuid }
  }

  /** Advances the clock by so many seconds, with a tick in each. */
  const passSeconds = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      world.clock.advance(1)
      await tickRooms(world.waitingRooms)
    }
  }

  const join = async (uuid: string, device = newDevice(), bearer?: string): Promise<Waiting> => {
    const { place } = done(await world.call(joinLine, { params: { uuid }, body: { device }, token: bearer })).data
    if (!place) throw new Error('the event has no waiting room')
    return { device, ...place }
  }

  const status = async (uuid: string): Promise<WaitingStatus> => {
    await world.waitingRooms.rooms.refresh()
    return done(await world.call(showWaitingStatus, { params: { uuid } })).data
  }

  const enter = (uuid: string, { device, token }: Pick<Waiting, 'device' | 'token'>) =>
    world.call(enterSale, { params: { uuid }, body: { device, token } })

  return {
    steer,
    saleWithRoom,
    passSeconds,
    join,
    status,
    enter,
    crowd: (uuid: string, count: number) => Promise.all(Array.from({ length: count }, () => join(uuid))),
    passOf: async (uuid: string, place: Waiting): Promise<string> => done(await enter(uuid, place)).data.pass,
    buy: (
      uuid: string,
      type: string,
      holder: { pass: string; device: string },
      quantity = 1,
      idempotencyKey?: string,
    ) =>
      world.call(reserve, {
        ...(idempotencyKey && { idempotencyKey }),
        headers: { 'x-waiting-pass': holder.pass, 'x-waiting-device': holder.device },
        body: { event_uuid: uuid, items: [{ events_ticket_uuid: type, quantity }] },
      }),
  }
}
