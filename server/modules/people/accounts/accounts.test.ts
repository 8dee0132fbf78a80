import { addAccountFile, createAccount, listAccounts, showAccount, updateAccount } from '@kartis/contract/accounts.ts'
import { init } from '@kartis/contract/auth.ts'
import { reauthenticate } from '@kartis/contract/sessions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountPayload } from '@kartis/testing/account-payload.ts'
import { requestLoginCode, joinAs, newPhone, person, type Producer, producer, signIn } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { plugin as attachments } from '../attachments/index.ts'
import { auth } from '../../../testing/auth.ts'
import { feeTermsAt, organiserOf, payoutAccountNumber, plugin, vatRateAt } from './index.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [auth, attachments, plugin] })
})
afterAll(() => world.close())

const [bank] = accountPayload.payment_methods
if (!bank) throw new Error('the payload has bank details')

test('an account is opened with its creator as owner, the usual contract and masked bank details', async () => {
  const { token } = await person(world)
  const made = await world.call(createAccount, { token, body: accountPayload })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    name: accountPayload.name,
    tax_id: '515308203',
    phone: '035171234',
    role: 'owner',
    can: { edit: true, bank: true },
    attachments: [],
    accounts_contract: {
      handle_fee_cc_percent: 5,
      handle_fee_cc_special_percent: 5,
      handle_fee_cc_tourist_percent: 7.5,
      handle_fee_ticket_amount: 1.5,
      ticket_fee_includes_vat: false,
    },
    payment_methods: [{ bank_number: 10, bank_branch_number: '607', bank_account_number: '*****0022', check: 'valid' }],
  })
  const shown = await world.call(showAccount, { token, params: { uuid: made.body.data.uuid } })
  expect(shown.body.data).toEqual(made.body.data)
  const start = await world.call(init, { token, params: { app_name: 'producer' } })
  expect(start.body.data.account).toMatchObject({ uuid: made.body.data.uuid, role: 'owner' })
})

test('an account that is created twice with one idempotency key is opened once', async () => {
  const { token } = await person(world)
  const openAccount = (name: string) =>
    world.call(createAccount, { token, idempotencyKey: 'sign-up-1', body: { ...accountPayload, name } })
  const [first, again] = await Promise.all([openAccount('אולם הצפון'), openAccount('אולם הצפון')])
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body.data.uuid).toBe(first.body.data.uuid)
  expect((await world.call(listAccounts, { token })).body.meta.total).toBe(1)
  expect((await openAccount('אולם אחר')).error?.code).toBe('idempotency_mismatch')
})

test('nobody opens an account before the sign-up is complete', async () => {
  const { token } = await signIn(world)
  const refused = await world.call(createAccount, { token, body: accountPayload })
  expect(refused.status).toBe(403)
  expect(refused.error?.code).toBe('signup_incomplete')
  expect((await world.call(createAccount, { body: accountPayload })).status).toBe(401)
})

test.each([
  ['name', 'א', 'too_short'],
  ['name', '', 'required'],
  ['vat_name', 'x', 'too_short'],
  ['vat_number', '12345678', 'invalid_tax_id'],
  ['vat_number', '515308201', 'check_digit'],
  ['address_city', '', 'required'],
  ['address_street', 'ר', 'too_short'],
  ['address_street_number', '12 א!', 'invalid_street_number'],
  ['contact_phone', '5171234', 'invalid_phone'],
  ['contact_email', 'office@bama', 'invalid_email'],
  ['billing_email', '', 'required'],
  ['vat_type', 'club', 'unknown_option'],
])('an account with %s "%s" is refused: %s', async (field, value, reason) => {
  const { token } = await person(world)
  const refused = await world.call(createAccount, { token, body: { ...accountPayload, [field]: value } })
  expect(refused.status).toBe(422)
  expect(refused.error?.detail).toEqual({ [field]: [reason] })
})

test('bank details are named field by field when they are wrong', async () => {
  const { token } = await person(world)
  const wrong = { ...bank, bank_number: 77, bank_branch_number: '6071', bank_account_number: '1' }
  const refused = await world.call(createAccount, { token, body: { ...accountPayload, payment_methods: [wrong] } })
  expect(refused.error?.detail).toEqual({
    'payment_methods.0.bank_number': ['choose_bank'],
    'payment_methods.0.bank_branch_number': ['enter_branch_number'],
    'payment_methods.0.bank_account_number': ['enter_account_number'],
  })
})

