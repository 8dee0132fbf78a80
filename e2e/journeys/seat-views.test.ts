import { changeSeating } from '@kartis/contract/event-seating.ts'
import { addMapPicture, publishVenueMap, saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

test('on the map a buyer opens the picture of what is seen from the section in sight, before anything is taken @phone-and-desktop', async ({
  page,
}) => {
  const sale = await newSeatedSale(120)
  const { call } = sale.producer
  const params = { uuid: sale.map }
  // Any picture will do.
  await page.goto(`/order/${sale.event.slug}`)
  const photo = await page.screenshot({ type: 'jpeg', quality: 50, clip: { x: 0, y: 0, width: 320, height: 180 } })
  const file = new FormData()
  file.set('file', new Blob([new Uint8Array(photo)]), 'view.jpg')
  const view = (await call(addMapPicture, { params, body: file })).data.uuid
  const { draft } = (await call(showVenueMap, { params })).data
  const sections = draft.document.sections.map((section) => ({ ...section, view }))
  await call(saveMapDraft, { params, body: { version: draft.version, document: { ...draft.document, sections } } })
  const { edition } = (await call(publishVenueMap, { params, body: {} })).data
  await call(changeSeating, { params: { uuid: sale.event.uuid }, body: { edition } })

  await page.goto(`/order/${sale.event.slug}/seats`)
  const zoomIn = page.getByRole('button', { name: t('sale:seats.zoom_in') })
  const views = page.locator('details', { hasText: t('sale:seats.view_from', { section: 'אולם' }) })
  await expect(async () => {
    await zoomIn.click()
    await expect(views).toBeVisible({ timeout: 1000 })
  }).toPass()
  const picture = views.getByRole('img')
  await expect(picture).toBeHidden()
  await views.locator('summary').click()
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(await violationsOn(page)).toEqual([])
})
