import { acceptInvite, inviteMember, removeMember, updateAccount, updateMember } from '@kartis/contract/accounts.ts'
import { exportMyOrders } from '@kartis/contract/customer-orders.ts'
import { exportMe } from '@kartis/contract/data-rights.ts'
import { authenticate, logout } from '@kartis/contract/auth.ts'
import { createRegister, revokeRegister } from '@kartis/contract/registers.ts'
import { createEvent, exportEvents } from '@kartis/contract/events.ts'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { listSecurityLog, type SecurityLogEntry } from '@kartis/contract/security-log.ts'
import { maskedPhone, nationalPhone } from '@kartis/domain/phone.ts'
import { accountPayload } from '@kartis/testing/account-payload.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { joinAs, newPhone, person, producer, type Producer, requestLoginCode, signIn } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { deleteOldEntries } from './log-queries.ts'
import { logSecurity } from './log-security.ts'

let world: World
let gateway: TestGateway
beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

const [bank] = accountPayload.payment_methods
if (!bank) throw new Error('the payload has bank details')

const logOf = async (owner: Producer, filter = {}): Promise<SecurityLogEntry[]> => {
  const answer = await world.call(listSecurityLog, { ...as(owner), query: { filter, per_page: 100 } })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const actsOf = async (owner: Producer, filter = {}) => (await logOf(owner, filter)).map(({ act }) => act)

const changeBank = ({ token, account }: Producer) =>
  world.call(updateAccount, { token, params: { uuid: account.uuid }, body: { payment_methods: [bank] } })

const wrongCode = async (phone: string, times = 1) => {
  const { method_id, code } = await requestLoginCode(world, phone)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let n = 0; n < times; n++) await world.call(authenticate, { body: { method_id, code: wrong } })
}

