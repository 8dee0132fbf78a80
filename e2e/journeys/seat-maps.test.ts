import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { changeSeating } from '@kartis/contract/event-seating.ts'
import { showPublicEvent } from '@kartis/contract/public-events.ts'
import { showSeatMap } from '@kartis/contract/public-seats.ts'
import { publishVenueMap, saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import { pdfFile } from '@kartis/testing/pdf-file.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

test('a seat map says which events have it and what an edition changed, and comes back from the archive', async ({
  visit,
}) => {
  const { producer, event, map } = await newSeatedSale(0)
  const params = { uuid: map }
  const { draft } = (await producer.call(showVenueMap, { params })).data
  const rows = draft.document.rows.map((row, index) => (index === 0 ? { ...row, label: 'ת׳' } : row))
  const document = { ...draft.document, rows }
  await producer.call(saveMapDraft, { params, body: { version: draft.version, document } })
  await producer.call(publishVenueMap, { params, body: {} })

  const page = await visit(producer)
  await page.goto('/venue-templates')
  const menu = page.getByRole('button', { name: pattern('seat-maps:list.more') })
  await menu.click()
  await page.getByRole('button', { name: t('seat-maps:uses.title') }).click()
  const used = page.getByRole('listitem').filter({ hasText: event.name }).last()
  await expect(used).toContainText(t('seat-maps:editions.edition', { edition: 1 }))
  await expect(used.getByRole('link', { name: t('seat-maps:uses.change') })).toHaveAttribute(
    'href',
    `/events/${event.uuid}/seating/change`,
  )
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')

  await menu.click()
  await page.getByRole('button', { name: t('seat-maps:list.editions') }).click()
  await page.getByRole('button', { name: t('seat-maps:compare.editions', { from: 1, to: 2 }) }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'ת׳' }).last()).toBeVisible()
  await expect(page.getByText(t('seat-maps:compare.picture'))).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')

  await menu.click()
  await page.getByRole('button', { name: t('seat-maps:list.remove') }).click()
  await page.getByRole('button', { name: t('venues:remove_ask.action'), exact: true }).click()
  await expect(page.getByText(t('venues:maps.empty.title'))).toBeVisible()
  await page.getByRole('button', { name: t('seat-maps:archive.open') }).click()
  await page.getByRole('button', { name: pattern('seat-maps:archive.restore_label') }).click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeVisible()
})

/** A plan of this size in pixels, as PNG. */
const plan = async (page: Page, width: number, height: number): Promise<Buffer> => {
  const url = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: w, height: h })
      canvas.getContext('2d')?.fillRect(w / 4, 0, w / 2, h / 8)
      return canvas.toDataURL('image/png')
    },
    [width, height] as const,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

