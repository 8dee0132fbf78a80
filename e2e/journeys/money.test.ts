import { approveRefundRun, createRefundRun, showRefundRun } from '@kartis/contract/refund-runs.ts'
import { listStatements, showStatement } from '@kartis/contract/statements.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import { createSale } from '@kartis/testing/sales.ts'
import { codeFor } from '../fixtures/call.ts'
import { letEventEnd, letProofsExpire } from '../fixtures/database.ts'
import { pattern, t, translatorIn } from '../fixtures/messages.ts'
import { command } from '../fixtures/operator.ts'
import { newProducer, type Producer } from '../fixtures/people.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { newMember, setLanguage } from '../fixtures/team.ts'
import { atGateway, CARDS, type Order, typeCard, until } from '../screenshots/buyers.ts'
import { directProducer } from '../screenshots/settled.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const agorot = (shekels: number): number => Math.round(shekels * 100)

/** A sum as the page shows it, without its sign of currency. */
const figures = (shekels: number): string => moneyText(agorot(shekels), 'he').replaceAll(/[^\d.,]/gu, '')

/** An event of a producer with a paid order of two tickets. */
const soldEvent = async (producer: Producer, price: number) => {
  const { event, types } = await createSale(producer, { types: [{ price, sum_total_available: 50 }] })
  const order = await atGateway(event.uuid, types[0]?.uuid ?? '', 'he')
  await typeCard(order.url, CARDS.good)
  await until(order, (status) => status === 'paid')
  return { event, order }
}

const button = (page: Page, key: string) =>
  page.getByRole('button', { name: t(key), exact: true }).filter({ visible: true })

test('a refund above the limit is previewed by one manager, approved by another with a code, and followed to its end', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/u) // the refusal that leads to the question
  const producer = await newProducer()
  const { event, order } = await soldEvent(producer, 11_000)
  const second = await newMember({ manager: producer, account: producer.account }, 'manager')
  const address = `/events/${event.uuid}/refunds`
  const first = await visit(producer)
  await first.goto(address)
  await first.getByText(t('refund-runs:screen.kinds.cancelled'), { exact: true }).click()
  await button(first, 'refund-runs:screen.prepare.go').click()
  await expect(first.getByText(t('refund-runs:screen.approve.second'))).toBeVisible()
  await expect(button(first, 'refund-runs:screen.approve.go')).toBeDisabled()
  const ways = first.getByRole('table')
  await expect(ways.getByRole('row', { name: pattern('refund-runs:screen.ways.card') })).toContainText(figures(22_000))
  await expect(ways.getByRole('row', { name: pattern('refund-runs:screen.ways.total') })).toContainText(figures(22_000))

  const page = await visit({ ...second, account: producer.account })
  await page.goto(address)
  await letProofsExpire(second.phone)
  await button(page, 'refund-runs:screen.approve.go').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('refund-runs:screen.approve.go') })
    .click()
  const proof = page.getByRole('dialog', { name: t('security:proof.title') })
  await proof.getByRole('button', { name: t('security:proof.code') }).click()
  await expect(proof.getByLabel(t('profile:bank_dialog.code'))).toBeVisible()
  await proof.getByLabel(t('profile:bank_dialog.code')).pressSequentially(await codeFor(second.phone))
  await expect(page.getByText(t('refund-runs:screen.progress.finished'))).toBeVisible({ timeout: 20_000 })
  await until(order, (status) => status === 'refunded')
  // Who prepared sees the same end.
  await first.reload()
  await expect(first.getByText(t('refund-runs:screen.progress.finished'))).toBeVisible()
})

const choiceOf = ({ uuid, token }: Order): string => `/order/choice/${uuid}?token=${encodeURIComponent(token)}`

