import { type BoxOfficeSale, sell } from '@kartis/contract/box-office.ts'
import {
  closeShift,
  createRegister,
  openShift,
  pairRegister,
  type Register,
  type Shift,
  showShift,
} from '@kartis/contract/registers.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { as } from './events.ts'
import type { Producer } from './people.ts'
import type { Answer, World } from './world.ts'

const replyOf = <R>(answer: Answer<R>): R => {
  if (answer.error) throw new Error(`refused: ${answer.text}`)
  return answer.body
}

/** A browser that is paired as a register. Call with `register.who`. */
export interface PairedRegister {
  readonly device: Register
  readonly token: string
  readonly who: { readonly token: string; readonly account: string; readonly headers: Readonly<Record<string, string>> }
}

/** Adds a register with a card reader; the reply has its pairing code. */
export const newRegister = async (
  world: World,
  producer: Producer,
  fields: Partial<BodyIn<typeof createRegister>> = {},
) => {
  const [terminal] = await world.payments.terminals.listFor(world.db, producer.account.uuid)
  return replyOf(
    await world.call(createRegister, {
      ...as(producer),
      body: {
        label: 'קופה 1',
        branch: 'כניסה ראשית',
        service: 'sale',
        terminal: terminal?.name ?? null,
        reader: '014',
        ...fields,
      },
    }),
  ).data
}

export const registerFor = async (
  world: World,
  producer: Producer,
  fields: Partial<BodyIn<typeof createRegister>> = {},
): Promise<PairedRegister> => {
  const { pairing } = await newRegister(world, producer, fields)
  const { device, token } = replyOf(
    await world.call(pairRegister, { ...as(producer), body: { code: pairing.code } }),
  ).data
  return { device, token, who: { ...as(producer), headers: { 'x-device-token': token } } }
}

export const shiftOf = async (world: World, register: PairedRegister, opening_cash = 200): Promise<Shift> =>
  replyOf(await world.call(openShift, { ...register.who, body: { opening_cash } })).data

export const reportOf = async (world: World, register: PairedRegister, shift: Shift) => {
  const { report } = replyOf(await world.call(showShift, { ...register.who, params: { uuid: shift.uuid } })).data
  if (!report) throw new Error('the shift has no report')
  return report
}

export const closeShiftOf = (world: World, register: PairedRegister, shift: Shift, counted_cash: number) =>
  world.call(closeShift, { ...register.who, params: { uuid: shift.uuid }, body: { counted_cash } })

interface Input {
  readonly quantity?: number
  readonly method?: 'cash' | 'terminal'
  readonly received?: number
  readonly phone?: string
  readonly total?: number
  readonly key?: string
}

/** Requests the sale of one ticket type of an event at a register. */
export const requestSale = (
  world: World,
  register: PairedRegister,
  { event, type }: { event: { uuid: string }; type: { uuid: string; price: number } },
  { quantity = 1, method = 'cash', received, phone, total, key }: Input = {},
) =>
  world.call(sell, {
    ...register.who,
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

export const sold = async (...args: Parameters<typeof requestSale>): Promise<BoxOfficeSale> =>
  replyOf(await requestSale(...args)).data