describe('the security log', () => {
  test('has the sign-ins of members since they joined: success, failure and lockout', async () => {
    const owner = await producer(world)
    const member = await joinAs(world, owner, 'scanner')
    await wrongCode(member.phone, 5)
    await signIn(world, member.phone)
    const entries = (await logOf(owner, { kind: 'sign_in' })).filter(({ by }) => by?.uuid === member.user.uuid)
    expect(entries.slice(0, 6).map(({ act, result }) => `${act} ${result}`)).toEqual([
      'sign_in.signed_in done',
      'sign_in.code_locked refused',
      ...Array<string>(4).fill('sign_in.code_refused refused'),
    ])
  })

  test('says who changed bank details, by name and hashed network, and not which', async () => {
    const owner = await producer(world)
    expect((await changeBank(owner)).status).toBe(200)
    const [entry] = await logOf(owner, { kind: 'bank' })
    expect(entry).toMatchObject({
      act: 'bank.changed',
      result: 'done',
      by: { uuid: owner.user.uuid, name: 'נועה לוי' },
    })
    expect(entry?.address).toMatch(/^[\w-]{12}$/)
    expect(JSON.stringify(await logOf(owner))).not.toContain(bank.bank_account_number)
  })

  test('follows the team: invited, joined, changed, removed and left', async () => {
    const owner = await producer(world)
    const phone = newPhone()
    const body = { role: 'scanner' as const, phone_number: nationalPhone(phone) }
    const invited = await world.call(inviteMember, { ...as(owner), body })
    const member = await person(world, phone, { first_name: 'דן', last_name: 'כהן' })
    const params = { uuid: invited.body.data.uuid }
    await world.call(acceptInvite, { token: member.token, params })
    const [row] = await world.db
      .selectFrom('account_members')
      .selectAll()
      .where('user_id', '=', member.user.uuid)
      .execute()
    const own = { uuid: row?.id ?? '' }
    await world.call(updateMember, { ...as(owner), params: own, body: { role: 'sales' } })
    await world.call(removeMember, { token: member.token, account: owner.account.uuid, params: own })
    const entries = await logOf(owner, { kind: 'team' })
    expect(entries.map(({ act }) => act)).toEqual(['team.left', 'team.changed', 'team.joined', 'team.invited'])
    expect(entries[1]).toMatchObject({ target_name: 'דן כהן', detail: { role: 'sales', before: 'scanner' } })
  })

  test('has calls that were denied to a role, once a minute, and exports', async () => {
    const owner = await producer(world)
    const scanner = await joinAs(world, owner, 'scanner')
    const call = { token: scanner.token, account: owner.account.uuid }
    for (let n = 0; n < 3; n++) expect((await world.call(exportEvents, call)).status).toBe(403)
    await world.call(exportEvents, as(owner))
    const denied = await logOf(owner, { kind: 'access' })
    expect(denied).toHaveLength(1)
    const by = { uuid: scanner.user.uuid, name: maskedPhone(scanner.phone) }
    expect(denied[0]).toMatchObject({ by, target: 'GET /v1/producer/events/export' })
    expect(await actsOf(owner, { kind: 'export' })).toEqual(['export.exported'])
  })

  test('has no exports of what is a member’s own, whether or not the call names the account', async () => {
    const owner = await producer(world)
    const member = await joinAs(world, owner, 'sales')
    for (const call of [{ token: member.token }, { token: member.token, account: owner.account.uuid }]) {
      expect((await world.call(exportMyOrders, call)).status).toBe(200)
      expect((await world.call(exportMe, call)).status).toBe(200)
    }
    expect(await actsOf(owner, { kind: 'export' })).toEqual([])
    expect((await world.call(exportEvents, { token: owner.token })).status).toBe(200)
    expect(await actsOf(owner, { kind: 'export' })).toEqual(['export.exported'])
  })

  test('has refunds and changes of registers', async () => {
    const owner = await producer(world)
    const { event, type } = await eventOnSale(world, owner, { type: { price: 100 } })
    const order = await boughtByCard(world, gateway, { event, type })
    const cancelled = await world.call(cancelOrder, {
      ...as(owner),
      params: { uuid: order.uuid },
      body: { refund: true, reason: 'בקשת הקונה' },
    })
    expect(cancelled.status).toBe(200)
    const [refund] = await logOf(owner, { kind: 'refund' })
    expect(refund).toMatchObject({ target: order.uuid, detail: { amount: 10_000 } })

    const made = await world.call(createRegister, { ...as(owner), body: { label: 'כניסה', branch: 'יפו' } })
    const params = { uuid: made.body.data.device.uuid }
    await world.call(revokeRegister, { ...as(owner), params })
    expect(await actsOf(owner, { kind: 'terminal' })).toEqual(['terminal.revoked', 'terminal.created'])
  })

  test('is filtered by result and person, and paged', async () => {
    const owner = await producer(world)
    await wrongCode(owner.phone)
    expect(await actsOf(owner, { result: 'refused' })).toEqual(['sign_in.code_refused'])
    expect(await actsOf(owner, { user_uuid: owner.account.uuid })).toEqual([])
    const page = await world.call(listSecurityLog, { ...as(owner), query: { per_page: 1, page: 2 } })
    expect(page.body.meta).toMatchObject({ per_page: 1, current_page: 2 })
    expect(page.body.data).toHaveLength(1)
  })

  test('is for owners: a manager is refused, a stranger has no such account', async () => {
    const owner = await producer(world)
    const manager = await joinAs(world, owner, 'manager')
    const call = { token: manager.token, account: owner.account.uuid }
    expect((await world.call(listSecurityLog, call)).error?.code).toBe('forbidden')
    const stranger = await producer(world)
    const foreign = { token: stranger.token, account: owner.account.uuid }
    expect((await world.call(listSecurityLog, foreign)).error?.code).toBe('wrong_workspace')
  })

  test('contains no code, token or phone of a sign-in', async () => {
    const owner = await producer(world)
    const { method_id, code } = await requestLoginCode(world, owner.phone)
    const { token } = (await world.call(authenticate, { body: { method_id, code } })).body.data
    await world.call(logout, { token })
    const rows = JSON.stringify(await world.db.selectFrom('security_log').selectAll().execute())
    for (const secret of [code, token, owner.token, owner.phone]) expect(rows).not.toContain(`"${secret}"`)
    expect(await actsOf(owner, { kind: 'session' })).toEqual(['session.signed_out'])
  })

  test('cannot be changed, nor deleted before its time', async () => {
    const owner = await producer(world)
    await changeBank(owner)
    const refused = /append-only/
    await expect(sql`update security_log set act = 'bank.changed'`.execute(world.db)).rejects.toThrow(refused)
    await expect(sql`delete from security_log`.execute(world.db)).rejects.toThrow(refused)
    const entry = {
      act: 'bank.changed',
      userId: owner.user.uuid,
      network: null,
      accountId: owner.account.uuid,
    } as const
    const old = new Date(Date.now() - 750 * 86_400_000)
    await logSecurity(world.platform, world.db, { ...entry, now: old })
    expect(await actsOf(owner, { kind: 'bank' })).toHaveLength(2)
    await deleteOldEntries(world.db, new Date(Date.now() - 731 * 86_400_000))
    expect(await actsOf(owner, { kind: 'bank' })).toHaveLength(1)
  })

  test('has no entry of a change that was rolled back', async () => {
    const owner = await producer(world)
    const before = await actsOf(owner)
    const wrong = { ...bank, bank_number: 1 }
    const body = { payment_methods: [wrong] }
    expect(
      (await world.call(updateAccount, { token: owner.token, params: { uuid: owner.account.uuid }, body })).status,
    ).toBe(422)
    expect(await actsOf(owner)).toEqual(before)
    expect((await world.call(createEvent, { ...as(owner), body: {} as never })).status).toBe(422)
  })
})

