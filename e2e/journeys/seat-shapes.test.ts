import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'

type Producer = Awaited<ReturnType<typeof newSeatedSale>>['producer']

const documentOf = async (producer: Producer, uuid: string) =>
  (await producer.call(showVenueMap, { params: { uuid } })).data.draft.document

/** Points of the drawing by pixels from its middle. */
const around = async (page: Page) => {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('the hall has no place')
  return (x: number, y: number) => [box.x + box.width / 2 + x, box.y + box.height / 2 + y] as const
}

const byCorners = (page: Page) => page.getByRole('radio', { name: t('seat-maps:shape.polygon') })
const TRIANGLE = [[-120, -80], [120, -80], [0, 90]] as const // oxfmt-ignore

test('a park is drawn corner by corner with the mouse, and its corners are moved and deleted, each in one step', async ({
  visit,
}) => {
  const { producer } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/create-event/area-editor')
  await page.getByLabel(t('venues:maps.form.name')).fill('פארק הנחל')
  await page.getByRole('radio', { name: t('seat-maps:template.empty') }).check()
  await page.getByRole('button', { name: t('seat-maps:new.create') }).click()
  const hall = page.getByRole('application')
  await hall.focus()
  await page.keyboard.press('KeyA')
  await byCorners(page).check()
  const uuid = new URL(page.url()).searchParams.get('map') ?? ''
  const areas = async () => (await documentOf(producer, uuid)).areas
  const at = await around(page)
  const draw = async (last: 'first' | 'double') => {
    for (const [x, y] of [...TRIANGLE, [-180, 20] as const].slice(0, last === 'double' ? 3 : 4))
      await page.mouse.click(...at(x, y))
    if (last === 'first') await page.mouse.click(...at(-119, -79))
    else await page.mouse.dblclick(...at(-180, 20))
  }
  // Escape gives up what is drawn, and the last corner is taken back alone.
  await page.mouse.click(...at(0, 0))
  await page.mouse.click(...at(60, 0))
  await expect(page.getByText(t('seat-maps:corners.placed', { count: 2 }))).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(page.getByText(t('seat-maps:corners.placed', { count: 1 }))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(t('seat-maps:corners.placed', { count: 1 }))).toHaveCount(0)

  await draw('first')
  await expect.poll(async () => (await areas())[0]?.outline.length).toBe(4)
  const [area] = await areas()
  expect(area?.capacity).toBeGreaterThan(10)
  expect(await violationsOn(page)).toEqual([])

  // A drag moves one corner, a second one of an edge makes another.
  const grip = page.locator('[data-grip]:not([data-new])').first()
  await grip.hover()
  const held = await grip.boundingBox()
  if (!held) throw new Error('the corner has no place')
  await page.mouse.down()
  await page.mouse.move(held.x - 70, held.y + 45, { steps: 4 })
  await page.mouse.up()
  const corner = async () => (await areas())[0]?.outline[0]
  await expect.poll(async () => ((await corner())?.[0] ?? 0) < (area?.outline[0]?.[0] ?? 0) - 30).toBe(true)
  expect((await areas())[0]?.outline.slice(1)).toEqual(area?.outline.slice(1))
  await page.keyboard.press('ControlOrMeta+Z')
  await expect.poll(corner).toEqual(area?.outline[0])
  await page.locator('[data-grip]:not([data-new])').nth(3).click()
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await areas())[0]?.outline).toEqual(area?.outline.slice(0, 3))
  await page.keyboard.press('ControlOrMeta+Z')
  await expect.poll(async () => (await areas())[0]?.outline.length).toBe(4)

  // A double click ends the next one.
  await page.keyboard.press('KeyA')
  await draw('double')
  await expect.poll(async () => (await areas())[1]?.outline.length).toBe(4)
})

test('stairs are drawn and their corners changed by keyboard alone, and a symbol has a name in every language', async ({
  visit,
}) => {
  const { producer, map } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/create-event/seats/editor?map=${map}`)
  const shapes = async () => (await documentOf(producer, map)).shapes
  const before = (await shapes()).length
  const hall = page.getByRole('application')
  await hall.focus()
  await page.keyboard.press('KeyG')
  await page.getByRole('button', { name: t('seat-maps:shape.stairs'), exact: true }).press('Enter')
  await byCorners(page).press('Space')
  await hall.focus()
  await page.keyboard.press('Space')
  for (const [key, times] of [
    ['ArrowRight', 3],
    ['ArrowDown', 2],
    ['ArrowLeft', 3],
  ] as const) {
    // oxfmt-ignore
    for (let press = 0; press < times; press++) await page.keyboard.press(`Shift+${key}`)
    await page.keyboard.press('Space')
  }
  await expect(page.getByText(t('seat-maps:corners.placed', { count: 4 }))).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await shapes()).length).toBe(before + 1)
  const stairs = async () => (await shapes()).at(-1)
  expect(await stairs()).toMatchObject({ kind: 'stairs', form: 'polygon', size: [300, 200] })

  // Enter goes to the first corner, Page Down on from there.
  const inspector = page.getByRole('complementary', { name: t('seat-maps:inspector.label') })
  await page.keyboard.press('Enter')
  await page.keyboard.press('PageDown')
  await expect(inspector.getByText(t('seat-maps:corners.one', { place: 2, count: 4 }))).toBeVisible()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await stairs())?.size).toEqual([400, 200])
  await page.keyboard.press('KeyI')
  await expect.poll(async () => (await stairs())?.outline.length).toBe(5)
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await stairs())?.outline.length).toBe(3)
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await shapes()).length).toBe(before)

  await page.keyboard.press('KeyG')
  await page.getByRole('button', { name: t('seat-maps:shape.icon'), exact: true }).press('Enter')
  await inspector.getByRole('button', { name: 'שירותים' }).press('Enter')
  await hall.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await shapes()).at(-1))
    .toMatchObject({ kind: 'icon', icon: 'toilets', text: 'שירותים', texts: { en: { text: 'Toilets' } } })
  expect(await violationsOn(page)).toEqual([])
})

test('the outline of a section is drawn by hand and stays when its rows change', async ({ visit }) => {
  const { producer, map } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/create-event/seats/editor?map=${map}`)
  const section = async () => (await documentOf(producer, map)).sections[0]
  await page.getByRole('application').focus()
  await page.keyboard.press('PageDown')
  const pane = page.getByRole('complementary', { name: t('seat-maps:inspector.label') })
  await pane.getByRole('button', { name: t('seat-maps:corners.outline') }).click()
  await page.getByRole('application').focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect.poll(async () => (await section())?.outline_fixed).toBe(true)
  const byHand = (await section())?.outline
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await pane.getByLabel(t('seat-maps:block.seats'), { exact: true }).first().fill('10')
  const { id } = (await section()) ?? {}
  const front = async () => (await documentOf(producer, map)).rows.find((row) => row.section === id)
  await expect.poll(async () => (await front())?.count).toBe(10)
  expect((await section())?.outline).toEqual(byHand)
  await pane.getByRole('button', { name: t('seat-maps:corners.outline') }).click()
  await pane.getByRole('button', { name: t('seat-maps:corners.fit') }).click()
  await expect.poll(async () => (await section())?.outline_fixed).toBeUndefined()
})
