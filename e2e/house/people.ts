import { randomInt } from 'node:crypto'
import { createAccount } from '@kartis/contract/accounts.ts'
import { authenticate, login, signup } from '@kartis/contract/auth.ts'
import { type Caller, callAs, codeFor } from './call.ts'
import { place } from './server.ts'

/** A mobile number that nobody else in this run has. */
export const newPhone = (): string => `052${String(randomInt(10_000_000)).padStart(7, '0')}`

/** Someone signed in; `cookie` is the refresh cookie that came with the token. */
export interface Person {
  readonly phone: string
  readonly token: string
  readonly cookie: string
  readonly call: Caller
}

export interface Producer extends Person {
  readonly account: string
}

const TRIES = 5

/** Signs a phone in over the API, as the login screen does. */
export const signIn = async (phone: string, tries = TRIES): Promise<Person> => {
  const { data } = await callAs()(login, { body: { phone_country_code: '972', phone_number: phone } })
  const answer = await fetch(`${place().url}/api${authenticate.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method_id: data.phones_id, code: await codeFor(phone) }),
  })
  // Of two who sign in with one phone at the same moment, one has read the other's code.
  if (answer.status === 422 && tries > 1) return signIn(phone, tries - 1)
  if (!answer.ok) throw new Error(`${phone} could not sign in: ${await answer.text()}`)
  const { token } = authenticate.reply.parse(await answer.json()).data
  return { phone, token, cookie: answer.headers.getSetCookie()[0] ?? '', call: callAs({ token }) }
}

/** Signed in and known by name, but in no account yet. */
export const newPerson = async (): Promise<Person> => {
  const person = await signIn(newPhone())
  await person.call(signup, {
    body: {
      first_name: 'נועה',
      last_name: 'לוי',
      email: `noa${person.phone}@example.co.il`,
      id_number: '000000018',
      gender: 'female',
    },
  })
  return person
}

const COMPANY = {
  name: 'הבמה המרכזית',
  vat_name: 'הבמה המרכזית בע"מ',
  vat_number: '515308203',
  address_city: 'תל אביב-יפו',
  address_street: 'הירקון',
  address_street_number: '12',
  contact_phone: '03-5171234',
  contact_email: 'office@example.co.il',
  billing_email: 'billing@example.co.il',
  vat_type: 'hevra',
  payment_methods: [
    {
      type: 'bank' as const,
      holder_name: 'הבמה המרכזית בע"מ',
      bank_number: 10,
      bank_branch_number: '607',
      bank_account_number: '11710022',
    },
  ],
  terms_version: '2026-11',
}

/** A producer with an account of their own and nothing in it. */
export const newProducer = async (): Promise<Producer> => {
  const person = await newPerson()
  const account = (await person.call(createAccount, { body: COMPANY })).data.uuid
  return { ...person, account, call: callAs({ token: person.token, account }) }
}
