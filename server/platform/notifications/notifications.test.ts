import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCode, testTickets } from '../../testing/templates.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { inTransaction } from '../database/db.ts'
import { type Jobs, openJobs } from '../jobs/jobs.ts'
import { deadLetters, deliveryHealth, requeueDeadLetters } from './dead-letters.ts'
import { createNotifications, type Message, type Notifications } from './notifications.ts'
import type { Delivery, MessageProvider, OutgoingMessage } from './provider.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [], env: { PUBLIC_URL: 'https://tickets.example.co.il' } })
})
beforeEach(() => world.db.deleteFrom('messages').execute())
afterAll(() => world.close())

const phone = '+972501234567'
const code: Message = {
  channel: 'sms',
  to: phone,
  lang: 'he_IL',
  content: testCode({}),
  secret: { code: '482913' },
}
const tickets = (over: Partial<Message> = {}): Message => ({
  channel: 'email',
  to: 'dana@example.com',
  lang: 'he',
  content: testTickets({ event: 'לילה לבן', link: 'https://tickets.example.co.il/order/tickets/1?token=s3cret-token' }),
  ...over,
})

const rows = () => world.db.selectFrom('messages').selectAll().orderBy('id').execute()

/** Notifications beside the world's, with providers that the test controls. */
const openLive = async (
  answer: (outgoing: OutgoingMessage) => Delivery,
  perSecond = 1000,
): Promise<{ notifications: Notifications; jobs: Jobs; sent: OutgoingMessage[]; close: () => Promise<void> }> => {
  const { platform } = world
  const sent: OutgoingMessage[] = []
  const provider = (name: string): MessageProvider => ({
    name,
    deliver: (outgoing) => {
      sent.push(outgoing)
      return Promise.resolve(answer(outgoing))
    },
  })
  const jobs = openJobs({ connectionString: world.url, db: world.db, log: platform.log, work: false })
  const messages = { ...platform.settings.messages, where: 'live' as const }
  const providers = { sms: provider('019'), email: provider('smtp'), close: () => Promise.resolve() }
  const notifications = createNotifications({
    ...platform,
    jobs,
    providers,
    settings: { ...platform.settings, messages },
    perSecond,
  })
  await jobs.start()
  return { notifications, jobs, sent, close: () => jobs.stop(1) }
}

describe('outbox', () => {
  it('a message in the outbox stays readable, with its code, and is marked as sent', async () => {
    await world.platform.notifications.send(world.db, code)
    expect(await rows()).toMatchObject([
      {
        channel: 'sms',
        to: phone,
        lang: 'he',
        template: 'login_code',
        subject: null,
        html: null,
        secret: { code: '482913' },
        status: 'queued',
      },
    ])
    await world.platform.jobs.drain()
    const [row] = await rows()
    expect(row).toMatchObject({
      status: 'sent',
      provider: 'outbox',
      attempts: 1,
      last_error: null,
      secret: { code: '482913' },
    })
    expect(row?.text).toContain('482913')
    expect(row?.sent_at).toEqual(world.clock.now())
  })

  it('a rolled back transaction leaves neither message nor job', async () => {
    await inTransaction(world.db, async (tx) => {
      await world.platform.notifications.send(tx, code)
      throw new Error('no')
    }).catch(() => undefined)
    expect(await rows()).toEqual([])
    expect(await world.platform.jobs.drain()).toEqual({ completed: 0, failed: 0 })
  })

  it('a login code is delivered before the waiting tickets of a sale', async () => {
    const { notifications } = world.platform
    await notifications.sendMany(
      world.db,
      Array.from({ length: 50 }, () => tickets()),
    )
    await notifications.send(world.db, code)
    await world.platform.jobs.drain({ names: ['messages.deliver-at-once'] })
    const sent = (await rows()).filter(({ status }) => status === 'sent')
    expect(sent.map(({ template }) => template)).toEqual(['login_code'])
    await world.platform.jobs.drain()
  })

  it('thousands of messages are written at once, in order, each in its language and to its recipient', async () => {
    const many = Array.from({ length: 2500 }, (_, i) => ({
      ...code,
      to: `+97250${1_000_000 + i}`,
      lang: i % 2 ? 'en' : 'ar',
    }))
    const started = performance.now()
    const ids = await inTransaction(world.db, (tx) => world.platform.notifications.sendMany(tx, many))
    expect(performance.now() - started).toBeLessThan(3000)
    expect(new Set(ids).size).toBe(2500)
    const rowsById = new Map((await rows()).map((row) => [row.id, row]))
    expect(rowsById.get(ids[7] ?? '')).toMatchObject({ to: '+972501000007', lang: 'en' })
    expect(rowsById.get(ids[2400] ?? '')).toMatchObject({ to: '+972501002400', lang: 'ar' })
    expect(await world.platform.jobs.drain()).toMatchObject({ failed: 0 })
    expect((await rows()).every(({ status }) => status === 'sent')).toBe(true)
  })
})

