import { join } from 'node:path'
import { reserve } from '@kartis/contract/public-orders.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { callAs } from '../fixtures/call.ts'
import { newPhone } from '../fixtures/people.ts'
import { translatorIn } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

/** Pictures of each page go here, where the variable is set. */
const pictures = process.env['KEEP_PICTURES']

const GROUPS = { en: /^seats? /iu, ar: /المقعد/u } as const
const NAMES = { en: 'Stalls', ar: 'الصالة' } as const

for (const lang of ['en', 'ar'] as const) {
  const t = translatorIn(lang)
  test(`the hall has its names in ${lang}, from the map to the ticket, and its map, list and held seats are accessible`, async ({
    page,
  }, info) => {
    const look = async (name: string): Promise<void> => {
      const file = `${lang}-${info.project.name}-${name}.png`
      if (pictures) await page.screenshot({ path: join(pictures, file), fullPage: true })
    }
    const sale = await newSeatedSale(0)
    await page.goto(`/order/${sale.event.slug}/seats?lang=${lang}`)
    const best = page.getByRole('region', { name: t('sale:seats.best') })
    await expect(best.getByText(NAMES[lang]).first()).toBeVisible()
    await look('map')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: t('sale:seats.list'), exact: true }).click()
    await expect(page.getByRole('radio', { name: GROUPS[lang] }).first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: t('sale:seats.map'), exact: true }).click()
    // Somebody else is quicker, and this page has not heard of it: others are held, and a note says so.
    const items = [{ events_ticket_uuid: sale.types[0]?.uuid ?? '', quantity: 2, best: {} }]
    await callAs()(reserve, { body: { event_uuid: sale.event.uuid, items } })
    await best.getByRole('button').first().click()
    await expect(page.getByText(t('sale:seats.others', { place: '' }).split(/[.,]/u)[0] ?? '').first()).toBeVisible()
    const tray = page.getByRole('complementary', { name: t('sale:seats.cart') })
    await expect(tray.getByText(NAMES[lang], { exact: true })).toBeVisible()
    await look('held')
    expect(await violationsOn(page)).toEqual([])
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
