import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount } from '@kartis/contract/accounts.ts'
import { authenticate, login, signup } from '@kartis/contract/auth.ts'
import { type CallOf, requestOf } from '@kartis/contract/client.ts'
import type { Endpoint, ReplyOf } from '@kartis/contract/endpoint.ts'
import { createEvent, listCategories, publishEvent } from '@kartis/contract/events.ts'
import { createTicketType, showTicketType, type TicketType } from '@kartis/contract/tickets.ts'

interface Who {
  readonly token?: string
  readonly account?: string
}

/** A server that has only just begun may ask for a moment. */
const patiently = async (url: string, init: RequestInit): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(url, init)
    if (answer.status !== 503 || tries === 5) return answer
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}

/** Calls a server as any client does; anything but success ends the benchmark. */
export const caller =
  (url: string, who: Who = {}) =>
  async <E extends Endpoint>(endpoint: E, call: CallOf<E>): Promise<ReplyOf<E>> => {
    const wire = requestOf(endpoint, call)
    const answer = await patiently(`${url}${wire.url}`, {
      method: wire.method,
      ...(wire.body && { body: wire.body }),
      headers: {
        ...(wire.body && { 'content-type': 'application/json' }),
        ...(who.token && { authorization: `Bearer ${who.token}` }),
        ...(who.account && { 'x-account-id': who.account }),
      },
    })
    if (!answer.ok) throw new Error(`${wire.method} ${wire.url}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as ReplyOf<E>
  }

type Caller = ReturnType<typeof caller>

const PHONE = '0502345678'

const signIn = async (url: string): Promise<string> => {
  const call = caller(url)
  const sent = await call(login, { body: { phone_country_code: '972', phone_number: PHONE } })
  const messages = await fetch(`${url}/api/dev/messages?to=${PHONE}`)
  const { data } = (await messages.json()) as { data: { code?: string }[] }
  const code = data[0]?.code
  if (!code) throw new Error('no code was sent')
  return (await call(authenticate, { body: { method_id: sent.data.phones_id, code } })).data.token
}

const ACCOUNT = {
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

/** A producer with a workspace, made through the API as anybody makes one, and what goes with each of his requests. */
export const signedProducer = async (url: string): Promise<{ call: Caller; headers: Record<string, string> }> => {
  const token = await signIn(url)
  const signedIn = caller(url, { token })
  await signedIn(signup, {
    body: {
      first_name: 'נועה',
      last_name: 'לוי',
      email: 'noa@example.co.il',
      id_number: '000000018',
      gender: 'female',
    },
  })
  const account = (await signedIn(createAccount, { body: ACCOUNT })).data.uuid
  return {
    call: caller(url, { token, account }),
    headers: { authorization: `Bearer ${token}`, 'x-account-id': account },
  }
}

export const producer = async (url: string): Promise<Caller> => (await signedProducer(url)).call

const DAY = 86_400_000

export interface Sale {
  readonly event: string
  readonly type: string
}

/** A published event with one type of ticket. */
export const sale = async (call: Caller, total: number): Promise<Sale> => {
  const categories = (await call(listCategories, {})).data.slice(0, 1).map(({ uuid }) => uuid)
  const start = Date.now() + 30 * DAY
  const event = (
    await call(createEvent, {
      body: {
        name: 'עומס',
        starts_at: new Date(start).toISOString(),
        ends_at: new Date(start + DAY / 8).toISOString(),
        address_description: 'אולם',
        address_street: 'הירקון',
        address_street_number: '1',
        address_city: 'תל אביב-יפו',
        categories,
      },
    })
  ).data.uuid
  const type = await call(createTicketType, {
    body: { event_uuid: event, name: 'כניסה', price: 100, sum_total_available: total },
  })
  await call(publishEvent, { params: { uuid: event } })
  return { event, type: type.data.uuid }
}

export const stockOf = async (call: Caller, uuid: string): Promise<TicketType> =>
  (await call(showTicketType, { params: { uuid } })).data