test('an account number that cannot exist is a warning and stops nobody', async () => {
  const { token } = await person(world)
  const odd = { ...bank, bank_account_number: '11720022' }
  const made = await world.call(createAccount, { token, body: { ...accountPayload, payment_methods: [odd] } })
  expect(made.status).toBe(201)
  expect(made.body.data.payment_methods[0]?.check).toBe('invalid')
})

test('a bank account number lies sealed, and opens for the payout alone', async () => {
  const { account } = await producer(world)
  const rows = await world.db.selectFrom('account_bank_details').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('11710022')
  expect(await payoutAccountNumber(world.platform, account.uuid)).toBe('11710022')
})

test('strangers find nothing of an account', async () => {
  const { account } = await producer(world)
  const stranger = await producer(world)
  const params = { uuid: account.uuid }
  expect((await world.call(showAccount, { token: stranger.token, params })).status).toBe(404)
  expect((await world.call(updateAccount, { token: stranger.token, params, body: { name: 'שלי' } })).status).toBe(404)
  const file = new FormData()
  file.set('file', new Blob(['%PDF-1.7']), 'a.pdf')
  expect((await world.call(addAccountFile, { token: stranger.token, params, body: file })).status).toBe(404)
  const list = await world.call(listAccounts, { token: stranger.token })
  expect(list.body.data.map(({ uuid }) => uuid)).toEqual([stranger.account.uuid])
  expect((await world.call(showAccount, { params })).status).toBe(401)
})

test('a scanner sees the account without its bank details and files, and changes nothing', async () => {
  const owner = await producer(world)
  const scanner = await joinAs(world, owner, 'scanner')
  const params = { uuid: owner.account.uuid }
  const shown = await world.call(showAccount, { token: scanner.token, params })
  expect(shown.body.data).toMatchObject({ role: 'scanner', payment_methods: [], attachments: [], can: { edit: false } })
  const changed = await world.call(updateAccount, { token: scanner.token, params, body: { name: 'שלי' } })
  expect(changed.status).toBe(403)
  expect(changed.error?.code).toBe('forbidden')
  const file = new FormData()
  file.set('file', new Blob(['%PDF-1.7']), 'a.pdf')
  expect((await world.call(addAccountFile, { token: scanner.token, params, body: file })).status).toBe(403)
})

test('a user lists his accounts page by page', async () => {
  const { token } = await producer(world, newPhone(), 'ראשון')
  for (const name of ['שני', 'שלישי']) await world.call(createAccount, { token, body: { ...accountPayload, name } })
  const first = await world.call(listAccounts, { token, query: { per_page: 2 } })
  expect(first.body.data.map(({ name }) => name)).toEqual(['ראשון', 'שני'])
  expect(first.body.meta).toEqual({ current_page: 1, per_page: 2, total: 3, last_page: 2 })
  const unknown = await world.http('GET', '/api/v1/account/accounts?with[]=secrets', undefined, { token })
  expect(unknown.status).toBe(422)
})

test('a business is billed until the account says that a private individual or an organization is', async () => {
  const { token, account } = await producer(world)
  const params = { uuid: account.uuid }
  expect(account.billing_role).toBe('business')
  const roles = []
  for (const billing_role of ['private', 'organization'] as const)
    roles.push((await world.call(updateAccount, { token, params, body: { billing_role } })).body.data.billing_role)
  expect(roles).toEqual(['private', 'organization'])
  const path = `/api/v1/account/accounts/${account.uuid}`
  const refused = await world.http('PATCH', path, { billing_role: 'club' }, { token })
  expect([refused.status, refused.error?.detail]).toEqual([422, { billing_role: [expect.any(String)] }])
})

