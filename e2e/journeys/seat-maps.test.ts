import { publishVenueMap, saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

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