describe('delivery by a provider', () => {
  it('a sent message leaves no code and no token in the database, before or after its delivery', async () => {
    const { notifications, jobs, sent, close } = await openLive(() => ({ ok: true, ref: 'r1' }))
    await notifications.sendMany(world.db, [code, tickets()])
    const before = JSON.stringify(await rows())
    expect(before).not.toContain('482913')
    expect(before).not.toContain('s3cret-token')
    await jobs.drain()
    expect(sent.find(({ to }) => to === phone)?.text).toContain('@tickets.example.co.il #482913')
    const mail = sent.find(({ to }) => to === 'dana@example.com')
    expect(mail?.text).toContain('token=s3cret-token')
    expect(mail?.html).toContain('token=s3cret-token')
    const after = await rows()
    expect(after).toMatchObject([
      { status: 'sent', provider: '019', provider_ref: 'r1', secret: null },
      { status: 'sent', provider: 'smtp', secret: null },
    ])
    expect(JSON.stringify(after)).not.toMatch(/482913|s3cret-token/)
    await close()
  })

  it('an e-mail is stored without its layout, and sent with it', async () => {
    const { notifications, jobs, sent, close } = await openLive(() => ({ ok: true, ref: null }))
    const link = 'https://tickets.example.co.il/events/1'
    await notifications.send(world.db, tickets({ content: testTickets({ event: 'לילה לבן', link }) }))
    const [row] = await rows()
    expect(row).toMatchObject({ layout: 1, secret: null })
    expect(row?.html).toContain(`<a href="${link}">`)
    expect(row?.html).not.toContain('style=')
    await jobs.drain()
    expect(sent[0]?.html).toMatch(/^<!doctype html><html lang="he" dir="rtl">.*<title>לילה לבן<\/title>.*style=/)
    expect(sent[0]?.html).toContain(link)
    await close()
  })

  it('an e-mail that a server of the version before has written is sent as it is', async () => {
    const { notifications, jobs, sent, close } = await openLive(() => ({ ok: true, ref: null }))
    const html = '<!doctype html><html><body><p style="margin:0">שלום</p></body></html>'
    await notifications.send(world.db, tickets({ content: testTickets({ event: 'לילה', link: 'https://a.example' }) }))
    await world.db.updateTable('messages').set({ html, layout: null }).execute()
    await jobs.drain()
    expect(sent[0]?.html).toBe(html)
    await close()
  })

  it('an e-mail gets its attachments from the file store', async () => {
    await world.platform.files.put('tickets/k-10027.pdf', new TextEncoder().encode('%PDF'), 'application/pdf')
    const { notifications, jobs, sent, close } = await openLive(() => ({ ok: true, ref: null }))
    const file = { name: 'כרטיסים.pdf', file_key: 'tickets/k-10027.pdf', content_type: 'application/pdf' }
    await notifications.send(world.db, tickets({ attachments: [file] }))
    await jobs.drain()
    expect(sent[0]?.attachments).toEqual([
      { name: 'כרטיסים.pdf', type: 'application/pdf', bytes: new TextEncoder().encode('%PDF') },
    ])
    await close()
  })

  it('a message is retried under the same id after a transient error, and then sent once', async () => {
    let answers = 0
    const { notifications, jobs, sent, close } = await openLive(() =>
      ++answers < 3 ? { ok: false, retry: true, error: 'HTTP 503' } : { ok: true, ref: 'late' },
    )
    const id = await notifications.send(world.db, tickets())
    await jobs.drain()
    expect(await rows()).toMatchObject([{ status: 'failed', attempts: 1, last_error: 'HTTP 503' }])
    await jobs.drain({ later: true })
    expect(await rows()).toMatchObject([
      { status: 'sent', attempts: 3, last_error: null, provider_ref: 'late', secret: null },
    ])
    expect(sent.map((outgoing) => outgoing.id)).toEqual([id, id, id])
    await close()
  })

  it('a message is dead at once after a permanent failure, and after the last attempt otherwise', async () => {
    const { notifications, jobs, sent, close } = await openLive(({ to }) =>
      to === phone
        ? { ok: false, retry: false, error: 'no such number' }
        : { ok: false, retry: true, error: 'HTTP 503' },
    )
    await notifications.sendMany(world.db, [code, tickets()])
    await jobs.drain({ later: true })
    expect(await rows()).toMatchObject([
      { status: 'dead', attempts: 1, last_error: 'no such number' },
      { status: 'dead', attempts: 9, last_error: 'HTTP 503' },
    ])
    expect(sent).toHaveLength(10)
    await close()
  })

  it('a login code is not sent after its expiry, also when it is queued again', async () => {
    const { notifications, jobs, sent, close } = await openLive(() => ({ ok: true, ref: null }))
    await notifications.send(world.db, code)
    world.clock.advance(6 * 60)
    await jobs.drain()
    expect(sent).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'dead', last_error: 'expired before delivery' }])
    await requeueDeadLetters({ db: world.db, jobs })
    await jobs.drain()
    expect(sent).toEqual([])
    await close()
  })

  it('of messages that share a job those that failed are tried again, and no other is sent twice', async () => {
    let broken = true
    const { notifications, jobs, sent, close } = await openLive(({ to }) =>
      broken && to.startsWith('slow') ? { ok: false, retry: true, error: 'busy' } : { ok: true, ref: null },
    )
    const recipients = ['a@example.com', 'slow@example.com', 'b@example.com']
    await notifications.sendMany(
      world.db,
      recipients.map((to) => tickets({ to })),
    )
    expect(await jobs.drain()).toEqual({ completed: 0, failed: 1 })
    expect((await rows()).map(({ status }) => status).toSorted()).toEqual(['failed', 'sent', 'sent'])
    broken = false
    expect(await jobs.drain({ later: true })).toEqual({ completed: 1, failed: 0 })
    expect(sent.map(({ to }) => to).filter((to) => !to.startsWith('slow'))).toEqual(['a@example.com', 'b@example.com'])
    expect((await rows()).map(({ status, attempts }) => `${status} ${attempts}`).toSorted()).toEqual([
      'sent 1',
      'sent 1',
      'sent 2',
    ])
    await close()
  })

  it('a sent message is not sent again when its job is repeated', async () => {
    const { notifications, jobs, sent, close } = await openLive(() => ({ ok: true, ref: null }))
    const id = await notifications.send(world.db, tickets())
    await jobs.enqueue(world.db, 'messages.deliver', { id })
    await jobs.drain()
    await jobs.enqueue(world.db, 'messages.deliver', { id })
    await jobs.drain()
    expect(sent).toHaveLength(1)
    await close()
  })
})

