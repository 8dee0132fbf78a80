import { admissionList } from '@kartis/contract/admission-list.ts'
import { showGateBoard } from '@kartis/contract/gate-board.ts'
import { newFreeSale, orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { t } from '../fixtures/messages.ts'
import { settled } from '../fixtures/stored.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { cut, HUB_ERRORS, pairByText, openHub } from '../pages/hub.ts'
import { scanPage } from '../pages/scan.ts'

// The hub's page is opened again without a server: what is stored on the device is what this is about.
test.use({ serviceWorkers: 'allow' })

const RACES = 3

/** The verdict that a phone shows, with the number of the ticket. */
const verdictOf = async (page: Page, number: string): Promise<string> => {
  const result = page.locator('dialog[open]:is([data-state="success"], [data-state="fail"])')
  await expect(result).toContainText(number)
  const isAdmitted = (await result.getAttribute('data-state')) === 'success'
  if (!isAdmitted) await expect(result).toContainText('S2')
  await scanPage(page).close()
  return isAdmitted ? 'admitted' : 'S2'
}

test('phones that present a ticket at once get one entry of the hub; one that dies in the middle returns, learns what happened, and the board has the double', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(HUB_ERRORS)
  test.setTimeout(240_000)
  const sale = await newFreeSale()
  const { tickets } = await orderFree(sale, { name: 'נועה ברקן', quantity: RACES + 3 })
  const [hub, a, b] = [await visit(sale.producer), await visit(sale.producer), await visit(sale.producer)]
  const hubDevice = hub.context()
  const phones = [a, b]
  await openHub(hub, sale.event.uuid)
  for (const page of phones) {
    await scanPage(page).open(sale.event.uuid)
    await scanPage(page).expectCounters(0, tickets.length, tickets.length)
  }
  for (const page of [hub, a, b]) await settled(page)
  for (const page of [hub, a, b]) await cut(page, true)
  for (const page of phones) await expect(page.getByText(t('gate:mode.alone'), { exact: true })).toBeVisible()
  for (const page of phones) await pairByText(hub, page)

  // The same ticket at two gates in one moment.
  for (const { code, number } of tickets.slice(0, RACES)) {
    for (const page of phones) await page.getByRole('textbox', { name: t('scan:manual.label') }).fill(code)
    await Promise.all(phones.map((page) => page.getByRole('button', { name: t('scan:manual.send') }).click()))
    const verdicts = await Promise.all(phones.map((page) => verdictOf(page, number)))
    expect(verdicts.toSorted()).toEqual(['S2', 'admitted'])
  }
  const figure = (page: Page, name: string) =>
    page
      .locator('dl > div')
      .filter({ hasText: t(`hub:figure.${name}`) })
      .locator('dd')
  await expect(figure(hub, 'granted')).toHaveText(String(RACES))

  // It dies while a phone asks it: whatever it has stored by then, that guest is in, once.
  const [claimed, double, other] = tickets.slice(RACES)
  if (!claimed || !double || !other) throw new Error('the order has too few tickets')
  await Promise.all([scanPage(a).type(claimed.code), hub.close()])
  expect(await verdictOf(a, claimed.number)).toBe('admitted')
  for (const page of phones)
    await expect(page.getByRole('button', { name: t('hub:card.again') })).toBeVisible({ timeout: 30_000 })
  // Without it each phone decides by the policy of the event, trust: one ticket enters twice.
  for (const page of phones) {
    await scanPage(page).type(double.code)
    expect(await verdictOf(page, double.number)).toBe('admitted')
  }
  await scanPage(b).type(other.code)
  expect(await verdictOf(b, other.number)).toBe('admitted')

  // The same hub again, still without a server: it names the phones that it has lost, and what it had let in.
  const returned = await hubDevice.newPage()
  await returned.goto(`/events/${sale.event.uuid}/gate-hub`)
  await expect(returned.getByText(t('hub:on.title', { count: 0 }))).toBeVisible({ timeout: 25_000 })
  await expect(returned.getByRole('button', { name: t('hub:lost.forget') })).toBeVisible()
  for (const page of phones) await pairByText(returned, page, true)
  await expect(returned.getByRole('button', { name: t('hub:lost.forget') })).toBeHidden()
  await expect(figure(returned, 'doubles')).toHaveText('1')
  // What happened without it is known through it: at the phone where it did not, too.
  for (const { code, number } of [claimed, other])
    for (const page of phones) {
      await scanPage(page).type(code)
      expect(await verdictOf(page, number)).toBe('S2')
    }

  for (const page of [a, b, returned]) await cut(page, false)
  const call = callAs(sale.producer)
  const params = { uuid: sale.event.uuid }
  const entered = async () =>
    (await call(admissionList, { params, query: {} })).data.tickets.filter(
      ({ redeemed_at }) => redeemed_at !== undefined,
    )
  await expect.poll(async () => (await entered()).length, { timeout: 40_000 }).toBe(tickets.length)
  const conflicts = async () =>
    (await call(showGateBoard, { params })).data.conflicts.items.map(({ kind, ticket_number: number }) => [
      kind,
      number,
    ])
  await expect.poll(conflicts, { timeout: 40_000 }).toEqual([['double', double.number]])
  const manager = await visit(sale.producer)
  await manager.goto(`/events/${sale.event.uuid}/board`)
  const list = manager.getByRole('list', { name: t('gate-board:conflicts.title') })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText(double.number)
})
