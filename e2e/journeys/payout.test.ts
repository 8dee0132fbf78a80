import type { EventReport } from '@kartis/contract/event-figures.ts'
import { listEvents, showEvent } from '@kartis/contract/events.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { updateMe } from '@kartis/contract/auth.ts'
import { newMember } from '../fixtures/team.ts'
import { callAs } from '../fixtures/call.ts'
import { newSale } from '../fixtures/events.ts'
import { signIn } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { pattern, t } from '../fixtures/messages.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const DEMO_PRODUCER = '0502345678'
const agorot = (shekels: number): number => Math.round(shekels * 100)

/** A past event of the demo, and a manager of its account. */
const pastEvent = async () => {
  const producer = await signIn(DEMO_PRODUCER)
  const account = (await producer.call(updateMe, { body: {} })).data.accounts[0]?.uuid ?? ''
  const call = callAs({ token: producer.token, account })
  const manager = await newMember({ manager: { ...producer, call }, account }, 'manager')
  const { data } = await call(listEvents, { query: { per_page: 100 } })
  const event = data.find((event) => event.summary_available && event.phase !== 'archived')
  if (!event) throw new Error('the demo has no event with a report')
  const shown = await call(showEvent, { params: { uuid: event.uuid }, query: { append: ['report'] } })
  return { manager: { ...manager, account }, event, report: shown.data.report }
}

/** The amount of a line of the report in agorot, as shown on the screen. */
const lineOf = async (page: Page, key: string): Promise<number> => {
  const line = page.locator('dl > div').filter({ has: page.locator('dt', { hasText: t(`summary:ledger.${key}`) }) })
  const text = await line.locator('dd').first().innerText()
  return Math.round(Number(text.replaceAll(/[^\d.\-\u2212]/gu, '').replace('\u2212', '-')) * 100)
}

const isSound = ({ totals, adjustments, calculations: sums }: EventReport): void => {
  const fees = sums.handle_fee_cc
  expect(agorot(fees.regular) + agorot(fees.special) + agorot(fees.tourist)).toBe(agorot(fees.total))
  const off = agorot(fees.total) + agorot(sums.handle_fee) + agorot(sums.vat)
  const beside = agorot(adjustments.disputes) + agorot(adjustments.handed_back) + agorot(adjustments.corrections)
  expect(agorot(totals.orders_by_cc.total_amount) - off + beside).toBe(agorot(sums.neto_deposit))
}

test('the report of a past event equals the API to the agora, and its lines add up', async ({ visit }) => {
  const { manager, event, report } = await pastEvent()
  if (!report) throw new Error('the report is missing')
  isSound(report)
  const page = await visit(manager)
  await page.goto(`/events/${event.uuid}/summery`)
  await expect(page.getByRole('region', { name: t('summary:net') })).toContainText(
    moneyText(agorot(report.calculations.neto_deposit), 'he').replaceAll(/[^\d.,]/gu, ''),
  )
  const { calculations: sums, totals } = report
  // Without cash, cards are the whole revenue and have no line of their own.
  const hasCash = totals.orders.total_amount !== totals.orders_by_cc.total_amount
  const lines = {
    card: await lineOf(page, hasCash ? 'card' : 'revenue'),
    clearing: await lineOf(page, 'clearing'),
    tickets: await lineOf(page, 'tickets'),
    vat: await lineOf(page, 'vat'),
    // The demo event has a disputed charge.
    disputes: await lineOf(page, 'disputes'),
    net: await lineOf(page, 'net'),
  }
  expect(lines).toEqual({
    card: agorot(totals.orders_by_cc.total_amount),
    clearing: -agorot(sums.handle_fee_cc.total),
    tickets: -agorot(sums.handle_fee),
    vat: -agorot(sums.vat),
    disputes: agorot(report.adjustments.disputes),
    net: agorot(sums.neto_deposit),
  })
  expect(lines.card + lines.clearing + lines.tickets + lines.vat + lines.disputes).toBe(lines.net)

  // The fees of each kind of card: what was paid with it, and what it cost.
  const figure = (shekels: number) => moneyText(agorot(shekels), 'he').replaceAll(/[^\d.,]/gu, '')
  for (const kind of ['regular', 'special', 'tourist'] as const) {
    const row = page.getByRole('row', { name: t(`summary:cards.${kind}`) })
    await expect(row).toContainText(figure(totals.orders_by_cc[`total_amount_${kind}`]))
    await expect(row).toContainText(figure(sums.handle_fee_cc[kind]))
  }
})

test('the report of an event that is not over says when it will be available', async ({ visit }) => {
  const { producer, event } = await newSale()
  const page = await visit(producer)
  await page.goto(`/events/${event.uuid}/summery`)
  await expect(page.getByText(pattern('summary:early.before'))).toBeVisible()
})
