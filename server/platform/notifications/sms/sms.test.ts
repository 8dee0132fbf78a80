import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smsProviders } from '@kartis/simulators/sms-providers.ts'
import type { MessageProvider, OutgoingMessage } from '../provider.ts'
import { inforu } from './inforu.ts'
import { israeliNumber } from './provider-call.ts'
import { sms019 } from './sms-019.ts'
import { twilio } from './twilio.ts'

const provider = await smsProviders()
afterAll(() => provider.close())

const outgoing = (to: string, text = 'קוד הכניסה שלכם: 123456'): OutgoingMessage => ({
  id: '01890000-0000-7000-8000-000000000001',
  to,
  subject: null,
  text,
  html: null,
  attachments: [],
})

type Make = (over?: { secret?: string; baseUrl?: string }) => MessageProvider
const account = { sender: 'Kartis', seconds: 0.4 }
const providers: Record<string, Make> = {
  '019': (over) =>
    sms019({ ...account, username: 'kartis', token: over?.secret ?? 'secret', baseUrl: over?.baseUrl ?? provider.url }),
  inforu: (over) =>
    inforu({ ...account, username: 'kartis', token: over?.secret ?? 'secret', baseUrl: over?.baseUrl ?? provider.url }),
  twilio: (over) =>
    twilio({
      ...account,
      accountSid: 'kartis',
      authToken: over?.secret ?? 'secret',
      baseUrl: over?.baseUrl ?? provider.url,
    }),
}

describe.each(Object.entries(providers))('SMS by %s', (name, make) => {
  beforeAll(() => void provider.taken.splice(0))

  it('a message reaches the provider with intact Hebrew, the sender and the number in its format', async () => {
    const answer = await make().deliver(outgoing('+972501234567'))
    expect(answer).toMatchObject({ ok: true })
    expect(answer.ok && answer.ref).toMatch(/^(s|r|SM)\d+$/)
    expect(provider.taken.at(-1)).toMatchObject({
      provider: name,
      to: name === 'twilio' ? '+972501234567' : '0501234567',
      from: 'Kartis',
      text: 'קוד הכניסה שלכם: 123456',
      id: name === 'twilio' ? undefined : '01890000-0000-7000-8000-000000000001',
    })
  })

  it('a message reaches a number of another country', async () => {
    expect(await make().deliver(outgoing('+447700900123'))).toMatchObject({ ok: true })
    expect(provider.taken.at(-1)?.to.replace('+', '')).toBe('447700900123')
  })

  it('an unknown number is a permanent failure', async () => {
    const answer = await make().deliver(outgoing('+972501234500'))
    expect(answer).toMatchObject({ ok: false, retry: false })
  })

  it.each([
    ['the provider is down', '+972501234501'],
    ['the provider does not reply in time', '+972501234502'],
    ['the balance or the quota is used up', '+972501234503'],
  ])('a message is retried when %s', async (_, to) => {
    expect(await make().deliver(outgoing(to))).toMatchObject({ ok: false, retry: true })
  })

  it('a message is retried when the credentials are wrong', async () => {
    expect(await make({ secret: 'stale' }).deliver(outgoing('+972501234567'))).toMatchObject({ ok: false, retry: true })
  })

  it('a redirect is not followed: the message is retried and nothing reaches another address', async () => {
    const elsewhere = createServer((_request, reply) => reply.writeHead(307, { location: provider.url }).end())
    await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening))
    const { port } = elsewhere.address() as AddressInfo
    const taken = provider.taken.length
    const answer = await make({ baseUrl: `http://127.0.0.1:${port}` }).deliver(outgoing('+972501234567'))
    elsewhere.close()
    expect(answer).toMatchObject({ ok: false, retry: true })
    expect(provider.taken).toHaveLength(taken)
  })

  it('a message is retried when the connection is refused, and the error does not contain its text', async () => {
    const answer = await make({ baseUrl: 'http://127.0.0.1:9' }).deliver(outgoing('+972501234567'))
    expect(answer).toMatchObject({ ok: false, retry: true })
    expect(JSON.stringify(answer)).not.toContain('123456')
  })
})

describe('SMS by Twilio', () => {
  it('a sender that is a messaging service is sent as one', async () => {
    const sender = twilio({ accountSid: 'kartis', authToken: 'secret', sender: 'MG123', baseUrl: provider.url })
    await sender.deliver(outgoing('+972501234567'))
    expect(provider.taken.at(-1)?.from).toBe('MG123')
  })
})

describe('israeliNumber', () => {
  it('an Israeli number is local, any other is international without a plus', () => {
    expect(israeliNumber('+972521234567')).toBe('0521234567')
    expect(israeliNumber('+33612345678')).toBe('33612345678')
  })
})
