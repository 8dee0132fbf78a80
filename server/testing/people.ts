import { acceptInvite, createAccount, inviteMember, type Account } from '@kartis/contract/accounts.ts'
import { authenticate, login, showMe, signup, type User } from '@kartis/contract/auth.ts'
import { reauthenticate } from '@kartis/contract/sessions.ts'
import type { CodePurpose } from '@kartis/domain/code-purpose.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { accountPayload } from '@kartis/testing/account-payload.ts'
import type { World } from './world.ts'

let phones = 0

/** A mobile that nobody in this file has yet, E.164. */
export const newPhone = (): string => `+97250${String(2_000_000 + ++phones * 7919).slice(-7)}`

let ids = 0

/** A valid ID number that nobody in this file has yet. */
export const newIdNumber = (): string => {
  const body = String(30_000_000 + ++ids)
  const sum = Array.from(body, Number).reduce((total, digit, place) => {
    const product = digit * (place % 2 === 0 ? 1 : 2)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** The code of the newest SMS to a phone. */
export const codeFor = async (world: World, phone: string): Promise<string> => {
  const { secret } = await world.db
    .selectFrom('messages')
    .select('secret')
    .where('to', '=', phone)
    .where('template', '=', 'login_code')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  if (!secret?.code) throw new Error(`no code was sent to ${phone}`)
  return secret.code
}

/** What a code is for; without a purpose it signs in. `token`: of the phone's owner, whom `confirm` and `erase` need. */
interface CodeFor {
  readonly purpose?: CodePurpose
  readonly subject_uuid?: string
  readonly token?: string
}

/** Asks for a code; the answer of POST /v1/login, which must have succeeded. */
export const requestLoginCode = async (
  world: World,
  phone: string,
  { token, ...about }: CodeFor = {},
): Promise<{ method_id: string; code: string }> => {
  const sent = await world.call(login, {
    ...(token && { token }),
    body: { phone_country_code: '972', phone_number: nationalPhone(phone), ...about },
  })
  if (sent.error) throw new Error(`no code: ${sent.text}`)
  return { method_id: sent.body.data.phones_id, code: await codeFor(world, phone) }
}

export interface SignedIn {
  readonly token: string
  readonly user: User
  /** E.164 */
  readonly phone: string
  /** `kartis_refresh=…`, to be sent as the Cookie header. */
  readonly cookie: string
}

/** `name=value` of the cookie that a reply sets. */
export const cookieOf = (headers: Readonly<Record<string, unknown>>): string => {
  const set = headers['set-cookie']
  return String(Array.isArray(set) ? set[0] : set).split(';')[0] ?? ''
}

/** Signs a phone in as a person does. The sign-up stays open; see `person`. */
export const signIn = async (world: World, phone = newPhone()): Promise<SignedIn> => {
  const answer = await world.call(authenticate, { body: await requestLoginCode(world, phone) })
  if (answer.error) throw new Error(`not signed in: ${answer.text}`)
  return { token: answer.body.data.token, user: answer.body.data.user, phone, cookie: cookieOf(answer.headers) }
}

/** Someone who has signed in and completed the sign-up. */
export const person = async (
  world: World,
  phone = newPhone(),
  names: { first_name: string; last_name: string } = { first_name: 'נועה', last_name: 'לוי' },
): Promise<SignedIn> => {
  const signed = await signIn(world, phone)
  const answer = await world.call(signup, {
    token: signed.token,
    body: { ...names, email: 'noa@example.co.il', id_number: newIdNumber(), gender: 'female' },
  })
  if (answer.error) throw new Error(`not signed up: ${answer.text}`)
  return { ...signed, user: answer.body.data.user }
}

export interface Producer extends SignedIn {
  readonly account: Account
}

/** Proves by a code on the own phone who is signed in. */
export const proveAgain = async (world: World, token: string): Promise<void> => {
  const { uuid } = (await world.call(showMe, { token })).body.data
  const { phone } = await world.db.selectFrom('users').select('phone').where('id', '=', uuid).executeTakeFirstOrThrow()
  const answer = await world.call(reauthenticate, {
    token,
    body: await requestLoginCode(world, phone, { purpose: 'confirm', token }),
  })
  if (answer.error) throw new Error(`not proved: ${answer.text}`)
}

/** A producer: signed in, signed up, owner of an account. Call with `{ token, account: account.uuid }`. */
export const producer = async (world: World, phone = newPhone(), name = accountPayload.name): Promise<Producer> => {
  const owner = await person(world, phone)
  const answer = await world.call(createAccount, { token: owner.token, body: { ...accountPayload, name } })
  if (answer.error) throw new Error(`no account: ${answer.text}`)
  return { ...owner, account: answer.body.data }
}

/** A colleague of a producer's, invited and joined; a member of all events unless `events` names some. */
export const joinAs = async (
  world: World,
  owner: Producer,
  role: Role,
  { phone = newPhone(), events = null }: { readonly phone?: string; readonly events?: readonly string[] | null } = {},
): Promise<SignedIn> => {
  const invited = await world.call(inviteMember, {
    token: owner.token,
    account: owner.account.uuid,
    body: { role, phone_number: nationalPhone(phone), event_uuids: events && [...events] },
  })
  if (invited.error) throw new Error(`not invited: ${invited.text}`)
  const colleague = await signIn(world, phone)
  const joined = await world.call(acceptInvite, { token: colleague.token, params: { uuid: invited.body.data.uuid } })
  if (joined.error) throw new Error(`not joined: ${joined.text}`)
  return colleague
}
