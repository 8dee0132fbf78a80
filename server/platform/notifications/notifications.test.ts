import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import type { MessageProvider, Delivery, OutgoingMessage } from './provider.ts'
import { inTransaction } from '../database/db.ts'
import { deadLetters, postHealth, requeueDeadLetters } from '../jobs/dead-letters.ts'
import { pace } from './delivery.ts'
import { openJobs } from '../jobs/jobs.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { createNotifications } from './notifications.ts'
import type { Message, Notifications } from './notifications.ts'

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
  template: 'login_code',
  params: { minutes: 5 },
  secret: { code: '482913' },
}
const tickets = (over: Partial<Message> = {}): Message =>
  ({
    channel: 'email',
    to: 'dana@example.com',
    lang: 'he',
    template: 'tickets_ready',
    params: {
      event: 'לילה לבן',
      startsAt: '2026-12-17T19:00:00Z',
      count: 2,
      number: 'K-10027',
      link: 'https://tickets.example.co.il/order/tickets/1?token=s3cret-token',
    },
    ...over,
  }) as Message

const rows = () => world.db.selectFrom('messages').selectAll().orderBy('id').execute()

/** A post of its own beside the world's, with carriers in the test's hand. */
const live = async (
  answer: (outgoing: OutgoingMessage) => Delivery,
): Promise<{ post: Notifications; jobs: Jobs; sent: OutgoingMessage[]; close: () => Promise<void> }> => {
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
  const post = createNotifications({
    ...platform,
    jobs,
    providers,
    settings: { ...platform.settings, messages },
    perSecond: 1000,
  })
  await jobs.start()
  return { post, jobs, sent, close: () => jobs.stop(1) }
}

