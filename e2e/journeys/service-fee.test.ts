import { moneyText } from '@kartis/i18n/format.ts'
import { newSale } from '../fixtures/events.ts'
import { t } from '../fixtures/messages.ts'
import { expect, test } from '../fixtures/strict.ts'
import { salePage } from '../pages/sale.ts'

const TYPE = 'כניסה רגילה'
/** What buyers pay for a ticket of 120 shekels when they bear 5% of it and its VAT, in agorot. */
const FULL = 12_753

test('a producer lets buyers bear the service fee, and they see one price from the first page to the payment', async ({
  visit,
  page: buyer,
}) => {
  const sale = await newSale({ types: [{ name: TYPE, price: 120 }] })
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/tickets`)
  const payers = page.getByRole('group', { name: t('tickets:fee_payer.label') })
  await expect(payers.getByRole('radio', { name: t('tickets:fee_payer.producer.label') })).toBeChecked()

  await payers.getByText(t('tickets:fee_payer.buyers.label'), { exact: true }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(moneyText(FULL, 'he'))
  await question.getByRole('button', { name: t('tickets:fee_payer.action') }).click()
  await expect(payers.getByRole('radio', { name: t('tickets:fee_payer.buyers.label') })).toBeChecked()
  await expect(page.getByRole('article')).toContainText(moneyText(FULL, 'he'))
  await expect(page.getByRole('article')).toContainText(t('tickets:fee_inside', { sum: moneyText(753, 'he') }))

  await page.goto(`/events/${sale.event.uuid}/tickets/${sale.types[0]?.uuid}`)
  await expect(page.getByLabel(t('tickets:edit.price'))).toHaveValue('120.00')
  await expect(
    page.getByText(t('tickets:edit.buyers_pay', { sum: moneyText(FULL, 'he'), fee: moneyText(753, 'he') })),
  ).toBeVisible()
  await expect(page.getByText(t('tickets:edit.net', { sum: moneyText(12_000, 'he') }))).toBeVisible()

  await salePage(buyer).open(sale.event.slug)
  await expect(buyer.getByText('127.53').locator('visible=true').first()).toBeVisible()
  await expect(buyer.getByText(t('sale:buy.all_in_fee')).locator('visible=true').first()).toBeVisible()
  await salePage(buyer).reserve(TYPE, 1)
  await expect(buyer.getByText('127.53').locator('visible=true').first()).toBeVisible()
})
