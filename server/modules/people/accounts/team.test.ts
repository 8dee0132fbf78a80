import {
  acceptInvite,
  declineInvite,
  inviteMember,
  listInvites,
  listMembers,
  removeMember,
  updateMember,
} from '@kartis/contract/accounts.ts'
import { init } from '@kartis/contract/auth.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAs, newPhone, person, producer, type Producer, signIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { plugin as attachments } from '../attachments/index.ts'
import { auth } from '../../../testing/auth.ts'
import { plugin } from './index.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [auth, attachments, plugin] })
})
afterAll(() => world.close())

const of = (who: { token: string }, owner: Producer) => ({ token: who.token, account: owner.account.uuid })

const invite = (owner: Producer, phone: string, role: Role = 'scanner') =>
  world.call(inviteMember, { ...of(owner, owner), body: { role, phone_number: nationalPhone(phone) } })

const teamOf = async (who: { token: string }, owner: Producer) =>
  (await world.call(listMembers, of(who, owner))).body.data

const memberOf = async (owner: Producer, phone: string) => {
  const found = (await teamOf(owner, owner)).find(({ phone_number }) => phone_number === phone)
  if (!found) throw new Error(`${phone} is not in the team`)
  return found
}

test('an invited phone gets an SMS, finds the invitation after signing in and joins', async () => {
  const owner = await producer(world, newPhone(), 'מועדון הצוללת')
  const phone = newPhone()
  const invited = await invite(owner, phone)
  expect(invited.status).toBe(201)
  expect(invited.body.data).toMatchObject({ status: 'pending', role: 'scanner', phone_number: phone, user: null })
  const sms = await world.db.selectFrom('messages').select('text').where('to', '=', phone).executeTakeFirstOrThrow()
  expect(sms.text).toContain('מועדון הצוללת')
  expect(sms.text).toContain(world.platform.settings.publicUrl)

  const guest = await person(world, phone, { first_name: 'יוסי', last_name: 'כהן' })
  const start = await world.call(init, { token: guest.token, params: { app_name: 'producer' } })
  expect(start.body.data.status.pending_invites).toBe(1)
  const waiting = await world.call(listInvites, { token: guest.token })
  expect(waiting.body.data).toMatchObject([
    { role: 'scanner', account: { name: 'מועדון הצוללת' }, invited_by: 'נועה לוי' },
  ])
  const uuid = waiting.body.data[0]?.uuid ?? ''
  const joined = await world.call(acceptInvite, { token: guest.token, params: { uuid } })
  expect(joined.body.data).toEqual({
    account: { uuid: owner.account.uuid, name: 'מועדון הצוללת' },
    role: 'scanner',
  })
  expect(await memberOf(owner, phone)).toMatchObject({ status: 'active', user: { name: 'יוסי כהן' } })
  const again = await world.call(acceptInvite, { token: guest.token, params: { uuid } })
  expect(again.error?.code).toBe('invite_closed')
})

test('the list shows members first, then those invited, and can be filtered', async () => {
  const owner = await producer(world)
  const [scanner, waiting] = [newPhone(), newPhone()]
  await joinAs(world, owner, 'scanner', { phone: scanner })
  await invite(owner, waiting, 'manager')
  const team = await teamOf(owner, owner)
  expect(team.map(({ phone_number, status, is_me }) => [phone_number, status, is_me])).toEqual([
    [owner.phone, 'active', true],
    [scanner, 'active', false],
    [waiting, 'pending', false],
  ])
  expect(team[0]?.can).toEqual({ change: false, remove: false, resend: false })
  expect(team[2]?.can).toEqual({ change: true, remove: true, resend: true })
  const pending = await world.call(listMembers, { ...of(owner, owner), query: { filter: { status: 'pending' } } })
  expect(pending.body.meta.total).toBe(1)
})

test('the same phone invited again is one invitation, with the newer role and another SMS', async () => {
  const owner = await producer(world)
  const phone = newPhone()
  const first = await invite(owner, phone, 'scanner')
  const second = await invite(owner, phone, 'manager')
  expect(second.body.data.uuid).toBe(first.body.data.uuid)
  expect(second.body.data.role).toBe('manager')
  const sent = await world.db.selectFrom('messages').select('id').where('to', '=', phone).execute()
  expect(sent).toHaveLength(2)
})