describe('the outbox', () => {
  it('keeps a message readable, with its code apart, and marks it sent', async () => {
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

  it('has neither message nor job of a transaction that was taken back', async () => {
    await inTransaction(world.db, async (tx) => {
      await world.platform.notifications.send(tx, code)
      throw new Error('no')
    }).catch(() => undefined)
    expect(await rows()).toEqual([])
    expect(await world.platform.jobs.drain()).toEqual({ completed: 0, failed: 0 })
  })

  it('lets a code pass by, however many tickets of a sale wait', async () => {
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

  it('takes thousands at once, in order, each in its own language and to its own reader', async () => {
    const many = Array.from({ length: 2500 }, (_, i) => ({
      ...code,
      to: `+97250${1_000_000 + i}`,
      lang: i % 2 ? 'en' : 'ar',
    }))
    const started = performance.now()
    const ids = await inTransaction(world.db, (tx) => world.platform.notifications.sendMany(tx, many))
    expect(performance.now() - started).toBeLessThan(3000)
    expect(new Set(ids).size).toBe(2500)
    const kept = new Map((await rows()).map((row) => [row.id, row]))
    expect(kept.get(ids[7] ?? '')).toMatchObject({ to: '+972501000007', lang: 'en' })
    expect(kept.get(ids[2400] ?? '')).toMatchObject({ to: '+972501002400', lang: 'ar' })
    expect(await world.platform.jobs.drain()).toEqual({ completed: 2500, failed: 0 })
    expect((await rows()).every(({ status }) => status === 'sent')).toBe(true)
  })
})

describe('a message that really goes out', () => {
  it('leaves no code and no token in the database, before or after', async () => {
    const { post, jobs, sent, close } = await live(() => ({ ok: true, ref: 'r1' }))
    await post.sendMany(world.db, [code, tickets()])
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

  it('takes its attachments from the store', async () => {
    await world.platform.files.put('tickets/k-10027.pdf', new TextEncoder().encode('%PDF'), 'application/pdf')
    const { post, jobs, sent, close } = await live(() => ({ ok: true, ref: null }))
    const file = { name: 'כרטיסים.pdf', file_key: 'tickets/k-10027.pdf', content_type: 'application/pdf' }
    await post.send(world.db, tickets({ attachments: [file] }))
    await jobs.drain()
    expect(sent[0]?.attachments).toEqual([
      { name: 'כרטיסים.pdf', type: 'application/pdf', bytes: new TextEncoder().encode('%PDF') },
    ])
    await close()
  })

  it('is tried again after a passing fault, under the same id, and then sent once', async () => {
    let answers = 0
    const { post, jobs, sent, close } = await live(() =>
      ++answers < 3 ? { ok: false, retry: true, error: 'HTTP 503' } : { ok: true, ref: 'late' },
    )
    const id = await post.send(world.db, tickets())
    await jobs.drain()
    expect(await rows()).toMatchObject([{ status: 'failed', attempts: 1, last_error: 'HTTP 503' }])
    await jobs.drain({ later: true })
    expect(await rows()).toMatchObject([
      { status: 'sent', attempts: 3, last_error: null, provider_ref: 'late', secret: null },
    ])
    expect(sent.map((outgoing) => outgoing.id)).toEqual([id, id, id])
    await close()
  })

  it('is dead at once when it can never arrive, and after the last try when the fault does not pass', async () => {
    const { post, jobs, sent, close } = await live(({ to }) =>
      to === phone
        ? { ok: false, retry: false, error: 'no such number' }
        : { ok: false, retry: true, error: 'HTTP 503' },
    )
    await post.sendMany(world.db, [code, tickets()])
    await jobs.drain({ later: true })
    expect(await rows()).toMatchObject([
      { status: 'dead', attempts: 1, last_error: 'no such number' },
      { status: 'dead', attempts: 9, last_error: 'HTTP 503' },
    ])
    expect(sent).toHaveLength(10)
    await close()
  })

  it('is not sent when it comes too late to help', async () => {
    const { post, jobs, sent, close } = await live(() => ({ ok: true, ref: null }))
    await post.send(world.db, code)
    world.clock.advance(6 * 60)
    await jobs.drain()
    expect(sent).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'dead', last_error: 'too late to be of use' }])
    await close()
  })

  it('that was already sent does not go again when its job comes back', async () => {
    const { post, jobs, sent, close } = await live(() => ({ ok: true, ref: null }))
    const id = await post.send(world.db, tickets())
    await jobs.enqueue(world.db, 'messages.deliver', { id })
    await jobs.drain()
    await jobs.enqueue(world.db, 'messages.deliver', { id })
    await jobs.drain()
    expect(sent).toHaveLength(1)
    await close()
  })
})

describe('dead letters', () => {
  it('are listed, and go on their way again when asked', async () => {
    let broken = true
    const { post, jobs, sent, close } = await live(() =>
      broken ? { ok: false, retry: false, error: 'refused' } : { ok: true, ref: null },
    )
    const [first, second] = await post.sendMany(world.db, [tickets(), tickets({ to: 'other@example.com' })])
    await jobs.drain()
    const house = { db: world.db, jobs }
    const { messages } = await deadLetters(house)
    expect(messages.map(({ last_error }) => last_error)).toEqual(['refused', 'refused'])
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set([first, second]))
    expect(await postHealth(world.db)).toMatchObject({ dead: { count: 2 }, queued: { count: 0, oldest: null } })
    broken = false
    expect(await requeueDeadLetters(house, [first ?? ''])).toEqual({ messages: 1, jobs: 0 })
    await jobs.drain()
    expect(sent.at(-1)?.text).toContain('token=s3cret-token')
    expect(await requeueDeadLetters(house)).toEqual({ messages: 1, jobs: 0 })
    await jobs.drain()
    expect((await rows()).every(({ status }) => status === 'sent')).toBe(true)
    await close()
  })
})

describe('the pace of delivery', () => {
  it('lets the first go at once and spaces the rest', async () => {
    let now = 0
    const waits: number[] = []
    const turn = pace(
      10,
      () => now,
      (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
    )
    await Promise.all([turn(), turn(), turn()])
    expect(waits).toEqual([100, 200])
    now = 1000
    await turn()
    expect(waits).toEqual([100, 200])
  })
})
