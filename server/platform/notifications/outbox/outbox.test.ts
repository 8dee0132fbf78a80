import { devMessages } from '@kartis/contract/dev.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCode, testTickets } from '../../../testing/templates.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { recipientOf } from './recipient.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [], now: '2026-11-21T10:00:00Z' })
  const { platform, db, clock } = world
  const code = { channel: 'sms', lang: 'he', content: testCode({}) } as const
  await platform.notifications.send(db, { ...code, to: '+972501234567', secret: { code: '111111' } })
  clock.advance(60)
  await platform.notifications.send(db, { ...code, to: '+972501234567', secret: { code: '222222' } })
  await platform.notifications.send(db, { ...code, to: '+447911123456', secret: { code: '333333' } })
  await platform.notifications.send(db, { ...code, to: '+972529876543', secret: { code: 'y4um45ndDfDps' } })
  await platform.files.put('t/1.pdf', new TextEncoder().encode('%PDF'), 'application/pdf')
  await platform.notifications.send(db, {
    channel: 'email',
    to: 'Dana@Example.com',
    lang: 'he',
    content: testTickets({
      event: '<b>לילה</b>',
      link: 'https://tickets.example.co.il/order/tickets/1?token=abc',
    }),
    attachments: [{ name: 'כרטיסים.pdf', file_key: 't/1.pdf', content_type: 'application/pdf' }],
  })
})
afterAll(() => world.close())

const messages = async (to: string) => {
  const answer = await world.http('GET', `/api/dev/messages?to=${to}`)
  return devMessages.parse(answer.body).data
}

describe('GET /api/dev/messages', () => {
  it.each(['0501234567', '050-123-4567', '%2B972501234567', '+972501234567', '972-50-123-4567', '972%200501234567'])(
    'messages to a phone written as %s are found, newest first, with their codes',
    async (to) => {
      const found = await messages(to)
      expect(found.map(({ code }) => code)).toEqual(['222222', '111111'])
      expect(found[0]).toMatchObject({ channel: 'sms', to: '+972501234567', subject: null })
      expect(found[0]?.text).toContain('222222')
    },
  )

  it('the secret of a link is no code that people type', async () => {
    const [link] = await messages('0529876543')
    expect(link?.text).toContain('y4um45ndDfDps')
    expect(link && 'code' in link).toBe(false)
  })

  it('messages to a foreign phone and to an e-mail address in any case are found; an e-mail has no code', async () => {
    expect(await messages('%2B44 7911 123456')).toHaveLength(1)
    expect(await messages('+447911123456')).toHaveLength(1)
    const [mail] = await messages('dana@example.COM')
    expect(mail).toMatchObject({ channel: 'email', to: 'Dana@Example.com' })
    expect(mail?.subject).toContain('לילה')
    expect(mail && 'code' in mail).toBe(false)
  })

  it('all messages are listed without a recipient, and none for an unknown one', async () => {
    expect(await messages('')).toHaveLength(5)
    expect(await messages('0529999999')).toEqual([])
    expect(await messages('nonsense')).toEqual([])
  })
})

describe('outbox page', () => {
  it('the page is in the language of the reader, with codes to copy and links', async () => {
    const { text, headers } = await world.http('GET', '/dev/outbox')
    expect(headers['content-type']).toContain('text/html')
    expect(text).toContain('<html lang="he" dir="rtl">')
    expect(text).toContain('data-copy="222222"')
    expect(text).toContain('href="https://tickets.example.co.il/order/tickets/1?token=abc"')
    const english = await world.http('GET', '/dev/outbox', undefined, { lang: 'en' })
    expect(english.text).toContain('dir="ltr"')
    expect(english.text).toContain('Outbox')
  })

  it('the page searches, and escapes what was typed or sent', async () => {
    const { text } = await world.http('GET', '/dev/outbox?to=050-1234567')
    expect(text).toContain('222222')
    expect(text).not.toContain('333333')
    const trick = await world.http('GET', `/dev/outbox?to=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(trick.text).not.toContain('<script>alert')
    expect((await world.http('GET', '/dev/outbox')).text).not.toContain('<b>לילה')
  })

  it('a refresh gets the list only', async () => {
    const { text } = await world.http('GET', '/dev/outbox?fragment=1')
    expect(text.startsWith('<ol>')).toBe(true)
  })

  it('the HTML and the attachment of an e-mail open, and unknown ids are a 404', async () => {
    const [mail] = await messages('dana@example.com')
    const html = await world.http('GET', `/dev/outbox/${mail?.uuid}/letter`)
    expect(html.text).toMatch(/^<!doctype html><html lang="he" dir="rtl">.*style=/)
    expect(html.headers['content-security-policy']).toContain('sandbox')
    const file = await world.http('GET', `/dev/outbox/${mail?.uuid}/attachments/0`)
    expect(file.text).toBe('%PDF')
    for (const path of [`${mail?.uuid}/attachments/7`, 'no-such/letter', `${mail?.uuid?.replace(/^./, '9')}/letter`])
      expect((await world.http('GET', `/dev/outbox/${path}`)).status).toBe(404)
  })

  it('the style, the script and the fonts of the page are served', async () => {
    for (const file of ['outbox.css', 'outbox.js', 'fonts/400.ttf', 'fonts/700.ttf'])
      expect((await world.http('GET', `/dev/outbox/${file}`)).status, file).toBe(200)
  })
})

describe('outbox with MESSAGES=live', () => {
  it('the page and the list of messages do not exist', async () => {
    const live = await openWorld({
      modules: [],
      env: {
        MESSAGES: 'live',
        SMS_PROVIDER: '019',
        SMS_019_USERNAME: 'kartis',
        SMS_019_TOKEN: 'secret',
        SMTP_URL: 'smtp://127.0.0.1:9',
      },
    })
    expect((await live.http('GET', '/dev/outbox')).status).toBe(404)
    expect((await live.http('GET', '/api/dev/messages?to=')).status).toBe(404)
    await live.close()
  })
})

describe('recipientOf', () => {
  it('a recipient is a phone in E.164, an e-mail address in lower case, or the text itself', () => {
    expect(recipientOf(' 050 123 4567 ')).toBe('+972501234567')
    expect(recipientOf('A@B.co.il')).toBe('a@b.co.il')
    expect(recipientOf('12')).toBe('12')
    expect(recipientOf('  ')).toBeUndefined()
  })
})
