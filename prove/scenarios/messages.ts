import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { smsProviders } from '@kartis/simulators/sms-providers.ts'
import { smtpSink } from '@kartis/simulators/smtp-sink.ts'
import { withPool } from '../invariants.ts'
import { openProxy } from '../proxy.ts'
import type { Scenario } from '../scenario.ts'
import { until } from '../timed.ts'

const AWAY_MS = 20_000
const DELIVERED_MS = 120_000
const REDIRECT = join(import.meta.dirname, '../preload/redirect.mjs')

/** How often each recipient got a text. */
const timesOf = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> => {
  const times = new Map<string, number>()
  for (const item of items) times.set(keyOf(item), (times.get(keyOf(item)) ?? 0) + 1)
  return times
}

/** Resolves with the milliseconds until no message of the event waits. */
const untilDelivered = (url: string, event: string): Promise<number> =>
  withPool(url, (pool) =>
    until(
      'every message is delivered',
      async () => {
        const { rowCount } = await pool.query(
          `select from messages where event_id = $1 and status in ('queued', 'failed') limit 1`,
          [event],
        )
        return rowCount === 0
      },
      DELIVERED_MS,
    ),
  )

/** The providers of SMS and e-mail cannot be reached, and come back. */
export const messagesDown: Scenario = {
  name: 'SMS and e-mail are down',
  what: `the SMS provider and the mail server refuse every connection for ${AWAY_MS / 1000} seconds; then every message arrives once.`,
  // Each channel delivers 25 messages a second at most, which a larger crowd outruns.
  buyers: 2,
  run: async ({ installation, crowd, stage, afterwards }) => {
    const providers = await smsProviders()
    const mailServer = await smtpSink()
    const sms = await openProxy(Number(new URL(providers.url).port))
    const mail = await openProxy(Number(new URL(mailServer.url).port))
    installation.onClose(async () => {
      await Promise.all([sms.close(), mail.close()])
      await Promise.all([providers.close(), mailServer.close()])
    })
    const mailAddress = new URL(mailServer.url)
    mailAddress.port = String(mail.port)
    await installation.server().stop()
    await installation.restart({
      MESSAGES: 'live',
      SMS_PROVIDER: '019',
      SMS_019_USERNAME: 'kartis',
      SMS_019_TOKEN: 'secret',
      SMTP_URL: mailAddress.href,
      NODE_OPTIONS: `--import ${REDIRECT}`,
      PROVE_REDIRECT: `https://019sms.co.il=http://127.0.0.1:${sms.port}`,
    })
    await crowd.untilBought(10)
    sms.passing = 'refuse'
    mail.passing = 'refuse'
    sms.reset()
    mail.reset()
    const before = crowd.bought()
    await sleep(AWAY_MS)
    const meanwhile = crowd.bought() - before
    sms.passing = 'pass'
    mail.passing = 'pass'
    afterwards(async () => {
      const took = await untilDelivered(installation.ownerDatabase(), stage.event)
      const texts = timesOf(providers.taken, ({ to, text }) => `${to} ${text}`)
      const mails = timesOf(mailServer.mails, ({ to, subject, text }) => `${to?.[0]?.address} ${subject} ${text}`)
      const doubled = [...texts.values(), ...mails.values()].filter((times) => times > 1).length
      return [
        {
          what: 'every message arrives once',
          holds: doubled === 0,
          note: `the last one ${(took / 1000).toFixed(0)} s after everything else; ${providers.taken.length} SMS and ${mailServer.mails.length} e-mails, ${doubled} twice`,
        },
      ]
    })
    return [{ what: 'it sells meanwhile', holds: meanwhile > 0, note: `${meanwhile} orders` }]
  },
}