test('a member is not invited again, nor a number that cannot get an SMS', async () => {
  const owner = await producer(world)
  expect((await invite(owner, owner.phone)).error?.code).toBe('already_member')
  const bad = await world.call(inviteMember, { ...of(owner, owner), body: { role: 'scanner', phone_number: '12' } })
  expect(bad.error?.detail).toEqual({ phone_number: ['invalid_phone'] })
  const role = await world.http(
    'POST',
    '/api/v1/account/members',
    { role: 'chief', phone_number: '0502345678' },
    of(owner, owner),
  )
  expect(role.error?.detail).toEqual({ role: ['unknown_option'] })
})

test('an invited person joins with a name alone, without a sign-up, and works in the account', async () => {
  const owner = await producer(world)
  const guest = await signIn(world)
  const { body } = await invite(owner, guest.phone)
  const sms = await world.db.selectFrom('messages').select('text').where('to', '=', guest.phone).execute()
  expect(sms.map(({ text }) => text).join(' ')).toContain('/join')
  const accept = (name: { first_name: string; last_name: string }) =>
    world.call(acceptInvite, { token: guest.token, params: { uuid: body.data.uuid }, body: name })
  const wrong = await accept({ first_name: 'י', last_name: 'כהן' })
  expect(wrong.error).toMatchObject({ code: 'validation', detail: { first_name: ['invalid_name'] } })
  expect((await accept({ first_name: ' יוסי ', last_name: 'כהן' })).status).toBe(200)
  expect(await memberOf(owner, guest.phone)).toMatchObject({ status: 'active', user: { name: 'יוסי כהן' } })
  const start = await world.call(init, { ...of(guest, owner), params: { app_name: 'producer' } })
  expect(start.body.data).toMatchObject({
    user: { is_signup_complete: false, name: 'יוסי כהן', id_number: null, email: null },
    account: { role: 'scanner', can: { 'ticket.scan': true, 'report.read': false } },
  })
})

test('a name that somebody has already is not replaced by accepting an invitation', async () => {
  const owner = await producer(world)
  const guest = await person(world, newPhone(), { first_name: 'רות', last_name: 'לוי' })
  const { body } = await invite(owner, guest.phone)
  const name = { first_name: 'אחר', last_name: 'לגמרי' }
  await world.call(acceptInvite, { token: guest.token, params: { uuid: body.data.uuid }, body: name })
  expect(await memberOf(owner, guest.phone)).toMatchObject({ user: { name: 'רות לוי' } })
})

test('only the invited phone finds the invitation', async () => {
  const owner = await producer(world)
  const { body } = await invite(owner, newPhone())
  const other = await signIn(world)
  const params = { uuid: body.data.uuid }
  expect((await world.call(listInvites, { token: other.token })).body.data).toEqual([])
  expect((await world.call(acceptInvite, { token: other.token, params })).status).toBe(404)
  expect((await world.call(declineInvite, { token: other.token, params })).status).toBe(404)
})

test('a declined or withdrawn invitation cannot be accepted', async () => {
  const owner = await producer(world)
  const [first, second] = [await signIn(world), await signIn(world)]
  const declined = { uuid: (await invite(owner, first.phone)).body.data.uuid }
  expect((await world.call(declineInvite, { token: first.token, params: declined })).status).toBe(200)
  expect((await world.call(acceptInvite, { token: first.token, params: declined })).error?.code).toBe('invite_closed')
  const withdrawn = { uuid: (await invite(owner, second.phone)).body.data.uuid }
  expect((await world.call(removeMember, { ...of(owner, owner), params: withdrawn })).status).toBe(200)
  expect((await world.call(acceptInvite, { token: second.token, params: withdrawn })).error?.code).toBe('invite_closed')
  expect(await teamOf(owner, owner)).toHaveLength(1)
})

