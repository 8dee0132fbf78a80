import { admissionList } from '@kartis/contract/admission-list.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { createGateDevice } from '@kartis/contract/gate-devices.ts'
import { newFreeSale, orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { t } from '../fixtures/messages.ts'
import { storedRows } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/strict.ts'
import { joinGate } from '../pages/gate.ts'
import { answerDay, scanPage } from '../pages/scan.ts'

/** A device reports every half minute. */
const CONTACT_MS = 45_000
const HOURS_MS = 4 * 3_600_000
const NAME = 'נועה ברקן'

test('a phone that is lost while it has no network is revoked as lost: whoever found it has no list and no names once it is online, its scans do not come, and its guest is let in by hand', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR|40[19]/u)
  test.setTimeout(180_000)
  const sale = await newFreeSale()
  const params = { uuid: sale.event.uuid }
  const call = callAs(sale.producer)
  await call(updateEvent, { params, body: { settings: { people_offline: true } } })
  const { tickets } = await orderFree(sale, { name: NAME, quantity: 2 })
  const [first, second] = tickets
  if (!first || !second) throw new Error('the order has two tickets')
  const expires_at = new Date(Date.now() + HOURS_MS).toISOString()
  const { data } = await call(createGateDevice, { params, body: { label: 'שער צפון', expires_at } })
  const { pathname, hash } = new URL(data.link)

  const helper = await visit()
  await helper.goto(`${pathname}${hash}`)
  await joinGate(helper)
  await expect(helper.getByText(t('gate-devices:ready.fact.list_now'))).toBeVisible()
  await answerDay(helper, sale.event.uuid)
  await helper.goto('/gate/scan')
  await expect(helper.getByText(t('gate-people:status', { moment: '' }).trim())).toBeVisible()
  await helper.waitForLoadState('networkidle')
  await helper.context().setOffline(true)
  const scan = scanPage(helper)
  await scan.type(first.code)
  await expect(scan.result('success')).toContainText(NAME)
  await scan.close()
  const dialog = helper.getByRole('dialog', { name: t('gate:search.title') })
  await helper.getByRole('button', { name: t('gate-people:search.open.names') }).click()
  await dialog.getByLabel(t('gate-people:search.label.names'), { exact: true }).fill('ברקן')
  await expect(dialog.getByText(NAME)).toBeVisible()
  await helper.keyboard.press('Escape')

  // The manager hears that it is lost, and says so on the screen of devices.
  const manager = await visit(sale.producer)
  await manager.goto(`/events/${sale.event.uuid}/gate-devices`)
  await manager.getByRole('button', { name: t('gate-devices:revoke.one', { name: 'אביב' }) }).click()
  await manager.getByRole('button', { name: t('gate-devices:revoke.lost'), exact: true }).click()
  await expect(manager.getByText(t('gate-devices:state.lost'), { exact: true })).toBeVisible()
  await manager.screenshot({ path: test.info().outputPath('devices.png'), fullPage: true })
  await manager.goto(`/events/${sale.event.uuid}/board`)
  const row = manager.getByRole('listitem').filter({ hasText: 'אביב' })
  await expect(row).toContainText(t('gate-board:ended.unknown_gone', { since: '' }).split('. ').at(-1) ?? '')
  await row.scrollIntoViewIfNeeded()
  await manager.screenshot({ path: test.info().outputPath('board.png') })

  // Whoever found it goes online: nothing of the event is on it any more, and it says that a scan does not count.
  await helper.context().setOffline(false)
  await expect(helper.getByRole('heading', { name: t('gate-devices:ended.title') })).toBeVisible({
    timeout: CONTACT_MS,
  })
  await expect(helper.getByText(t('gate-devices:ended.refused', { count: 1 }))).toBeVisible()
  await helper.screenshot({ path: test.info().outputPath('ended.png') })
  await expect
    .poll(() => storedRows(helper, ['lists', 'tickets', 'snapshots', 'people', 'peopleKeys', 'scans']))
    .toEqual([0, 0, 0, 0, 0, 0])
  await helper.goto('/gate/scan')
  await expect(helper.getByRole('heading', { name: t('gate-devices:ended.title') })).toBeVisible()
  const entered = async () =>
    (await call(admissionList, { params, query: {} })).data.tickets.flatMap(({ number, redeemed_at }) =>
      redeemed_at === undefined ? [] : [number],
    )
  expect(await entered()).toEqual([])

  // As the board says, the guest who is inside is let in by hand.
  const own = scanPage(manager)
  await own.open(sale.event.uuid)
  await own.type(first.number)
  await expect(own.result('success')).toContainText(first.number)
  await own.close()
  await expect.poll(entered).toEqual([first.number])
})
