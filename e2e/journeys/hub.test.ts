import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { t } from '../fixtures/messages.ts'
import { expect, test } from '../fixtures/strict.ts'
import { cut, HUB_ERRORS, pairByText, openHub } from '../pages/hub.ts'
import { scanPage } from '../pages/scan.ts'

test('two phones without a network admit a ticket once through a hub, and go on alone when it dies', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(HUB_ERRORS)
  test.setTimeout(240_000)
  const sale = await newFreeSale()
  const [first, second] = [await buyFree(sale, 'נועה ברקן'), await buyFree(sale, 'רון אביב')]
  const [hub, a, b] = [await visit(sale.producer), await visit(sale.producer), await visit(sale.producer)]
  await openHub(hub, sale.event.uuid)
  const [scanA, scanB] = [scanPage(a), scanPage(b)]
  for (const scan of [scanA, scanB]) await scan.open(sale.event.uuid)
  for (const scan of [scanA, scanB]) await scan.expectCounters(0, 2, 2)
  for (const page of [hub, a, b]) await page.waitForLoadState('networkidle')
  for (const page of [hub, a, b]) await cut(page, true)
  await expect(a.getByText(t('gate:mode.alone'), { exact: true })).toBeVisible()

  await pairByText(hub, a)
  await pairByText(hub, b)
  await expect(hub.getByRole('heading', { name: t('hub:on.title', { count: 2 }) })).toBeVisible()

  await scanA.type(first.code)
  await expect(scanA.result('success')).toContainText('נועה ברקן')
  await scanA.close()
  // The phone that scans nothing has it from the hub.
  await scanB.expectCounters(1, 1, 2)
  await scanB.type(first.code)
  await expect(scanB.result('fail')).toContainText('S2')
  await scanB.close()
  await expect(hub.locator('dl')).toContainText('1')
  // By the keyboard: a finger that presses the place of the result again so soon is a double tap.
  const stop = b.getByRole('button', { name: t('scan:stop'), exact: true }).first()
  await expect(async () => {
    if (!(await stop.isVisible()))
      await b.getByRole('button', { name: t('scan:start'), exact: true }).press('Enter', { timeout: 1000 })
    await expect(stop).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(b.locator('[data-mode="hub"]').last()).toHaveText(t('gate:mode.hub'))
  await scanB.stop()

  // The hub dies: the badge says so, and the policy of the event decides
  await hub.context().close()
  await expect(b.getByRole('button', { name: t('hub:card.again') })).toBeVisible({ timeout: 30_000 })
  await scanB.type(second.code)
  // Names were the hub's: this device has none, because the producer did not allow them.
  await expect(scanB.result('success')).toBeVisible()
  await expect(scanB.result('success')).not.toContainText('רון אביב')
  await scanB.close()
  // What the hub had let in elsewhere is known here too
  await scanB.type(first.code)
  await expect(scanB.result('fail')).toContainText('S2')
  await scanB.close()

  for (const page of [a, b]) await cut(page, false)
  await expect(a.getByText(t('scan:door.waiting', { count: 1 }))).toBeHidden({ timeout: 30_000 })
  await expect(b.getByText(t('scan:door.waiting', { count: 1 }))).toBeHidden({ timeout: 30_000 })
  await a.reload()
  await scanA.expectCounters(2, 0, 2)
})