describe('owners and managers', () => {
  const noticesTo = async (to: string): Promise<string[]> => {
    const rows = await world.db
      .selectFrom('messages')
      .select(['text'])
      .where('to', '=', to)
      .where('template', '=', 'account_changed')
      .orderBy('id')
      .execute()
    return rows.map(({ text }) => text)
  }
  /** A person with an e-mail of their own, by which notices come. */
  const withEmail = async (userId: string): Promise<string> => {
    const email = `${userId}@example.co.il`
    await world.db.updateTable('users').set({ email }).where('id', '=', userId).execute()
    return email
  }

  test('hear of new bank details by e-mail or SMS, with who and the last digits only', async () => {
    const owner = await producer(world)
    const email = await withEmail(owner.user.uuid)
    const manager = await joinAs(world, owner, 'manager')
    const scanner = await joinAs(world, owner, 'scanner')
    const number = '12345678'
    const body = { payment_methods: [{ ...bank, bank_account_number: number }] }
    await world.call(updateAccount, { token: owner.token, params: { uuid: owner.account.uuid }, body })
    const [mail, sms] = [(await noticesTo(email)).at(-1) ?? '', (await noticesTo(manager.phone)).at(-1) ?? '']
    for (const text of [mail, sms]) {
      expect(text).toContain('5678')
      expect(text).toContain('נועה לוי')
      expect(text).not.toContain(number)
    }
    expect(await noticesTo(scanner.phone)).toEqual([])
  })

  test('hear of members who join, change and leave; who loses the role hears of it too', async () => {
    const owner = await producer(world)
    const email = await withEmail(owner.user.uuid)
    const manager = await joinAs(world, owner, 'manager')
    expect(await noticesTo(email)).toHaveLength(1)
    const [row] = await world.db
      .selectFrom('account_members')
      .selectAll()
      .where('user_id', '=', manager.user.uuid)
      .execute()
    const params = { uuid: row?.id ?? '' }
    await world.call(updateMember, { ...as(owner), params, body: { role: 'sales' } })
    expect(await noticesTo(email)).toHaveLength(2)
    expect((await noticesTo(manager.phone)).at(-1)).toContain('מכירות')
    await world.call(removeMember, { ...as(owner), params })
    expect(await noticesTo(email)).toHaveLength(3)
    expect(await noticesTo(manager.phone)).toHaveLength(2)
  })
})

test('changes of the team ask for a fresh proof after ten minutes', async () => {
  const owner = await producer(world)
  const member = await joinAs(world, owner, 'scanner')
  const [row] = await world.db
    .selectFrom('account_members')
    .selectAll()
    .where('user_id', '=', member.user.uuid)
    .execute()
  const params = { uuid: row?.id ?? '' }
  world.clock.advance(601)
  const invite = { role: 'manager' as const, phone_number: nationalPhone(newPhone()) }
  const answers = [
    await world.call(updateMember, { ...as(owner), params, body: { role: 'manager' } }),
    await world.call(removeMember, { ...as(owner), params }),
    await world.call(inviteMember, { ...as(owner), body: invite }),
  ]
  expect(answers.map(({ error, status }) => `${status} ${error?.code}`)).toEqual(Array(3).fill('403 proof_required'))
})