test('accepting twice at once joins once', async () => {
  const owner = await producer(world)
  const guest = await signIn(world)
  const params = { uuid: (await invite(owner, guest.phone)).body.data.uuid }
  const answers = await Promise.all([1, 2, 3, 4].map(() => world.call(acceptInvite, { token: guest.token, params })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ error }) => error?.code === 'invite_closed')).toHaveLength(3)
  expect(await teamOf(owner, owner)).toHaveLength(2)
})

test('a role changes at once, for a member and for an invitation', async () => {
  const owner = await producer(world)
  const scanner = await joinAs(world, owner, 'scanner')
  expect((await world.call(listMembers, of(scanner, owner))).error?.code).toBe('forbidden')
  const { uuid } = await memberOf(owner, scanner.phone)
  const raised = await world.call(updateMember, { ...of(owner, owner), params: { uuid }, body: { role: 'manager' } })
  expect(raised.body.data).toMatchObject({ role: 'manager', can: { change: true, remove: true } })
  expect((await world.call(listMembers, of(scanner, owner))).status).toBe(200)
  const waiting = (await invite(owner, newPhone(), 'scanner')).body.data
  const params = { uuid: waiting.uuid }
  const changed = await world.call(updateMember, { ...of(owner, owner), params, body: { role: 'manager' } })
  expect(changed.body.data).toMatchObject({ role: 'manager', status: 'pending' })
})

test('a removed member is out at once', async () => {
  const owner = await producer(world)
  const other = await joinAs(world, owner, 'manager')
  expect((await world.call(listMembers, of(other, owner))).status).toBe(200)
  const { uuid } = await memberOf(owner, other.phone)
  expect((await world.call(removeMember, { ...of(owner, owner), params: { uuid } })).status).toBe(200)
  expect((await world.call(listMembers, of(other, owner))).error?.code).toBe('wrong_workspace')
})

test('the last owner can neither leave nor take another role, also beside managers', async () => {
  const owner = await producer(world)
  await joinAs(world, owner, 'manager')
  const { uuid } = await memberOf(owner, owner.phone)
  const params = { uuid }
  expect((await world.call(removeMember, { ...of(owner, owner), params })).error?.code).toBe('last_manager')
  const lowered = await world.call(updateMember, { ...of(owner, owner), params, body: { role: 'scanner' } })
  expect(lowered.status).toBe(409)
  expect(lowered.error?.code).toBe('last_manager')
})