test('company details change field by field', async () => {
  const { token, account } = await producer(world)
  const params = { uuid: account.uuid }
  const changed = await world.call(updateAccount, {
    token,
    params,
    body: { name: '  הבמה   החדשה ', contact_phone: '(09) 7654321' },
  })
  expect(changed.body.data).toMatchObject({ name: 'הבמה החדשה', phone: '097654321', vat_name: account.vat_name })
  const bad = await world.call(updateAccount, { token, params, body: { vat_number: '1', contact_email: '' } })
  expect(bad.error?.detail).toEqual({ vat_number: ['invalid_tax_id'], contact_email: ['required'] })
  const unknown = await world.http('PATCH', `/api/v1/account/accounts/${account.uuid}`, { owner: 'me' }, { token })
  expect(unknown.error?.detail).toEqual({ owner: ['unknown_field'] })
})

const newBank = { ...bank, bank_number: 12, bank_branch_number: '571', bank_account_number: '041116' }

const changeBank = ({ token, account }: Pick<Producer, 'token' | 'account'>) =>
  world.call(updateAccount, { token, params: { uuid: account.uuid }, body: { payment_methods: [newBank] } })

test('new bank details are accepted within ten minutes of the sign-in, and the old ones stay on record', async () => {
  const owner = await producer(world)
  const changed = await changeBank(owner)
  expect(changed.status).toBe(200)
  expect(changed.body.data.payment_methods).toMatchObject([{ bank_number: 12, bank_account_number: '*****1116' }])
  const rows = await world.db
    .selectFrom('account_bank_details')
    .select('bank_number')
    .where('account_id', '=', owner.account.uuid)
    .orderBy('id')
    .execute()
  expect(rows.map(({ bank_number }) => bank_number)).toEqual([10, 12])
})

test('after ten minutes bank details ask for a fresh proof, and other details do not', async () => {
  const owner = await producer(world)
  const params = { uuid: owner.account.uuid }
  world.clock.advance(601)
  expect((await changeBank(owner)).error).toMatchObject({ code: 'proof_required' })
  const shown = await world.call(showAccount, { token: owner.token, params })
  expect(shown.body.data.payment_methods[0]?.bank_number).toBe(10)
  const renamed = await world.call(updateAccount, { token: owner.token, params, body: { name: 'הבמה' } })
  expect(renamed.status).toBe(200)

  const proof = await requestLoginCode(world, owner.phone, { purpose: 'confirm', token: owner.token })
  expect((await world.call(reauthenticate, { token: owner.token, body: proof })).status).toBe(200)
  expect((await changeBank(owner)).status).toBe(200)
})

test('a contract holds from its day on, and reports of earlier days keep the earlier one', async () => {
  const { account, token } = await producer(world)
  const later = new Date(world.clock.now().getTime() + 30 * 86_400_000)
  await world.db
    .insertInto('account_contracts')
    .values({
      id: world.platform.newId(),
      account_id: account.uuid,
      handle_fee_cc_bp: 350,
      handle_fee_cc_special_bp: 400,
      handle_fee_cc_tourist_bp: 600,
      handle_fee_ticket_agorot: 100,
      valid_from: later,
    })
    .execute()
  const before = new Date(later.getTime() - 1)
  const beforeAll = new Date(0)
  expect(await feeTermsAt(world.db, account.uuid, before)).toMatchObject({ regularBp: 500, ticketFee: 150 })
  expect(await feeTermsAt(world.db, account.uuid, later)).toMatchObject({
    regularBp: 350,
    touristBp: 600,
    ticketFee: 100,
  })
  expect(await feeTermsAt(world.db, account.uuid, beforeAll)).toMatchObject({ regularBp: 500 })
  const shown = await world.call(showAccount, { token, params: { uuid: account.uuid } })
  expect(shown.body.data.accounts_contract?.handle_fee_cc_percent).toBe(5)
})

test('VAT is 17% up to the end of 2024 in Israel and 18% from the first moment of 2025', async () => {
  expect(await vatRateAt(world.db, new Date('2024-12-31T21:59:59Z'))).toBe(1700)
  expect(await vatRateAt(world.db, new Date('2024-12-31T22:00:00Z'))).toBe(1800)
})

test('the sale page learns who sells', async () => {
  const { account } = await producer(world)
  expect(await organiserOf(world.db, account.uuid, 'he')).toEqual({
    name: account.name,
    vat_name: account.vat_name,
    vat_number: '515308203',
    phone: '035171234',
    email: 'office@bama.co.il',
  })
})
