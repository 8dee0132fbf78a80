import { afterAll, describe, expect, it } from 'vitest'
import { smsProviders } from '@kartis/simulators/sms-providers.ts'
import { smtpSink } from '@kartis/simulators/smtp-sink.ts'
import { testCode, testTickets } from '../../testing/templates.ts'
import { openWorld } from '../../testing/world.ts'
import { messageProvidersOf } from './providers.ts'
import { readSettings } from '../../settings.ts'

const provider = await smsProviders()
const sink = await smtpSink()
afterAll(async () => {
  await provider.close()
  await sink.close()
})

const liveSettings = {
  MESSAGES: 'live',
  SMS_BASE_URL: provider.url,
  SMS_019_USERNAME: 'kartis',
  SMS_019_TOKEN: 'secret',
  INFORU_USERNAME: 'kartis',
  INFORU_TOKEN: 'secret',
  TWILIO_ACCOUNT_SID: 'kartis',
  TWILIO_AUTH_TOKEN: 'secret',
  SMTP_URL: sink.url,
  MAIL_FROM: 'Kartis <tickets@example.co.il>',
}

describe('messageProvidersOf', () => {
  it.each(['019', 'inforu', 'twilio'] as const)(
    'a message reaches %s with the settings of the provider',
    async (name) => {
      const world = await openWorld({ modules: [], env: { ...liveSettings, SMS_PROVIDER: name } })
      const { platform, db } = world
      await platform.notifications.sendMany(db, [
        {
          channel: 'sms',
          to: '+972501234567',
          lang: 'he',
          content: testCode({}),
          secret: { code: '482913' },
        },
        {
          channel: 'email',
          to: `${name}@example.com`,
          lang: 'he',
          content: testTickets({ event: 'לילה לבן', link: 'https://tickets.example.co.il/1' }),
        },
      ])
      expect(await platform.jobs.drain()).toEqual({ completed: 2, failed: 0 })
      expect(provider.taken.at(-1)).toMatchObject({ provider: name, from: 'Kartis' })
      expect(provider.taken.at(-1)?.text).toContain('482913')
      expect(sink.mails.at(-1)?.to?.[0]?.address).toBe(`${name}@example.com`)
      const rows = await db.selectFrom('messages').select(['status', 'provider', 'provider_ref', 'secret']).execute()
      expect(rows.map(({ provider: by }) => by).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(
        [name, 'smtp'].toSorted((a, b) => a.localeCompare(b)),
      )
      expect(
        rows.every(({ status, secret, provider_ref }) => status === 'sent' && secret === null && provider_ref),
      ).toBe(true)
      await world.close()
    },
  )

  it('nothing is sent with MESSAGES=outbox, whatever else is set', () => {
    const { messages } = readSettings({ ...liveSettings, SMS_PROVIDER: '019', MESSAGES: 'outbox', NODE_ENV: 'test' })
    const providers = messageProvidersOf(messages)
    expect([providers.sms.name, providers.email.name]).toEqual(['outbox', 'outbox'])
  })
})
