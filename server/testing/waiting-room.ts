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
import { roomsOf } from '../modules/selling/waiting-room/room-cache.ts'
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

/** What the refusal of a waiting room says: status, code, reason. */
export const reasonOf = ({ status, error }: Answer<unknown>) => [status, error?.code, error?.detail['reason']]

export const placeOf = (one: Waiting, { draw }: WaitingStatus) =>
  placeInLine(one.number, { size: draw.size, seed: draw.seed ?? '' })

/** People and producers around a waiting room. */
export const aroundRooms = (world: World, maker: () => Producer) => {
  const steer = async (uuid: string, body: BodyIn<typeof steerWaitingRoom>) =>
    done(await world.call(steerWaitingRoom, { ...as(maker()), params: { uuid }, body })).data

  /** An event on sale with a room; tickets are free, so that an order is paid with one call. */
  const saleWithRoom = async (input: BodyIn<typeof steerWaitingRoom>, offered = 100) => {
    const { event, type } = await eventOnSale(world, maker(), { type: { price: 0, sum_total_available: offered } })
    await steer(event.uuid, { work_bits: 0, ...input })
    return { uuid: event.uuid, type: type.uuid }
  }

  /** So many seconds pass, each of them seen to. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      world.clock.advance(1)
      await tickRooms(world.platform)
    }
  }

  const join = async (uuid: string, device = newDevice(), bearer?: string): Promise<Waiting> => {
    const { place } = done(await world.call(joinLine, { params: { uuid }, body: { device }, token: bearer })).data
    if (!place) throw new Error('nobody waits here')
    return { device, ...place }
  }

  const status = async (uuid: string): Promise<WaitingStatus> => {
    await roomsOf(world.platform).refresh()
    return done(await world.call(showWaitingStatus, { params: { uuid } })).data
  }

  const enter = (uuid: string, { device, token }: Pick<Waiting, 'device' | 'token'>) =>
    world.call(enterSale, { params: { uuid }, body: { device, token } })

  return {
    steer,
    saleWithRoom,
    pass,
    join,
    status,
    enter,
    crowd: (uuid: string, count: number) => Promise.all(Array.from({ length: count }, () => join(uuid))),
    passOf: async (uuid: string, one: Waiting): Promise<string> => done(await enter(uuid, one)).data.pass,
    buy: (uuid: string, type: string, given: { pass: string; device: string }, quantity = 1, idempotencyKey?: string) =>
      world.call(reserve, {
        ...(idempotencyKey && { idempotencyKey }),
        headers: { 'x-waiting-pass': given.pass, 'x-waiting-device': given.device },
        body: { event_uuid: uuid, items: [{ events_ticket_uuid: type, quantity }] },
      }),
  }
}
