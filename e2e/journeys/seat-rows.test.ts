import { saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'

/** A map whose stalls are no block: every second row stands askew, as in an imported plan, and is called anything. */
const crookedMap = async () => {
  const { producer, map } = await newSeatedSale(0)
  const params = { uuid: map }
  const stored = async () => (await producer.call(showVenueMap, { params })).data.draft
  const { version, document } = await stored()
  const [stalls] = document.sections
  const rows = document.rows.map((row, index) =>
    row.section === stalls?.id
      ? { ...row, label: `x${index}`, at: [row.at[0] + (index % 2) * 90, row.at[1]] as [number, number] }
      : row,
  )
  await producer.call(saveMapDraft, { params, body: { version, document: { ...document, rows } } })
  const labels = async () =>
    (await stored()).document.rows
      .filter(({ section }) => section === stalls?.id)
      .sort((a, b) => a.rank - b.rank)
      .map(({ label }) => label)
  return { producer, map, stored, labels, stalls: stalls?.name ?? '' }
}

const inspectorOf = (page: Page) => page.getByRole('complementary', { name: t('seat-maps:inspector.label') })

test('rows that are no block are named together with letters, a first one, a step and a direction, and back in one step', async ({
  visit,
}) => {
  const { producer, map, labels, stalls } = await crookedMap()
  const before = await labels()
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/create-event/seats/editor?map=${map}`)
  const structure = page.getByRole('complementary', { name: t('seat-maps:structure.label') })
  await structure.getByRole('button', { name: stalls }).first().click()
  const inspector = inspectorOf(page)
  const names = inspector
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('seat-maps:rows.title') }) })
  await names.getByRole('radio', { name: 'A, B, C' }).check()
  await expect.poll(async () => (await labels()).slice(0, 3)).toEqual(['A', 'B', 'C'])
  await names.getByLabel(t('seat-maps:rows.first')).fill('3')
  await expect.poll(async () => (await labels()).slice(0, 3)).toEqual(['C', 'D', 'E'])
  await names.getByRole('radio', { name: 'א, ב, ג' }).check()
  await names.getByRole('radio', { name: t('seat-maps:rows.back') }).check()
  await expect.poll(async () => (await labels()).at(-1)).toBe('ג׳')
  await names.getByRole('radio', { name: '1, 2, 3' }).check()
  await names.getByLabel(t('seat-maps:rows.step')).fill('10')
  await expect.poll(async () => (await labels()).slice(-3)).toEqual(['23', '13', '3'])
  await expect(names.getByText(t('seat-maps:rows.preview'))).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('application').focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('ControlOrMeta+Z')
  await expect.poll(labels).toEqual(before)
})

test('rows of two sections are named, ordered and faced by keyboard alone', async ({ visit }) => {
  const { producer, map, labels, stored } = await crookedMap()
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/create-event/seats/editor?map=${map}`)
  await page.getByRole('application').focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Shift+PageDown')
  const inspector = inspectorOf(page)
  await inspector.getByRole('radio', { name: '1, 2, 3' }).first().press('Space')
  await expect.poll(async () => (await labels()).slice(0, 2)).toEqual(['1', '2'])
  await inspector.getByRole('radio', { name: t('seat-maps:rows.across_on') }).press('Space')
  const balcony = async () => {
    const { document } = await stored()
    const last = document.sections.at(-1)?.id
    return document.rows.find(({ section, rank }) => section === last && rank === Math.min(...document.rows.filter((row) => row.section === last).map((row) => row.rank)))?.label // oxfmt-ignore
  }
  await expect.poll(async () => Number(await balcony())).toBe((await labels()).length + 1)

  // The first section goes down in lists and faces a point of its own.
  await page.getByRole('application').focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('PageDown')
  const first = (await stored()).document.sections[0]
  await inspector.getByRole('button', { name: t('seat-maps:order.sections_down') }).press('Enter')
  await expect
    .poll(async () => (await stored()).document.sections.find(({ id }) => id === first?.id)?.rank)
    .not.toBe(first?.rank)
  await inspector.getByRole('radio', { name: t('seat-maps:focus.own') }).press('Space')
  await inspector.getByLabel(t('seat-maps:corners.x')).fill('123')
  await expect
    .poll(async () => (await stored()).document.sections.find(({ id }) => id === first?.id)?.focus?.[0])
    .toBe(123)
  expect(await violationsOn(page)).toEqual([])
})

test('a table has seats at the sides that are chosen, and keeps them when it is renamed', async ({ visit }) => {
  const { producer, map, stored } = await crookedMap()
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/create-event/seats/editor?map=${map}`)
  await page.getByRole('application').focus()
  await page.keyboard.press('KeyT')
  const inspector = inspectorOf(page)
  await inspector.getByRole('radio', { name: t('seat-maps:table.rect') }).check()
  await page.getByRole('application').focus()
  await page.keyboard.press('Enter')
  const table = async () => (await stored()).document.tables[0]
  await inspector.getByLabel(t('seat-maps:table.side_bottom')).fill('0')
  await inspector.getByLabel(t('seat-maps:table.side_left')).fill('1')
  await expect.poll(async () => (await table())?.sides).toEqual([4, 0, 0, 1])
  await inspector.getByLabel(t('seat-maps:table.label')).fill('VIP')
  await expect.poll(async () => (await table())?.label).toBe('VIP')
  expect(await table()).toMatchObject({ sides: [4, 0, 0, 1], count: 5 })
  expect(await violationsOn(page)).toEqual([])
})
