import { join } from 'node:path'
import { newPhone } from '../fixtures/people.ts'
import { translatorIn } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

/** Pictures of each page go here, where the variable is set. */
const pictures = process.env['KEEP_PICTURES']

const NAMES = { en: 'Stalls', ar: 'الصالة' } as const

for (const lang of ['en', 'ar'] as const) {
  const t = translatorIn(lang)
  test(`the hall has its names in ${lang}, from the map to the ticket`, async ({ page }, info) => {
    const look = async (name: string): Promise<void> => {
      const file = `${lang}-${info.project.name}-${name}.png`
      if (pictures) await page.screenshot({ path: join(pictures, file), fullPage: true })
    }
    const sale = await newSeatedSale(0)
    await page.goto(`/order/${sale.event.slug}/seats?lang=${lang}`)
    const best = page.getByRole('region', { name: t('sale:seats.best') })
    await expect(best.getByText(NAMES[lang]).first()).toBeVisible()
    await look('map')
    await best.getByRole('button').first().click()
    const tray = page.getByRole('complementary', { name: t('sale:seats.cart') })
    await expect(tray.getByText(NAMES[lang], { exact: true })).toBeVisible()
    await look('held')
    await page.getByRole('button', { name: t('sale:buy.go') }).click()
    await page.getByLabel(t('checkout:details.name'), { exact: true }).fill('Dana Cohen')
    await page.getByLabel(t('checkout:details.phone'), { exact: true }).fill(newPhone())
    await look('checkout')
    await page.getByRole('button', { name: t('checkout:details.confirm_free') }).click()
    await expect(page.getByRole('heading', { name: t('checkout:done.title') })).toBeVisible()
    const seats = page.getByText(NAMES[lang])
    await expect(seats.first()).toBeVisible()
    await look('done')
    await page
      .getByRole('link', { name: t('checkout:done.open') })
      .first()
      .click()
    await expect(page.getByText(NAMES[lang]).first()).toBeVisible()
    await look('tickets')
    await expect(page.getByText(/אולם · /u)).toHaveCount(0)
  })
}
