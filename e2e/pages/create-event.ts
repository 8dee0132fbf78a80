import type { Page } from '@playwright/test'
import { eveningSky } from '../fake-camera/png.ts'
import { expect } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
const labelled = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })

/** Completes the five steps of a new event of a kind; returns its uuid. */
export const createEvent = async (page: Page, name: string, kind: 'tickets' | 'seats' = 'tickets'): Promise<string> => {
  await page.getByRole('link', { name: t(`wizard:type.${kind}.title`) }).click()
  await labelled(page, 'wizard:setup.name').fill(name)
  await page
    .getByRole('group', { name: t('wizard:setup.categories') })
    .getByRole('checkbox')
    .first()
    .check()
  await button(page, 'wizard:actions.to_location').click()

  await labelled(page, 'wizard:location.place').fill('האנגר 11')
  await labelled(page, 'venues:form.city').fill('תל אביב-יפו')
  await button(page, 'wizard:actions.to_time').click()

  await page.getByRole('button', { name: t('components:calendar.next') }).click()
  await page.getByRole('button', { name: /^15 /u }).click()
  await expect(page.getByText(new RegExp(t('wizard:time.chosen', { day: '' }).trim(), 'u'))).toBeVisible()
  await labelled(page, 'wizard:time.start').fill('2030')
  await page.getByLabel(t('wizard:time.durations.150')).check()
  await expect(labelled(page, 'wizard:time.end')).toHaveValue('23:00')
  await button(page, 'wizard:actions.to_forms').click()

  await expect(page).toHaveURL(/\/forms$/u)
  await button(page, 'wizard:actions.to_description').click()

  await page.getByRole('textbox', { name: t('wizard:description.label') }).fill('ערב שכולו שירים, עם אורחים.')
  await button(page, 'wizard:actions.create').click()
  await page.waitForURL((url) => url.pathname.startsWith(`/create-event/${kind}/success/`))
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Adds one ticket type after the event has been created. */
export const addTicketType = async (page: Page, type: { name: string; price: string; count: string }) => {
  await page.getByRole('link', { name: `${t('wizard:created.add')}: ${t('wizard:created.tickets')}` }).click()
  await labelled(page, 'tickets:edit.name').fill(type.name)
  await labelled(page, 'tickets:edit.price').fill(type.price)
  await labelled(page, 'tickets:edit.quantity').fill(type.count)
  await button(page, 'tickets:edit.create').click()
  await expect(page.getByRole('link', { name: type.name })).toBeVisible()
}

/** Uploads one image, cropped in the browser for its slot. */
export const addImage = async (page: Page): Promise<void> => {
  const slot = t('images:slots.banner_event.name')
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: t('images:upload_label', { name: slot }) }).click()
  await (await chosen).setFiles({ name: 'sky.png', mimeType: 'image/png', buffer: eveningSky(1600, 1200) })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('images:crop.zoom')).fill('1.2')
  await dialog.getByRole('button', { name: t('images:crop.save') }).click()
  await expect(dialog).toBeHidden()
  const picture = page.getByRole('img', { name: t('images:alt', { name: slot }) })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(900)
}
