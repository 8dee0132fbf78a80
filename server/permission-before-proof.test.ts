import { inviteMember, removeMember, updateAccount, updateMember } from '@kartis/contract/accounts.ts'
import { freshProofOf, isMemberAccess } from '@kartis/contract/endpoint.ts'
import { isAllowed, ROLES } from '@kartis/domain/permissions.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinAs, newPhone, type Producer, producer, proveAgain, type SignedIn } from './testing/people.ts'
import { openWorld, type World } from './testing/world.ts'

const STALE_SECONDS = 601
const bank = { bank_number: 12, bank_branch: '600', bank_account_number: '1234567' }

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const inAccount = (who: SignedIn) => ({ token: who.token, account: owner.account.uuid })

it('every endpoint that asks for a fresh proof refuses who may not call it before it asks', async () => {
  const asking = world.app.endpoints.filter(({ access }) => freshProofOf(access) !== undefined)
  expect(asking.length).toBeGreaterThan(8)
  const colleagues = new Map<string, SignedIn>()
  for (const role of ROLES) colleagues.set(role, role === 'owner' ? owner : await joinAs(world, owner, role))
  world.clock.advance(STALE_SECONDS)
  let refused = 0
  for (const { access, method, path } of asking) {
    if (!isMemberAccess(access)) continue
    for (const role of ROLES.filter((each) => !isAllowed({ role: each, events: null }, access.permission))) {
      const who = colleagues.get(role)
      if (!who) throw new Error(role)
      const url = `/api${path.replace(/:\w+/g, owner.account.uuid)}`
      const { body } = await world.http(method, url, method === 'DELETE' ? undefined : {}, inAccount(who))
      expect(body, `${role} ${method} ${path}`).toMatchObject({ error: { code: 'forbidden' } })
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(20)
})

it('a role that may not change bank details is refused, and one that may is asked for a proof', async () => {
  const params = { uuid: owner.account.uuid }
  const change = { payment_methods: [bank] }
  const [scanner, finance] = [await joinFresh('scanner'), await joinFresh('finance')]
  const stranger = await producer(world)
  world.clock.advance(STALE_SECONDS)
  const codeOf = async (who: SignedIn, body: object) =>
    (await world.call(updateAccount, { token: who.token, params, body })).error?.code
  expect(await codeOf(scanner, change)).toBe('forbidden')
  expect(await codeOf(finance, { ...change, name: 'הבמה' })).toBe('forbidden')
  expect(await codeOf(finance, change)).toBe('proof_required')
  expect(await codeOf(stranger, change)).toBe('not_found')
})

it('a manager is not asked for a proof to invite, make, change or remove an owner, which it may not', async () => {
  const manager = await joinFresh('manager')
  const [ownRow, otherRow] = await world.db
    .selectFrom('account_members')
    .select(['id'])
    .where('account_id', '=', owner.account.uuid)
    .where('user_id', 'in', [owner.user.uuid, manager.user.uuid])
    .orderBy('role', 'desc')
    .execute()
  const call = inAccount(manager)
  world.clock.advance(STALE_SECONDS)
  const ownerParams = { params: { uuid: ownRow?.id ?? '' } }
  const answers = [
    await world.call(inviteMember, { ...call, body: { role: 'owner', phone_number: nationalPhone(newPhone()) } }),
    await world.call(updateMember, { ...call, ...ownerParams, body: { role: 'scanner' } }),
    await world.call(updateMember, { ...call, params: { uuid: otherRow?.id ?? '' }, body: { role: 'owner' } }),
    await world.call(removeMember, { ...call, ...ownerParams }),
  ]
  expect(answers.map(({ error }) => error?.code)).toEqual(Array(4).fill('forbidden'))
  // To leave is everybody's own.
  expect((await world.call(removeMember, { ...call, params: { uuid: manager.user.uuid } })).error?.code).toBe(
    'proof_required',
  )
})

/** A colleague who has just proved who it is; the owner too, who invites. */
const joinFresh = async (role: 'scanner' | 'finance' | 'manager'): Promise<SignedIn> => {
  await proveAgain(world, owner.token)
  return joinAs(world, owner, role)
}