test('a buyer of a postponed event is refunded by choice: not while the run is paused, and once it goes on', async ({
  visit,
}) => {
  const producer = await newProducer()
  const { event, order } = await soldEvent(producer, 110)
  const run = (await producer.call(createRefundRun, { params: { uuid: event.uuid }, body: { kind: 'postponed' } })).data
  await producer.call(approveRefundRun, { params: { uuid: run.uuid } })
  const manager = await visit(producer)
  await manager.goto(`/events/${event.uuid}/refunds`)
  await button(manager, 'refund-runs:screen.progress.pause').first().click()
  await expect(manager.getByText(t('refund-runs:screen.progress.paused_person'))).toBeVisible()

  const buyer = await visit()
  await buyer.goto(choiceOf(order))
  await button(buyer, 'choice:refund.do').click()
  await button(buyer, 'choice:confirm.yes').click()
  await expect(buyer.getByText(t('choice:back.chosen'))).toBeVisible()
  const chosen = (await producer.call(showRefundRun, { params: { uuid: run.uuid } })).data
  expect([chosen.state, chosen.progress]).toEqual(['paused', [{ state: 'queued', orders: 1, amount: 220 }]])

  await button(manager, 'refund-runs:screen.progress.resume').first().click()
  await until(order, (status) => status === 'refunded')
  await buyer.reload()
  await expect(buyer.getByText(t('choice:back.sent'))).toBeVisible()
  await expect(manager.getByText(t('refund-runs:state.done')).first()).toBeVisible({ timeout: 20_000 })
})

test('a statement adds up on its screen, and says where its payout is at each step', async ({ visit }) => {
  const producer = await newProducer()
  const { event } = await soldEvent(producer, 149)
  await letEventEnd(event.uuid, 300)
  await expect(async () => {
    await command('statements', 'draft', '--account', producer.account, '--by', 'Dana')
    expect((await producer.call(listStatements, { query: {} })).data).toHaveLength(1)
  }).toPass()
  const [made] = (await producer.call(listStatements, { query: {} })).data
  const { data } = await producer.call(showStatement, { params: { uuid: made?.uuid ?? '' } })
  const sum = agorot(data.opening_balance) + data.lines.reduce((all, { amount }) => all + agorot(amount), 0)
  expect(sum).toBe(agorot(data.closing_balance))
  expect(data.by_means).toEqual([{ means: 'card', sales_amount: 298 }])

  const page = await visit(producer)
  await page.goto('/money/statements')
  await page.getByRole('link', { name: t('money:statements.name', { number: data.number }) }).click()
  const lines = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('money:statements.lines') }) })
  for (const { kind, amount } of data.lines) {
    await expect(
      lines
        .getByRole('term')
        .filter({ hasText: t(`statements:line.${kind}`) })
        .first(),
    ).toBeVisible()
    await expect(lines).toContainText(figures(amount))
  }
  await expect(page.getByText(t('money:steps.next.draft')).first()).toBeVisible()
  const uuid = data.payout?.uuid ?? ''
  await command('payouts', 'approve', uuid, '--by', 'Noa')
  await page.reload()
  await expect(page.getByText(t('money:steps.next.approved')).first()).toBeVisible()
  const saved = page.waitForEvent('download')
  await button(page, 'money:statements.pdf').click()
  expect((await saved).suggestedFilename()).toContain('.pdf')
})

test('a difference of the own acquirer is taken by a person, explained and closed', async ({ visit }) => {
  const producer = await directProducer()
  const page = await visit(producer)
  await page.goto('/money/differences')
  const take = button(page, 'money:differences.take')
  await expect(take.first()).toBeVisible()
  const open = await take.count()
  expect(open).toBeGreaterThan(1)
  await take.first().click()
  await expect(page.getByText(t('money:differences.taken'))).toBeVisible()
  await expect(take).toHaveCount(open - 1)
  await page.getByText(t('money:differences.explain'), { exact: true }).first().click()
  const found = 'נבדק מול חברת הסליקה'
  await page.getByLabel(t('money:differences.note')).filter({ visible: true }).fill(found)
  await button(page, 'money:differences.save').click()
  await expect(page.getByText(t('money:differences.saved'))).toBeVisible()
  await expect(page.getByText(found)).toBeVisible()
  await expect(
    page.getByText(t('money:differences.state.explained'), { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible()
})

test('the search above a list of money has room beside its filter and its button, also in the longest language', async ({
  visit,
}) => {
  const producer = await directProducer()
  await setLanguage(producer, 'en')
  const page = await visit(producer)
  await page.goto('/money')
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  const inEnglish = translatorIn('en')
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/money/differences?status=open')
    await expect(page.getByRole('button', { name: inEnglish('money:export_found') })).toBeVisible()
    const box = await page.getByLabel(inEnglish('money:differences.search')).boundingBox()
    expect(box?.width).toBeGreaterThan(200)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
