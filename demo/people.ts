import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { type Platform, type Tx, createAccount, ensureUser, signUp } from './server.ts'
import { later, MINUTE } from './calendar.ts'
import { insertPast } from './history-queries.ts'

/** Phones of the producer and of the scanner of the demo. */
export const PRODUCER_PHONE = '+972502345678'
export const SCANNER_PHONE = '+972502345679'
/** Somebody with a pending invitation to the team. */
const INVITED_PHONE = '+972502345670'

/** The value of an action that must succeed: a refusal means that the demo no longer follows the rules. */
export const expectDone = <T>(answer: T | Refusal): T => {
  if (isRefusal(answer))
    throw new Error(`the demo was refused: ${answer.refusal} ${JSON.stringify(answer.fields ?? {})}`)
  return answer
}

interface Person {
  readonly phone: string
  readonly first: string
  readonly last: string
  readonly email: string
  readonly idNumber: string
  readonly gender: 'male' | 'female'
}

const PRODUCER: Person = {
  phone: PRODUCER_PHONE,
  first: 'מיכל',
  last: 'אלון',
  email: 'michal@example.com',
  idNumber: '032794562',
  gender: 'female',
}
export const PRODUCER_AS_BUYER = {
  name: `${PRODUCER.first} ${PRODUCER.last}`,
  phone: PRODUCER_PHONE,
  email: PRODUCER.email,
  lang: 'he',
} as const
const SCANNER: Person = {
  phone: SCANNER_PHONE,
  first: 'רמי',
  last: 'נסים',
  email: 'rami@example.com',
  idNumber: '204418362',
  gender: 'male',
}

const COMPANY = {
  name: 'במה פתוחה הפקות',
  vat_name: 'במה פתוחה הפקות בע״מ',
  texts: {
    en: { name: 'Open Stage Productions', vat_name: 'Open Stage Productions Ltd' },
    ar: { name: 'مسرح مفتوح للإنتاج', vat_name: 'مسرح مفتوح للإنتاج م.ض' },
  },
  vat_number: '516098241',
  address_city: 'תל אביב-יפו',
  address_street: 'לבונטין',
  address_street_number: '18',
  contact_phone: '03-555-0144',
  contact_email: 'office@example.com',
  billing_email: 'billing@example.com',
  vat_type: 'hevra',
  billing_role: 'business' as const,
  payment_methods: [
    {
      type: 'bank' as const,
      holder_name: 'במה פתוחה הפקות בע״מ',
      bank_number: 10,
      bank_branch_number: '804',
      bank_account_number: '20481765',
    },
  ],
  terms_version: '2026-02',
}

const createPerson = async (platform: Platform, tx: Tx, person: Person, at: Date): Promise<string> => {
  const { id } = await ensureUser(tx, { id: platform.newId(), phone: person.phone, language: 'he' })
  expectDone(
    await signUp(
      platform,
      id,
      {
        first_name: person.first,
        last_name: person.last,
        email: person.email,
        id_number: person.idNumber,
        gender: person.gender,
      },
      at,
    ),
  )
  return id
}

export interface Team {
  readonly accountId: string
  readonly managerId: string
  readonly scannerId: string
}

/** Creates a producer with her company, a scanner, and a pending invitation. */
export const openTeam = async (platform: Platform, tx: Tx, at: Date): Promise<Team> => {
  const managerId = await createPerson(platform, tx, PRODUCER, at)
  const scannerId = await createPerson(platform, tx, SCANNER, later(at, 90 * MINUTE))
  const account = expectDone(await createAccount(platform, managerId, COMPANY, later(at, 20 * MINUTE)))
  const joinedAt = later(at, 120 * MINUTE).toISOString()
  await insertPast(tx, 'account_members', [
    { id: platform.newId(), account_id: account.uuid, user_id: scannerId, role: 'scanner', created_at: joinedAt },
  ])
  await insertPast(tx, 'account_invites', [
    {
      id: platform.newId(),
      account_id: account.uuid,
      phone: INVITED_PHONE,
      role: 'scanner',
      status: 'pending',
      invited_by: managerId,
      created_at: later(platform.clock(), -20 * 60 * MINUTE).toISOString(),
    },
  ])
  return { accountId: account.uuid, managerId, scannerId }
}
