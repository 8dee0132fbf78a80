import { disputeEvidence } from '@kartis/contract/disputes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { refundOf } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { limitPhone } from '../../selling/checkout/index.ts'
import type { PrintedReport } from '../reports/index.ts'
import { readShownDispute } from './disputes-queries.ts'
import { evidencePack } from './evidence-pack.ts'
import { type EvidenceRow, readEvidence } from './evidence-queries.ts'
import { noteDispute } from './note-dispute.ts'

let world: World
let owner: Producer
let id: string
let orderId: string

beforeAll(async () => {
  world = await openWorld({ now: '2026-11-20T10:00:00Z' })
  const gateway = await useTestGateway(world)
  owner = await producer(world)
  const sale = await eventOnSale(world, owner, { type: { price: 149 } })
  orderId = (await boughtByCard(world, gateway, sale, { quantity: 2 })).uuid
  await world.handleEvents()
  await world.platform.jobs.drain({ names: ['messages.deliver', 'messages.deliver-at-once'] })
  const [ticket] = await world.db.selectFrom('tickets').selectAll().where('order_id', '=', orderId).execute()
  await world.db
    .insertInto('scans')
    .values({
      event_id: ticket?.event_id ?? '',
      id: world.platform.newId(),
      ticket_id: ticket?.id ?? null,
      verdict: 'admitted',
      gate: 'שער צפון',
      scanned_at: '2026-11-21T19:12:00Z',
    })
    .execute()
  await refundOf(world, sale.event.uuid, 14_900)
  const payment = await world.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const noted = await noteDispute(world.platform, {
    paymentId: payment.id,
    reference: 'CAL-7731',
    reason: 'לא ביצעתי את העסקה',
    by: 'Dana',
  })
  if ('problem' in noted) throw new Error(noted.problem)
  id = noted.id
})
afterAll(() => world.close())

const packOf = async (change: Partial<EvidenceRow> = {}): Promise<PrintedReport> => {
  const dispute = await readShownDispute(world.db, owner.account.uuid, id)
  const row = dispute && (await readEvidence(world.db, dispute))
  const event = dispute && (await anyEventRow(world.db, dispute.event_id))
  if (!dispute || !row || !event) throw new Error('no evidence')
  const about = { dispute, event, seller: 'הפקות', lang: 'he', now: world.clock.now() } as const
  return evidencePack(world.platform, { ...about, row: { ...row, ...change } })
}

const tableOf = (pack: PrintedReport, title: string) => pack.tables.find((table) => table.title === title)

describe('the evidence of a dispute', () => {
  it('has the charge, the order, the consent with its time, the phone, messages, scans and refunds', async () => {
    const pack = await packOf()
    expect(JSON.stringify(pack)).not.toMatch(/\{\{|disputes:|undefined|null|NaN|<terms>/)
    expect(pack.tables.map(({ title }) => title)).toEqual([
      'החיוב',
      'ההזמנה',
      'מה נרכש',
      'הסכמה לתנאים',
      'אימות הטלפון',
      'הודעות שנשלחו',
      'סריקות בכניסה',
      'החזרים',
      'תולדות ההזמנה',
    ])
    expect(tableOf(pack, 'מה נרכש')?.rows).toEqual([[expect.any(String), '2', expect.stringContaining('298')]])
    const [consent, at] = tableOf(pack, 'הסכמה לתנאים')?.rows ?? []
    expect(consent?.[1]).toContain('תנאי השימוש')
    expect(at?.[1]).toContain('20')
    expect(tableOf(pack, 'סריקות בכניסה')?.rows[0]?.slice(2)).toEqual(['שער צפון', 'נכנס'])
    expect(tableOf(pack, 'הודעות שנשלחו')?.rows.length).toBeGreaterThan(0)
    expect(tableOf(pack, 'החזרים')?.rows).toHaveLength(1)
    expect(pack.figures[2]?.value).toBe('1 / 2')
  })

  it('has the consent in the version and the language that the buyer read, with digital documents if it named them', async () => {
    const [text, at, documents] = tableOf(await packOf(), 'הסכמה לתנאים')?.rows ?? []
    expect(text?.[1]).toContain('מסמכי ההזמנה')
    expect(at?.[1]).toContain('20')
    expect(documents).toEqual(['מסמכים דיגיטליים', expect.stringContaining('נוסח 2')])
    const english = tableOf(
      await packOf({ agreed: { text: 2, lang: 'en', at: '2026-11-20T10:00:00Z' } }),
      'הסכמה לתנאים',
    )?.rows
    expect(english?.[0]?.[1]).toContain('agree to receive the documents')
    for (const agreed of [null, { text: 1, lang: 'he', at: '2026-11-20T10:00:00Z' }]) {
      const rows = tableOf(await packOf({ agreed }), 'הסכמה לתנאים')?.rows
      expect(rows?.[0]?.[1]).toContain('תנאי השימוש')
      expect(rows?.[0]?.[1]).not.toContain('מסמכי ההזמנה')
      expect(rows?.[2]?.[1]).toContain('לא כלל')
    }
  })

  it('says how the phone was proved, and no more than is known', async () => {
    const phone = '+972501112233'
    const proof = async (change: Partial<EvidenceRow>) =>
      tableOf(await packOf({ buyer_phone: phone, ...change }), 'אימות הטלפון')?.rows.at(-1)?.[1]
    expect(await proof({ limit_phone: limitPhone(world.platform.keys, phone) })).toContain('הוכיח')
    expect(await proof({ limit_phone: limitPhone(world.platform.keys, '+972509998877') })).toContain('לא אומת')
    expect(await proof({ user_phone: phone })).toContain('מחובר')
    expect(await proof({ user_phone: '+972509998877' })).toContain('לא אומת')
  })

  it('tells who left from who entered', async () => {
    const scan = {
      position: 1,
      name: 'כניסה',
      gate: null,
      scanned_at: '2026-11-21T19:12:00Z',
      verdict: 'admitted',
    } as const
    const pack = await packOf({
      entries: [
        { ...scan, direction: 'entry' },
        { ...scan, direction: 'exit', position: 2 },
      ],
    })
    expect(tableOf(pack, 'סריקות בכניסה')?.rows.map((row) => row.at(-1))).toEqual(['נכנס', 'יצא'])
    expect(pack.figures[2]?.value).toBe('1 / 2')
  })

  it('of a sale at a register names no consent, since its buyer passed no button', async () => {
    expect(tableOf(await packOf({ channel: 'cashier' }), 'הסכמה לתנאים')).toBeUndefined()
  })

  it('is one PDF in each language, and is not found by others', async () => {
    for (const lang of ['he', 'en', 'ar'] as const) {
      const file = await world.call(disputeEvidence, { ...as(owner), params: { uuid: id }, query: { lang } })
      expect([file.status, file.bytes.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
    }
    const stranger = await producer(world)
    expect((await world.call(disputeEvidence, { ...as(stranger), params: { uuid: id } })).status).toBe(404)
  })
})
