import { randomInt } from 'node:crypto'
import { createAccount } from '@kartis/contract/accounts.ts'
import { authenticate, login, signup } from '@kartis/contract/auth.ts'
import { accountPayload, signupPayload } from './account-payload.ts'
import { type Caller, codeFor, createCaller } from './client.ts'

const FIRST_PHONE = 2_000_000
const PHONES = 8_000_000
/** Journeys share one server, and each process that runs some of them has a number: their phones must not meet. */
const PHONES_OF_WORKER = 10_000
const worker = process.env['TEST_WORKER_INDEX']
let count = worker === undefined ? randomInt(PHONES) : Number(worker) * PHONES_OF_WORKER

/** A mobile number that nobody else of this run has. None begins with 0 or 1 after its prefix. */
export const newPhone = (): string => `052${FIRST_PHONE + (count++ % PHONES)}`

/** Someone who is signed in; `cookie` is the `Set-Cookie` header of the refresh cookie. */
export interface Person {
  readonly phone: string
  readonly token: string
  readonly cookie: string
  readonly call: Caller
}

export interface Producer extends Person {
  readonly account: string
}

const MAX_TRIES = 5

/** Signs a phone in through the API, as the login screen does. */
export const signIn = async (url: string, phone: string, tries = MAX_TRIES): Promise<Person> => {
  const { data } = await createCaller(url)(login, { body: { phone_country_code: '972', phone_number: phone } })
  const response = await fetch(`${url}/api${authenticate.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method_id: data.phones_id, code: await codeFor(url, phone) }),
  })
  // When two tests sign the same phone in at the same moment, one of them may have read the other's code.
  if (response.status === 422 && tries > 1) return signIn(url, phone, tries - 1)
  if (!response.ok) throw new Error(`${phone} could not sign in: ${await response.text()}`)
  const { token } = authenticate.reply.parse(await response.json()).data
  return { phone, token, cookie: response.headers.getSetCookie()[0] ?? '', call: createCaller(url, { token }) }
}

/** Someone who has completed the sign-up and belongs to no account. */
export const newPerson = async (url: string): Promise<Person> => {
  const person = await signIn(url, newPhone())
  await person.call(signup, { body: signupPayload(person.phone) })
  return person
}

/** Someone with a new, empty account. */
export const newProducer = async (url: string): Promise<Producer> => {
  const person = await newPerson(url)
  const account = (await person.call(createAccount, { body: accountPayload })).data.uuid
  return { ...person, account, call: createCaller(url, { token: person.token, account }) }
}