test('a hall is drawn after a picture that is faded, scaled, moved and locked, is saved, and never reaches buyers', async ({
  visit,
}) => {
  const { producer, event, map } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/create-event/seats/editor?map=${map}`)
  const pane = page.getByRole('complementary', { name: t('seat-maps:structure.label') })
  const stored = async () => (await producer.call(showVenueMap, { params: { uuid: map } })).data.draft.document.tracing
  await expect(pane.getByRole('button', { name: t('seat-maps:tracing.add') })).toBeVisible()
  const buffer = await plan(page, 800, 400)
  await pane.locator('input[type="file"]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer })
  const picture = page.getByAltText(t('seat-maps:tracing.alt'))
  await expect(picture).toBeVisible()
  await pane.getByRole('slider', { name: pattern('seat-maps:tracing.opacity') }).fill('30')
  await expect(picture).toHaveCSS('opacity', '0.3')
  const before = await picture.boundingBox()
  await pane.getByLabel(t('seat-maps:tracing.width')).fill('20')
  await expect.poll(async () => (await stored())?.width).toBe(2000)
  const scaled = await picture.boundingBox()
  if (!before || !scaled) throw new Error('the picture has no place')
  expect(scaled.width / scaled.height).toBeCloseTo(2, 1)
  expect(scaled.width).not.toBe(before.width)

  // Locked, it lets every press through to the drawing; loose, a hand moves it.
  const at = (await stored())?.at ?? [0, 0]
  const drag = async () => {
    await page.mouse.move(scaled.x + scaled.width / 2, scaled.y + scaled.height / 2)
    await page.mouse.down()
    await page.mouse.move(scaled.x + scaled.width / 2 + 60, scaled.y + scaled.height / 2 + 30, { steps: 4 })
    await page.mouse.up()
  }
  await pane.getByRole('button', { name: t('seat-maps:tracing.move') }).click()
  await drag()
  await expect.poll(async () => ((await stored())?.at[0] ?? 0) > at[0]).toBe(true)
  await pane.getByRole('button', { name: t('seat-maps:tracing.lock') }).click()
  const moved = await stored()
  expect(await violationsOn(page)).toEqual([])
  if (process.env['KEEP_PICTURES']) await page.screenshot({ path: join(process.env['KEEP_PICTURES'], 'tracing.png') })
  await page.keyboard.press('Escape')
  await drag()
  expect((await stored())?.at).toEqual(moved?.at)

  await page.reload()
  await expect(picture).toHaveCSS('opacity', '0.3')
  await producer.call(publishVenueMap, { params: { uuid: map }, body: {} })
  await producer.call(changeSeating, { params: { uuid: event.uuid }, body: { edition: 2 } })
  const { seat_map: taken } = (await producer.call(showPublicEvent, { params: { uuid: event.uuid } })).data
  const wire = await producer.call(showSeatMap, { params: { uuid: event.uuid, hash: taken?.hash ?? '' } })
  expect(wire.data.document.tracing).toBeNull()
  await pane.getByRole('button', { name: t('seat-maps:tracing.remove') }).click()
  await expect(picture).toHaveCount(0)
})

test('a hall is drawn after the page of a PDF that is chosen by keyboard, and a file that cannot be read says why', async ({
  visit,
}) => {
  const { producer, map } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(`/create-event/seats/editor?map=${map}`)
  const pane = page.getByRole('complementary', { name: t('seat-maps:structure.label') })
  const stored = async () => (await producer.call(showVenueMap, { params: { uuid: map } })).data.draft.document.tracing
  const choose = (scope: Page | Locator, bytes: Uint8Array) =>
    scope
      .locator('input[type="file"]')
      .last()
      .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
  const isReader = (url: string) => /pdf-reader|pdf\.worker/u.test(url)
  await expect(pane.getByRole('button', { name: t('seat-maps:tracing.add') })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded.filter(isReader)).toEqual([])

  const dialog = page.getByRole('dialog', { name: t('seat-maps:plan.title') })
  await choose(pane, pdfFile([{}], { locked: true }))
  await expect(dialog.getByRole('alert')).toHaveText(t('seat-maps:plan.problem.locked'))
  expect(loaded.filter(isReader).length).toBeGreaterThan(0)
  await choose(dialog, Buffer.from('%PDF-1.7 and nothing else'))
  await expect(dialog.getByRole('alert')).toHaveText(t('seat-maps:plan.problem.broken'))
  expect(await violationsOn(page)).toEqual([])

  // Of three pages the second one is a tall sheet; its number and the button are reached by keyboard.
  await choose(dialog, pdfFile([{}, { width: 300, height: 600 }, {}]))
  await expect(dialog.getByRole('img', { name: t('seat-maps:plan.page', { page: 1, pages: 3 }) })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  if (process.env['KEEP_PICTURES']) await page.screenshot({ path: join(process.env['KEEP_PICTURES'], 'pages.png') })
  await dialog.getByRole('button', { name: t('components:pages.page', { page: 2 }), exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: t('seat-maps:plan.page', { page: 2, pages: 3 }) })).toBeVisible()
  await dialog.getByRole('button', { name: t('seat-maps:plan.use', { page: 2 }) }).focus()
  await page.keyboard.press('Enter')
  const picture = page.getByAltText(t('seat-maps:tracing.alt'))
  await expect(picture).toBeVisible()
  await expect(dialog).toBeHidden()
  const first = await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  expect(first).toEqual([1200, 2400])
  await expect.poll(async () => Boolean(await stored())).toBe(true)
  const { file } = (await stored()) ?? {}

  // A file of one page needs no choice.
  await choose(pane, pdfFile([{ width: 400, height: 200 }]))
  await expect.poll(async () => (await stored())?.file !== file).toBe(true)
  await expect(dialog).toBeHidden()
  const { origin } = new URL(page.url())
  expect(loaded.filter((url) => !url.startsWith(origin) && !/^(?:blob|data):/u.test(url))).toEqual([])
})

test('a new seat map has no hall chosen before a person says what to start from', async ({ visit }) => {
  const { producer } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.goto('/create-event/seats/editor')
  const starters = page.getByRole('radiogroup', { name: t('seat-maps:new.start') })
  await expect(starters.getByRole('radio')).toHaveCount(6)
  await expect(starters.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByLabel(t('venues:maps.form.name')).fill('אולם הנמל')
  await page.getByRole('button', { name: t('seat-maps:new.create') }).click()
  await expect(page.getByRole('alert')).toHaveText(t('seat-maps:new.start_missing'))
  await expect(starters.getByRole('radio').first()).toBeFocused()
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Space')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: t('seat-maps:new.create') }).click()
  await expect(page.getByRole('application')).toBeVisible()
})

test('a block is added at the first click, also while a part of its sentence is not understood', async ({ visit }) => {
  const { producer } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/create-event/seats/editor')
  await page.getByLabel(t('venues:maps.form.name')).fill('אולם הגן')
  await page.getByRole('radio', { name: t('seat-maps:template.empty') }).check()
  await page.getByRole('button', { name: t('seat-maps:new.create') }).click()
  const sentence = page.getByLabel(t('seat-maps:block.sentence'))
  await sentence.fill('3 שורות × 4, ועציצים, אותיות, מימין')
  const unclear = page.getByText(t('seat-maps:block.unclear', { text: 'ועציצים' }))
  await expect(unclear).toBeVisible()
  // It stays as it was written while other fields are looked at.
  await page.getByLabel(t('seat-maps:block.rows'), { exact: true }).focus()
  await expect(unclear).toBeVisible()
  await expect(sentence).toHaveValue(/ועציצים/u)
  // What was not understood is not left out silently.
  const add = page.getByRole('button', { name: t('seat-maps:block.add') })
  await expect(add).toBeDisabled()
  await sentence.fill('3 שורות × 4, אותיות, מימין')
  await expect(unclear).toBeHidden()
  // The button stands below the sentence: it does not move when the focus goes from there.
  await add.click()
  const uuid = new URL(page.url()).searchParams.get('map') ?? ''
  const rows = async () => (await producer.call(showVenueMap, { params: { uuid } })).data.draft.document.rows
  await expect.poll(async () => (await rows()).map(({ count }) => count)).toEqual([4, 4, 4])
})

test('a place without seats is drawn in the area editor, which has no tools of rows and seats', async ({ visit }) => {
  const { producer } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/create-event/area-editor')
  await page.getByLabel(t('venues:maps.form.name')).fill('רחבת הנמל')
  await page.getByRole('radio', { name: t('seat-maps:template.empty') }).check()
  await page.getByRole('button', { name: t('seat-maps:new.create') }).click()
  const rail = page.getByRole('toolbar', { name: t('seat-maps:tools.label') })
  const offered = (['select', 'area', 'shape', 'text', 'paint'] as const).map((tool) => t(`seat-maps:tools.${tool}`))
  await expect(rail.getByRole('button')).toHaveText(offered)
  const hall = page.getByRole('application')
  await hall.focus()
  await page.keyboard.press('KeyA')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/map=/u)
  const uuid = new URL(page.url()).searchParams.get('map') ?? ''
  const document = async () => (await producer.call(showVenueMap, { params: { uuid } })).data.draft.document
  await expect.poll(async () => (await document()).areas.length).toBe(1)
  expect((await document()).rows).toEqual([])
  expect(await violationsOn(page)).toEqual([])
})

test('a section, a row of it, the stage and two sections at once are selected and moved by keyboard', async ({
  visit,
}) => {
  const { producer, map } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/create-event/seats/editor?map=${map}`)
  const document = async () => (await producer.call(showVenueMap, { params: { uuid: map } })).data.draft.document
  const before = await document()
  const [stalls, balcony] = before.sections.map(({ id }) => before.rows.filter(({ section }) => section === id))
  const movedRows = async () =>
    (await document()).rows.filter(({ at }, index) => at[1] !== before.rows[index]?.at[1]).length
  await page.getByRole('application').focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(movedRows).toBe(1)
  await page.keyboard.press('ControlOrMeta+Z')
  await expect.poll(movedRows).toBe(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+PageDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(movedRows).toBe((stalls?.length ?? 0) + (balcony?.length ?? 0))
  await page.keyboard.press('Escape')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await document()).shapes[0]?.at[1]).toBe((before.shapes[0]?.at[1] ?? 0) - 10)
})