test('of two owners who remove each other at once one stays', async () => {
  for (let round = 0; round < 8; round++) {
    const owner = await producer(world)
    const rival = await joinAs(world, owner, 'owner')
    const [own, other] = [await memberOf(owner, owner.phone), await memberOf(owner, rival.phone)]
    const answers = await Promise.all([
      world.call(removeMember, { ...of(owner, owner), params: { uuid: other.uuid } }),
      world.call(removeMember, { ...of(rival, owner), params: { uuid: own.uuid } }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const owners = await world.db
      .selectFrom('account_members')
      .select('id')
      .where('account_id', '=', owner.account.uuid)
      .execute()
    expect(owners).toHaveLength(1)
  }
})

test('of two owners who both step down at once one stays owner', async () => {
  for (let round = 0; round < 8; round++) {
    const owner = await producer(world)
    const second = await joinAs(world, owner, 'owner')
    const [own, other] = [await memberOf(owner, owner.phone), await memberOf(owner, second.phone)]
    const body = { role: 'scanner' as const }
    const answers = await Promise.all([
      world.call(updateMember, { ...of(owner, owner), params: { uuid: own.uuid }, body }),
      world.call(updateMember, { ...of(second, owner), params: { uuid: other.uuid }, body }),
    ])
    const results = answers.map(({ error }) => error?.code ?? 'ok')
    expect(results).toContain('ok')
    expect(results).toContain('last_manager')
  }
})

test('a scanner leaves the team by himself, and is then a stranger to it', async () => {
  const owner = await producer(world)
  const [first, second] = [await joinAs(world, owner, 'scanner'), await joinAs(world, owner, 'scanner')]
  const place = await memberOf(owner, first.phone)
  expect((await world.call(removeMember, { ...of(first, owner), params: { uuid: place.uuid } })).status).toBe(200)
  expect((await world.call(removeMember, { ...of(second, owner), params: { uuid: second.user.uuid } })).status).toBe(
    200,
  )
  expect((await teamOf(owner, owner)).map(({ phone_number }) => phone_number)).toEqual([owner.phone])
  const again = await world.call(removeMember, { ...of(first, owner), params: { uuid: place.uuid } })
  expect(again.error?.code).toBe('wrong_workspace')
})

test('the last owner cannot leave, by the uuid of the membership or of the user', async () => {
  const owner = await producer(world)
  await joinAs(world, owner, 'scanner')
  const place = await memberOf(owner, owner.phone)
  for (const uuid of [place.uuid, owner.user.uuid])
    expect((await world.call(removeMember, { ...of(owner, owner), params: { uuid } })).error?.code).toBe('last_manager')
})

test('a scanner may do nothing in the team', async () => {
  const owner = await producer(world)
  const scanner = await joinAs(world, owner, 'scanner')
  const as = of(scanner, owner)
  const params = { uuid: (await memberOf(owner, owner.phone)).uuid }
  const answers = [
    await world.call(listMembers, as),
    await world.call(inviteMember, { ...as, body: { role: 'scanner', phone_number: '0502345678' } }),
    await world.call(updateMember, { ...as, params, body: { role: 'manager' } }),
    await world.call(removeMember, { ...as, params }),
  ]
  expect(answers.map(({ status, error }) => [status, error?.code])).toEqual(answers.map(() => [403, 'forbidden']))
})

test('a stranger is in the wrong workspace, and members of another team are not found', async () => {
  const [owner, stranger] = [await producer(world), await producer(world)]
  const intruding = of(stranger, owner)
  const params = { uuid: (await memberOf(owner, owner.phone)).uuid }
  const wrong = await world.call(listMembers, intruding)
  expect(wrong.status).toBe(403)
  expect(wrong.error?.code).toBe('wrong_workspace')
  expect((await world.call(removeMember, { ...intruding, params })).error?.code).toBe('wrong_workspace')
  const own = of(stranger, stranger)
  expect((await world.call(removeMember, { ...own, params })).status).toBe(404)
  expect((await world.call(updateMember, { ...own, params, body: { role: 'scanner' } })).status).toBe(404)
  const pending = (await invite(owner, newPhone())).body.data
  expect((await world.call(removeMember, { ...own, params: { uuid: pending.uuid } })).status).toBe(404)
})

test('who has one account need not name it; who has several, or none, must', async () => {
  const owner = await producer(world)
  expect((await world.call(listMembers, { token: owner.token })).status).toBe(200)
  const another = await producer(world)
  await joinAs(world, another, 'manager', { phone: owner.phone })
  expect((await world.call(listMembers, { token: owner.token })).error?.code).toBe('wrong_workspace')
  const nobody = await signIn(world)
  expect((await world.call(listMembers, { token: nobody.token })).error?.code).toBe('wrong_workspace')
  expect((await world.call(listMembers, { token: owner.token, account: 'nonsense' })).error?.code).toBe(
    'wrong_workspace',
  )
})

test('with limits on a phone is not flooded with invitations', async () => {
  const strict = await openWorld({ modules: [auth, attachments, plugin], env: { RATE_LIMITS: 'on' } })
  const owner = await producer(strict)
  const send = () =>
    strict.call(inviteMember, {
      token: owner.token,
      account: owner.account.uuid,
      body: { role: 'scanner', phone_number: '0502345678' },
    })
  // Three in a minute as to anybody, and of those that pass, five in a day.
  for (let n = 0; n < 3; n++) expect((await send()).status).toBe(201)
  const fourth = await send()
  expect(fourth.status).toBe(429)
  expect(fourth.headers['retry-after']).toBeDefined()
  strict.clock.advance(61)
  expect((await send()).status).toBe(201)
  strict.clock.advance(61)
  expect((await send()).status).toBe(429)
  await strict.close()
})
