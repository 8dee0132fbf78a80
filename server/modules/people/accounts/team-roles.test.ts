import {
  inviteMember,
  listMembers,
  removeMember,
  showAccount,
  updateAccount,
  updateMember,
} from '@kartis/contract/accounts.ts'
import { deleteEvent, listEvents } from '@kartis/contract/events.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draftEvent } from '../../../testing/events.ts'
import { joinAs, newPhone, producer, type Producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const of = (who: { token: string }, owner: Producer) => ({ token: who.token, account: owner.account.uuid })

const invite = (owner: Producer, phone: string, role: Role) =>
  world.call(inviteMember, { ...of(owner, owner), body: { role, phone_number: nationalPhone(phone) } })

const teamOf = async (who: { token: string }, owner: Producer) =>
  (await world.call(listMembers, of(who, owner))).body.data

const memberOf = async (owner: Producer, phone: string) => {
  const found = (await teamOf(owner, owner)).find(({ phone_number }) => phone_number === phone)
  if (!found) throw new Error(`${phone} is not in the team`)
  return found
}

describe('owners', () => {
  test('the creator of an account is its owner', async () => {
    const owner = await producer(world)
    expect(owner.account.role).toBe('owner')
    expect((await memberOf(owner, owner.phone)).role).toBe('owner')
  })

  test('a manager makes, changes and removes no owner', async () => {
    const owner = await producer(world)
    const manager = await joinAs(world, owner, 'manager')
    const by = of(manager, owner)
    const [ownerRow, managerRow] = [await memberOf(owner, owner.phone), await memberOf(owner, manager.phone)]
    const params = { uuid: ownerRow.uuid }
    const answers = [
      await world.call(updateMember, { ...by, params, body: { role: 'scanner' } }),
      await world.call(removeMember, { ...by, params }),
      await world.call(updateMember, { ...by, params: { uuid: managerRow.uuid }, body: { role: 'owner' } }),
      await world.call(inviteMember, { ...by, body: { role: 'owner', phone_number: nationalPhone(newPhone()) } }),
    ]
    expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => 'forbidden'))
    const seen = (await teamOf(manager, owner)).find(({ uuid }) => uuid === ownerRow.uuid)
    expect(seen?.can).toEqual({ change: false, remove: false, resend: false })
  })

  test('an owner makes a manager an owner and may then leave', async () => {
    const owner = await producer(world)
    const manager = await joinAs(world, owner, 'manager')
    const { uuid } = await memberOf(owner, manager.phone)
    const raised = await world.call(updateMember, { ...of(owner, owner), params: { uuid }, body: { role: 'owner' } })
    expect(raised.body.data.role).toBe('owner')
    const left = await world.call(removeMember, { ...of(owner, owner), params: { uuid: owner.user.uuid } })
    expect(left.status).toBe(200)
  })
})

describe('a membership of named events', () => {
  let owner: Producer
  let events: { uuid: string; name: string }[]
  beforeAll(async () => {
    owner = await producer(world)
    events = [
      await draftEvent(world, owner, { name: 'ערב ראשון' }),
      await draftEvent(world, owner, { name: 'ערב שני' }),
    ]
  })
  const [first, second] = [() => events[0]?.uuid ?? '', () => events[1]?.uuid ?? '']
  const change = (uuid: string, body: { role?: Role; event_uuids?: string[] | null }) =>
    world.call(updateMember, { ...of(owner, owner), params: { uuid }, body })

  test('is invited, joined and listed with its events', async () => {
    const member = await joinAs(world, owner, 'sales', { events: [first()] })
    const place = await memberOf(owner, member.phone)
    expect(place.events).toEqual([{ uuid: first(), name: 'ערב ראשון' }])
    expect((await memberOf(owner, owner.phone)).events).toBeNull()
  })

  test('is widened, narrowed and opened to all events, as an invitation too', async () => {
    const member = await joinAs(world, owner, 'scanner', { events: [first()] })
    const { uuid } = await memberOf(owner, member.phone)
    const names = async (body: Parameters<typeof change>[1]) =>
      (await change(uuid, body)).body.data.events?.map(({ name }) => name) ?? null
    expect(await names({ event_uuids: [first(), second()] })).toEqual(['ערב ראשון', 'ערב שני'])
    expect(await names({ role: 'manager' })).toEqual(['ערב ראשון', 'ערב שני'])
    expect(await names({ event_uuids: null })).toBeNull()
    const waiting = (await invite(owner, newPhone(), 'scanner')).body.data
    expect((await change(waiting.uuid, { event_uuids: [second()] })).body.data.events).toMatchObject([
      { name: 'ערב שני' },
    ])
  })

  test('becomes one of all events when its role becomes owner', async () => {
    const member = await joinAs(world, owner, 'manager', { events: [first()] })
    const { uuid } = await memberOf(owner, member.phone)
    expect((await change(uuid, { role: 'owner' })).body.data).toMatchObject({ role: 'owner', events: null })
    expect((await change(uuid, { event_uuids: [first()] })).error?.detail).toEqual({ event_uuids: ['invalid'] })
  })

  test('names only events of the account, and at least one', async () => {
    const other = await draftEvent(world, await producer(world))
    const body = { role: 'scanner' as const, phone_number: nationalPhone(newPhone()) }
    const foreign = await world.call(inviteMember, {
      ...of(owner, owner),
      body: { ...body, event_uuids: [other.uuid] },
    })
    expect(foreign.error?.detail).toEqual({ event_uuids: ['unknown_option'] })
    const none = await world.call(inviteMember, { ...of(owner, owner), body: { ...body, event_uuids: [] } })
    expect(none.error?.detail).toEqual({ event_uuids: ['required'] })
  })

  test('stays limited when its last event is deleted', async () => {
    const draft = await draftEvent(world, owner)
    const member = await joinAs(world, owner, 'manager', { events: [draft.uuid] })
    await world.call(deleteEvent, { ...of(owner, owner), params: { uuid: draft.uuid } })
    expect((await memberOf(owner, member.phone)).events).toEqual([])
    expect((await world.call(listEvents, of(member, owner))).body.meta.total).toBe(0)
  })

  test('does not manage the team', async () => {
    const member = await joinAs(world, owner, 'manager', { events: [first()] })
    expect((await world.call(listMembers, of(member, owner))).error?.code).toBe('forbidden')
  })
})

describe('finance', () => {
  test('sees the fee contract and the bank details, and changes no company detail', async () => {
    const owner = await producer(world)
    const member = await joinAs(world, owner, 'finance')
    const params = { uuid: owner.account.uuid }
    const shown = await world.call(showAccount, { token: member.token, params })
    expect(shown.body.data).toMatchObject({ tax_id: owner.account.tax_id, can: { edit: false, bank: true } })
    expect(shown.body.data.payment_methods).toHaveLength(1)
    expect(shown.body.data.accounts_contract?.handle_fee_cc_percent).toBe(5)
    const renamed = await world.call(updateAccount, { token: member.token, params, body: { name: 'שם אחר' } })
    expect(renamed.error?.code).toBe('forbidden')
    const bank = { bank_number: 10, bank_branch_number: '607', bank_account_number: '11710022' }
    const changed = await world.call(updateAccount, { token: member.token, params, body: { payment_methods: [bank] } })
    expect(changed.body.data.payment_methods[0]).toMatchObject({ bank_branch_number: '607' })
  })
})
