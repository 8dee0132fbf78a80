import { copyFileSync } from 'node:fs'
import { createGateDevice } from '@kartis/contract/gate-devices.ts'
import { openCheckIn } from '../fake-camera/check-in.ts'
import { videoOfElement, videoOfText } from '../fake-camera/video.ts'
import { newFreeSale, orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { layersGone } from '../fixtures/layers.ts'
import { t } from '../fixtures/messages.ts'
import { expect, test } from '../fixtures/strict.ts'
import { joinGate } from '../pages/gate.ts'
import { cut, enterHubCode, HUB_ERRORS, hubCodeText, openHubCode, startHub } from '../pages/hub.ts'
import { scanPage } from '../pages/scan.ts'

const DAY_MS = 86_400_000
const NAME = 'נועה ברקן'

test('a device of the role hub and a phone connect by the cameras of both, a guest is found through it, and another hub is taken on both sides by somebody’s word only', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(HUB_ERRORS)
  pageErrors.allow(/status of 409 .*\/check_in\/hub/u) // the second hub
  test.setTimeout(240_000)
  const sale = await newFreeSale()
  const { tickets } = await orderFree(sale, { name: NAME, quantity: 2 })
  const params = { uuid: sale.event.uuid }
  const expires_at = new Date(Date.now() + DAY_MS).toISOString()
  const { data } = await callAs(sale.producer)(createGateDevice, {
    params,
    body: { label: 'רכזת', role: 'hub', expires_at },
  })
  const { pathname, hash } = new URL(data.link)

  // What the hub's camera sees is written once the phone shows it: Chromium reads the file when the camera is turned on.
  const seenByHub = videoOfText('nothing yet')
  const laptop = await openCheckIn((await visit()).context(), seenByHub, pageErrors)
  const hub = laptop.page
  const closing = [laptop.close]
  try {
    await hub.goto(`${pathname}${hash}`)
    await joinGate(hub, { name: 'איתי' })
    await expect(hub).toHaveURL(/\/gate\/hub$/u)
    await startHub(hub)
    // Whoever aims sees what the camera sees.
    await openHubCode(hub)
    await hub.getByRole('button', { name: t('hub:add.scan') }).click()
    await expect(hub.getByRole('dialog').locator('video')).toHaveCSS('opacity', '1')
    await hub.keyboard.press('Escape')
    await layersGone(hub)
    const offer = await openHubCode(hub)

    const member = await visit(sale.producer)
    const seenByPhone = await videoOfElement(offer)
    const device = await openCheckIn(member.context(), seenByPhone, pageErrors)
    closing.push(device.close)
    const phone = device.page
    const scan = scanPage(phone)
    await scan.open(sale.event.uuid)
    await scan.expectCounters(0, 2, 2)
    for (const page of [hub, phone]) await page.waitForLoadState('networkidle')
    for (const page of [hub, phone]) await cut(page, true)
    await phone.getByRole('button', { name: t('hub:card.connect') }).click()
    const answer = phone.getByRole('img', { name: t('hub:pair.code') })
    await expect(answer).toBeVisible({ timeout: 30_000 })
    copyFileSync(await videoOfElement(answer), seenByHub)
    await hub.getByRole('button', { name: t('hub:add.scan') }).click()
    await expect(hub.getByRole('heading', { name: t('hub:on.title', { count: 1 }) })).toBeVisible({ timeout: 30_000 })
    await expect(hub.getByRole('dialog')).toBeHidden()
    await expect(phone.getByRole('dialog')).toBeHidden()

    // The phone has no names; the hub has them.
    await phone.getByRole('button', { name: t('gate-people:search.open.names') }).click()
    const search = phone.getByRole('dialog', { name: t('gate:search.title') })
    await search.getByLabel(t('gate-people:search.label.names'), { exact: true }).fill('ברקן')
    await expect(search.getByText(NAME)).toBeVisible()
    await expect(search.getByText(t('gate:search.hub_privacy'))).toBeVisible()
    await phone.keyboard.press('Escape')
    await scan.type(tickets[0]?.code ?? '')
    await expect(scan.result('success')).toContainText(NAME)
    await scan.close()

    // Another device is no hub without somebody's word that the first one is gone.
    await member.goto(`/events/${sale.event.uuid}/gate-hub`)
    await member.getByRole('button', { name: t('hub:off.action') }).click()
    const second = member.getByRole('dialog').filter({ hasText: t('hub:second.title') })
    await expect(second).toContainText('איתי')
    await second.getByRole('button', { name: t('components:back') }).click()
    await expect(member.getByRole('heading', { name: t('hub:off.title') })).toBeVisible()
    await member.getByRole('button', { name: t('hub:off.action') }).click()
    await second.getByRole('button', { name: t('hub:second.action') }).click()
    copyFileSync(await videoOfElement(await openHubCode(member)), seenByPhone)

    // Nor does a phone that has had the first one take the second: its person says no, and it stays without.
    await phone.getByRole('button', { name: t('hub:leave.open') }).click()
    const leave = phone.getByRole('dialog').filter({ hasText: t('hub:leave.title') })
    await leave.getByRole('button', { name: t('hub:leave.action'), exact: true }).click()
    await phone.getByRole('button', { name: t('hub:card.again') }).click()
    const other = phone.getByRole('dialog').filter({ hasText: t('hub:pair.other.title') })
    await expect(other).toContainText('איתי', { timeout: 30_000 })
    await other.getByRole('button', { name: t('components:back') }).click()
    await expect(phone.getByRole('dialog')).toBeHidden()
    await expect(answer).toHaveCount(0)
    await expect(phone.getByRole('button', { name: t('hub:card.again') })).toBeVisible()

    // With its person's word that the first one is gone it takes the second one.
    await phone.getByRole('button', { name: t('hub:card.again') }).click()
    await expect(other).toBeVisible({ timeout: 30_000 })
    await other.getByRole('button', { name: t('hub:pair.other.action') }).click()
    await expect(answer).toBeVisible({ timeout: 30_000 })
    const answerText = await hubCodeText(phone)
    await member.getByRole('button', { name: t('hub:add.scan') }).click()
    await enterHubCode(member, answerText)
    await expect(member.getByRole('heading', { name: t('hub:on.title', { count: 1 }) })).toBeVisible()
    await expect(phone.getByText(t('hub:card.linked'), { exact: true })).toBeVisible()
  } finally {
    for (const close of closing) await close()
  }
})
