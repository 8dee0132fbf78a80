import { listVenueMaps, showVenueMap } from '@kartis/contract/venue-maps.ts'
import { saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

/** The editor of a hall of the account, on a screen with all tools. */
const opened = async (visit: (who: Awaited<ReturnType<typeof newSeatedSale>>['producer']) => Promise<Page>) => {
  const { producer, map } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1280, height: 800 })
  const draft = async () => (await producer.call(showVenueMap, { params: { uuid: map } })).data.draft
  const open = async (on = page) => {
    await on.goto(`/create-event/seats/editor?map=${map}`)
    await expect(on.getByRole('application')).toBeVisible()
  }
  /** Draws a standing area by keyboard. */
  const draw = async () => {
    await page.getByRole('application').focus()
    await page.keyboard.press('KeyA')
    await page.keyboard.press('Enter')
  }
  return { producer, map, page, draft, open, draw }
}

test('what is drawn without a network waits on this device, and is saved when the map is opened again', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/u)
  const { page, draft, open, draw } = await opened(visit)
  await open()
  const before = (await draft()).document.areas.length
  await page.context().setOffline(true)
  await draw()
  await expect(page.getByText(t('seat-maps:saved.offline')).first()).toBeVisible({ timeout: 15_000 })
  expect((await draft()).document.areas).toHaveLength(before)
  // The page is closed before the network is back: it would save by itself.
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.setViewportSize({ width: 1280, height: 800 })
  await open(again)
  await expect(again.getByText(t('seat-maps:local.restored')).first()).toBeVisible()
  await expect.poll(async () => (await draft()).document.areas.length).toBe(before + 1)
})

test('of two people at one draft nobody’s work is lost: the later one takes it over, opens the other, or goes on with a copy', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/409/u)
  const { producer, map, page, draft, open, draw } = await opened(visit)
  const conflict = page.getByRole('dialog', { name: pattern('seat-maps:conflict.title') })
  const choose = (key: 'copy' | 'theirs' | 'take_over') =>
    conflict.getByRole('button', { name: pattern(`seat-maps:conflict.${key}`) })
  /** Somebody else moves the stage and saves, while this page is open. */
  const saveElsewhere = async (x: number) => {
    const { version, document } = await draft()
    const focus: [number, number] = [x, document.focus?.[1] ?? 0]
    await producer.call(saveMapDraft, { params: { uuid: map }, body: { version, document: { ...document, focus } } })
  }
  await open()
  const { document: first } = await draft()
  const left = first.focus?.[0] ?? 0
  await saveElsewhere(left + 10)
  await draw()
  await expect(conflict).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  expect((await draft()).document.areas).toHaveLength(first.areas.length)
  await choose('take_over').click()
  await expect.poll(async () => (await draft()).document.areas.length).toBe(first.areas.length + 1)
  await saveElsewhere(left + 20)
  await draw()
  await choose('theirs').click()
  await expect(conflict).toBeHidden()
  expect((await draft()).document.areas).toHaveLength(first.areas.length + 1)
  await saveElsewhere(left + 30)
  await draw()
  await choose('copy').click()
  await expect(page).not.toHaveURL(new RegExp(map, 'u'))
  const maps = (await producer.call(listVenueMaps, { query: {} })).data
  expect(maps).toHaveLength(2)
  const copy = maps.find(({ uuid }) => uuid !== map)?.uuid ?? ''
  const { document } = (await producer.call(showVenueMap, { params: { uuid: copy } })).data.draft
  expect(document.areas).toHaveLength(first.areas.length + 2)
  expect((await draft()).document.focus?.[0]).toBe(left + 30)
})

test('on a phone a hall is generated, flagged, thinned out and painted by finger', async ({ visit }) => {
  const { producer, map } = await newSeatedSale(0)
  const page = await visit(producer)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/create-event/seats/editor?map=${map}`)
  const tools = page.getByRole('group', { name: t('seat-maps:tools.label') })
  const tool = (key: 'block' | 'paint' | 'flag' | 'gone') =>
    tools.getByRole('button', { name: t(`seat-maps:phone.${key}`) }).click()
  const rows = async () => (await producer.call(showVenueMap, { params: { uuid: map } })).data.draft.document.rows
  const places = async () => (await rows()).flatMap(({ except }) => Object.values(except))
  /** A finger over the middle of the hall. */
  const stroke = async (height: number) => {
    const box = await page.getByRole('application').boundingBox()
    if (!box) throw new Error('no hall')
    const y = box.y + box.height * height
    await page.mouse.move(box.x + box.width * 0.3, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.7, y, { steps: 20 })
    await page.mouse.up()
  }
  const before = await rows()
  await tool('flag')
  await page.getByRole('button', { name: t('seat-maps:flag.restricted') }).click()
  await stroke(0.4)
  await expect
    .poll(async () => (await places()).filter(({ is }) => is?.includes('restricted')).length)
    .toBeGreaterThan(3)
  await tool('gone')
  await stroke(0.5)
  await expect.poll(async () => (await places()).filter(({ gone }) => gone).length).toBeGreaterThan(3)
  await tool('paint')
  const other = before.at(-1)?.category
  await page.getByRole('button', { name: /^יציע/u }).last().click()
  await stroke(0.45)
  await expect.poll(async () => (await places()).filter(({ category }) => category === other).length).toBeGreaterThan(3)
  await tool('block')
  await page.getByLabel(t('seat-maps:block.sentence')).fill('2 שורות × 5, אותיות, מימין')
  await page.getByRole('button', { name: t('seat-maps:block.add') }).click()
  await expect.poll(async () => (await rows()).length).toBe(before.length + 2)
  expect(await violationsOn(page)).toEqual([])
})

test('what was saved is undone and redone across a paste, and saved again each time', async ({ visit }) => {
  const { page, draft, open, draw } = await opened(visit)
  await open()
  const areas = async () => (await draft()).document.areas.length
  const first = await areas()
  await draw()
  await expect.poll(areas).toBe(first + 1)
  await page.keyboard.press('ControlOrMeta+C')
  await page.keyboard.press('ControlOrMeta+V')
  await expect.poll(areas).toBe(first + 2)
  await page.keyboard.press('ControlOrMeta+Z')
  await expect.poll(areas).toBe(first + 1)
  await page.keyboard.press('ControlOrMeta+Z')
  await expect.poll(areas).toBe(first)
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect.poll(areas).toBe(first + 2)
})
