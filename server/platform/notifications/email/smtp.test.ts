import { afterAll, describe, expect, it } from 'vitest'
import { smtpSink } from '@kartis/simulators/smtp-sink.ts'
import type { OutgoingMessage } from '../provider.ts'
import { smtp } from './smtp.ts'

const sink = await smtpSink()
const provider = smtp({ url: sink.url, from: 'כרטיס <tickets@example.co.il>', seconds: 3 })
afterAll(async () => {
  await provider.close?.()
  await sink.close()
})

const outgoing = (over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: '01890000-0000-7000-8000-000000000002',
  to: 'dana@example.com',
  subject: 'הכרטיסים שלכם למופע',
  text: 'שלום, הכרטיסים מוכנים',
  html: '<p dir="rtl">שלום, הכרטיסים מוכנים</p>',
  attachments: [],
  ...over,
})

describe('SMTP provider', () => {
  it('an e-mail arrives with both texts, a Hebrew subject, its attachment and the same id on every attempt', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.7 tickets')
    const sent = outgoing({ attachments: [{ name: 'כרטיסים.pdf', type: 'application/pdf', bytes: pdf }] })
    expect(await provider.deliver(sent)).toEqual({
      ok: true,
      ref: '<01890000-0000-7000-8000-000000000002@example.co.il>',
    })
    await provider.deliver(sent)
    const [mail, again] = sink.mails
    expect(mail?.from).toMatchObject({ name: 'כרטיס', address: 'tickets@example.co.il' })
    expect(mail?.subject).toBe('הכרטיסים שלכם למופע')
    expect(mail?.text?.trim()).toBe('שלום, הכרטיסים מוכנים')
    expect(mail?.html).toContain('dir="rtl"')
    expect(mail?.messageId).toBe(again?.messageId)
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(mail?.attachments[0]).toMatchObject({ filename: 'כרטיסים.pdf', mimeType: 'application/pdf' })
    expect(new TextDecoder().decode(mail?.attachments[0]?.content as ArrayBuffer)).toBe('%PDF-1.7 tickets')
  })

  it('connections are reused for many messages', async () => {
    const before = sink.connections()
    await Promise.all(Array.from({ length: 40 }, () => provider.deliver(outgoing({ subject: 'burst' }))))
    expect(sink.mails.filter(({ subject }) => subject === 'burst')).toHaveLength(40)
    expect(sink.connections() - before).toBeLessThanOrEqual(4)
  })

  it('an unknown mailbox is a permanent failure, a full one is retried', async () => {
    expect(await provider.deliver(outgoing({ to: 'nobody@example.com' }))).toMatchObject({ ok: false, retry: false })
    expect(await provider.deliver(outgoing({ to: 'full@example.com' }))).toMatchObject({ ok: false, retry: true })
  })

  it('a refused login and a refused connection are retried', async () => {
    for (const url of [sink.wrongUrl, 'smtp://kartis:secret@127.0.0.1:9']) {
      const other = smtp({ url, from: 'tickets@example.co.il', seconds: 1 })
      expect(await other.deliver(outgoing())).toMatchObject({ ok: false, retry: true })
      await other.close?.()
    }
  })
})
