import {
  createRegister,
  listRegisters,
  newPairingCode,
  openShift,
  pairRegister,
  revokeRegister,
  showRegister,
  updateRegister,
} from '@kartis/contract/registers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeShiftOf, newRegister, shiftOf, registerFor } from '../../../testing/box-office.ts'
import { scannerOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const pair = (code: string, who: Producer = owner) => world.call(pairRegister, { ...as(who), body: { code } })

describe('a register', () => {
  it('a register is paired with a browser by its code, and is recognised from then on', async () => {
    const { device, pairing } = await newRegister(world, owner)
    expect(device).toMatchObject({ status: 'waiting', branch: 'כניסה ראשית', label: 'קופה 1', reader: '014' })
    expect(pairing.code).toMatch(/^\d{8}$/)
    const paired = (await pair(`${pairing.code.slice(0, 4)} ${pairing.code.slice(4)}`)).body.data
    expect(paired.device).toMatchObject({ uuid: device.uuid, status: 'paired' })
    const register = await world.call(showRegister, { ...as(owner), headers: { 'x-device-token': paired.token } })
    expect(register.body.data).toMatchObject({ device: { uuid: device.uuid }, shift: null, seller: 'נועה לוי' })
  })

  it('neither the code nor the secret of a register is stored in the database', async () => {
    const { device, pairing } = await newRegister(world, owner)
    const before = await world.db.selectFrom('registers').selectAll().where('id', '=', device.uuid).execute()
    expect(JSON.stringify(before)).not.toContain(pairing.code)
    const { token } = (await pair(pairing.code)).body.data
    const after = await world.db.selectFrom('registers').selectAll().where('id', '=', device.uuid).execute()
    expect(JSON.stringify(after)).not.toContain(token.split('.')[1])
  })

  it('a code pairs a register once, however many browsers use it at the same moment', async () => {
    const { pairing } = await newRegister(world, owner)
    const answers = await Promise.all(Array.from({ length: 6 }, () => pair(pairing.code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await pair(pairing.code)).error?.code).toBe('code_wrong')
  })

  it('a register is not paired after ten minutes, by a wrong code, or from another account', async () => {
    const { pairing } = await newRegister(world, owner)
    expect((await pair(pairing.code, await producer(world))).error?.code).toBe('code_wrong')
    expect((await pair('00000000')).error?.code).toBe('code_wrong')
    world.clock.advance(10 * 60)
    expect((await pair(pairing.code)).error?.code).toBe('code_expired')
  })

  it('a register with a new code is taken over by the browser that uses it', async () => {
    const old = await registerFor(world, owner)
    const code = await world.call(newPairingCode, { ...as(owner), params: { uuid: old.device.uuid } })
    expect((await world.call(showRegister, old.who)).status).toBe(200)
    expect((await pair(code.body.data.code)).status).toBe(200)
    expect((await world.call(showRegister, old.who)).error?.code).toBe('device_unpaired')
  })

  it('a register is renamed, moved to another branch, and charges only on a terminal that exists', async () => {
    const { device } = await newRegister(world, owner)
    const change = (body: Record<string, unknown>) =>
      world.call(updateRegister, { ...as(owner), params: { uuid: device.uuid }, body })
    expect((await change({ label: 'קופה 2', branch: 'שער מזרחי' })).body.data).toMatchObject({
      label: 'קופה 2',
      branch: 'שער מזרחי',
    })
    expect((await change({ terminal: 'elsewhere' })).error?.detail).toEqual({ terminal: ['unknown_option'] })
    expect((await change({ label: ' ' })).error?.detail).toEqual({ label: ['required'] })
    expect((await change({ terminal: null, reader: '' })).body.data).toMatchObject({ terminal: null, reader: null })
  })

  it('a revoked register sells no more, and is revoked only after its cash was counted', async () => {
    const register = await registerFor(world, owner)
    const shift = await shiftOf(world, register)
    const revoke = () => world.call(revokeRegister, { ...as(owner), params: { uuid: register.device.uuid } })
    expect((await revoke()).error).toMatchObject({ code: 'shift_state', detail: { shift: 'open' } })
    await closeShiftOf(world, register, shift, 200)
    expect((await revoke()).body.data.status).toBe('revoked')
    expect((await world.call(openShift, { ...register.who, body: { opening_cash: 0 } })).error?.code).toBe(
      'device_unpaired',
    )
  })

  it('a register belongs to its account, and is not for scanners', async () => {
    const register = await registerFor(world, owner)
    const stranger = await producer(world)
    const answer = await world.call(showRegister, { ...as(stranger), headers: register.who.headers })
    expect(answer.error?.code).toBe('device_unpaired')
    expect((await world.call(listRegisters, as(stranger))).body.data).toEqual([])
    const scanner = await scannerOf(world, owner)
    const who = { token: scanner.token, account: owner.account.uuid }
    const body = { label: 'קופה', branch: 'שער' }
    expect((await world.call(createRegister, { ...who, body })).error?.code).toBe('forbidden')
    expect((await world.call(showRegister, { ...who, headers: register.who.headers })).error?.code).toBe('forbidden')
  })
})
