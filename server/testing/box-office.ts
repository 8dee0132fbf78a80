import { type CounterSale, sell } from '@kartis/contract/box-office.ts'
import {
  closeShift,
  createDevice,
  openShift,
  pairDevice,
  type PosDevice,
  type Shift,
  showShift,
} from '@kartis/contract/registers.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { settlementHandlerOf } from '../modules/payments/payments/index.ts'
import { as } from './events.ts'
import type { Producer } from './people.ts'
import type { Answer, World } from './world.ts'

const done = <R>(answer: Answer<R>): R => {
  if (answer.error) throw new Error(`refused: ${answer.text}`)
  return answer.body
}

/** A browser that is a till. Call with `till.who`. */
export interface Till {
  readonly device: PosDevice
  readonly token: string
  readonly who: { readonly token: string; readonly account: string; readonly headers: Readonly<Record<string, string>> }
}

/** Adds a till with a card reader; its pairing code comes with it. */
export const newTill = async (world: World, boss: Producer, fields: Partial<BodyIn<typeof createDevice>> = {}) =>
  done(
    await world.call(createDevice, {
      ...as(boss),
      body: {
        label: 'קופה 1',
        branch: 'כניסה ראשית',
        service: 'sale',
        terminal: settlementHandlerOf(world.platform).terminal,
        reader: '014',
        ...fields,
      },
    }),
  ).data

export const tillFor = async (
  world: World,
  boss: Producer,
  fields: Partial<BodyIn<typeof createDevice>> = {},
): Promise<Till> => {
  const { pairing } = await newTill(world, boss, fields)
  const { device, token } = done(await world.call(pairDevice, { ...as(boss), body: { code: pairing.code } })).data
  return { device, token, who: { ...as(boss), headers: { 'x-device-token': token } } }
}

export const shiftOf = async (world: World, till: Till, opening_cash = 200): Promise<Shift> =>
  done(await world.call(openShift, { ...till.who, body: { opening_cash } })).data

export const reportOf = async (world: World, till: Till, shift: Shift) => {
  const { report } = done(await world.call(showShift, { ...till.who, params: { uuid: shift.uuid } })).data
  if (!report) throw new Error('a shift without a report')
  return report
}

export const closed = (world: World, till: Till, shift: Shift, counted_cash: number) =>
  world.call(closeShift, { ...till.who, params: { uuid: shift.uuid }, body: { counted_cash } })

interface Input {
  readonly quantity?: number
  readonly method?: 'cash' | 'terminal'
  readonly received?: number
  readonly phone?: string
  readonly total?: number
  readonly key?: string
}

/** Asks to sell one ticket type of an event over the counter. */
export const askToSell = (
  world: World,
  till: Till,
  { event, type }: { event: { uuid: string }; type: { uuid: string; price: number } },
  { quantity = 1, method = 'cash', received, phone, total, key }: Input = {},
) =>
  world.call(sell, {
    ...till.who,
    ...(key && { idempotencyKey: key }),
    body: {
      event_uuid: event.uuid,
      items: [{ events_ticket_uuid: type.uuid, quantity }],
      total_amount: total ?? Math.round(type.price * quantity * 100) / 100,
      method,
      ...(received !== undefined && { received }),
      ...(phone && { buyer: { phone } }),
    },
  })

export const sold = async (...args: Parameters<typeof askToSell>): Promise<CounterSale> =>
  done(await askToSell(...args)).data