describe('dead letters', () => {
  it('dead letters are listed, and sent when they are queued again', async () => {
    let broken = true
    const { notifications, jobs, sent, close } = await openLive(() =>
      broken ? { ok: false, retry: false, error: 'refused' } : { ok: true, ref: null },
    )
    const [first, second] = await notifications.sendMany(world.db, [tickets(), tickets({ to: 'other@example.com' })])
    await jobs.drain()
    const queues = { db: world.db, jobs }
    const { messages } = await deadLetters(queues)
    expect(messages.map(({ last_error }) => last_error)).toEqual(['refused', 'refused'])
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set([first, second]))
    expect(await deliveryHealth(world.db)).toMatchObject({ dead: { count: 2 }, queued: { count: 0, oldest: null } })
    await notifications.send(world.db, tickets())
    expect(await deliveryHealth(world.db)).toMatchObject({ queued: { count: 1, oldest: world.clock.now() } })
    broken = false
    expect(await requeueDeadLetters(queues, [first ?? ''])).toEqual({ messages: 1, jobs: 0 })
    await jobs.drain()
    expect(sent.at(-1)?.text).toContain('token=s3cret-token')
    expect(await requeueDeadLetters(queues)).toEqual({ messages: 1, jobs: 0 })
    await jobs.drain()
    expect((await rows()).every(({ status }) => status === 'sent')).toBe(true)
    await close()
  })
})

describe('unsent messages', () => {
  it('those that wait are counted apart from those that wait for another attempt, until they are sent', async () => {
    let broken = true
    const { notifications, jobs, close } = await openLive(() =>
      broken ? { ok: false, retry: true, error: 'HTTP 503' } : { ok: true, ref: null },
    )
    await notifications.sendMany(world.db, [tickets(), tickets({ to: 'other@example.com' })])
    await jobs.drain()
    await notifications.send(world.db, code)
    const at = { oldest: world.clock.now() }
    expect(await deliveryHealth(world.db)).toEqual({
      queued: { count: 1, ...at },
      failed: { count: 2, ...at },
      dead: { count: 0, oldest: null },
    })
    broken = false
    await jobs.drain({ later: true })
    const none = { count: 0, oldest: null }
    expect(await deliveryHealth(world.db)).toEqual({ queued: none, failed: none, dead: none })
    await close()
  })

  it('an update of a message that is sent at the first attempt changes no column of an index', async () => {
    const { rows: columns } = await sql<{ name: string }>`
      select distinct a.attname as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid
        and (a.attnum = any(i.indkey) or pg_get_expr(i.indpred, i.indrelid) ~ ('\\m' || a.attname || '\\M'))
      where i.indrelid = 'messages'::regclass and a.attnum > 0`.execute(world.db)
    expect(columns.map(({ name }) => name).toSorted()).toEqual(['created_at', 'id', 'last_error', 'order_id', 'to'])
  })
})

describe('rate of delivery', () => {
  it('spaces the messages of one provider evenly', async () => {
    const { notifications, jobs, sent, close } = await openLive(() => ({ ok: true, ref: null }), 50)
    await notifications.sendMany(
      world.db,
      Array.from({ length: 6 }, () => tickets()),
    )
    const startedAt = performance.now()
    await jobs.drain()
    expect(sent).toHaveLength(6)
    expect(performance.now() - startedAt).toBeGreaterThan(95)
    await close()
  })
})
