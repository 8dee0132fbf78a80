import { dayIn, instantIn } from '@kartis/domain/zone.ts'
import { newFreeSale } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { t } from '../fixtures/messages.ts'
import { chooseDay } from '../fixtures/moment-field.ts'
import { layersGone } from '../fixtures/layers.ts'
import { expect, test } from '../fixtures/strict.ts'
import { showEvent } from '@kartis/contract/events.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

test('a producer gives an event lanes and its gates theirs, and a new name of a gate keeps them', async ({ visit }) => {
  const sale = await newFreeSale()
  const params = { uuid: sale.event.uuid }
  const settings = async () =>
    (await callAs(sale.producer)(showEvent, { params, query: { with: ['settings'] } })).data.settings
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/tickets`)

  await page.getByText(t('gate:offline.lanes'), { exact: true }).click()
  await expect(page.getByText(t('gate:offline.lanes_text'))).toBeVisible()
  const count = page.getByLabel(t('gate:offline.count'))
  await count.fill('1')
  await expect(page.getByRole('button', { name: t('gate:offline.save') })).toBeDisabled()
  await count.fill('3')
  await page.getByRole('button', { name: t('gate:offline.save') }).click()

  const name = page.getByLabel(t('gate:gates.name'), { exact: true })
  const save = page.getByRole('button', { name: t('gate:gates.save') })
  await page.getByRole('button', { name: t('gate:gates.add') }).click()
  await name.fill('East')
  await page.getByText(t('gate:lanes.lane', { lane: 3 }), { exact: true }).click()
  await save.click()
  await expect(save).toHaveCount(0)

  // What was saved is there after a reload, so that another change does not remove it. The step that takes back the entry of
  // the unsaved change would end it.
  await layersGone(page)
  await page.reload()
  await expect(count).toHaveValue('3')
  await expect(name).toHaveValue('East')
  await name.fill('North')
  await page.getByRole('button', { name: t('gate:hours.add_to', { name: 'North' }) }).click()
  const day = dayIn('Asia/Jerusalem', new Date(sale.event.starts_at))
  await chooseDay(page, t('gate:hours.opens'), day)
  // A day without its time is not saved.
  const time = page.getByLabel(t('gate:hours.opens_time'), { exact: true })
  await time.fill('')
  await expect(page.getByText(t('components:time.wrong'))).toBeVisible()
  await time.fill('1930')
  await save.click()
  await expect(save).toHaveCount(0)

  expect(await settings()).toMatchObject({
    check_in: { offline: 'lanes', lanes: 3 },
    gates: [{ name: 'North', lanes: [3], opens_at: instantIn('Asia/Jerusalem', day, '19:30').toISOString() }],
  })
})

test('“edit” beside the gates of the entrance leads to the gates of the tickets screen', async ({ visit }) => {
  const sale = await newFreeSale()
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/gate-devices`)
  await page.getByRole('link', { name: t('gate-devices:rules.edit'), exact: true }).click()
  const add = page.getByRole('button', { name: t('gate:gates.add') })
  await expect(add).toBeInViewport()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('gates')
  // Below the bar of the page, not under it.
  const heading = page.getByRole('heading', { name: t('gate:gates.title') })
  await expect.poll(() => heading.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(64)
  await expect(heading).toBeInViewport()
  await page.screenshot({ path: test.info().outputPath('gates.png') })
})
