import { orderFree } from '../fixtures/buy.ts'
import { newSale } from '../fixtures/events.ts'
import { t } from '../fixtures/messages.ts'
import { newPerson } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'

// The button that sends is pressed twice.
test.use({ impatient: true })

test('a buyer corrects the e-mail address of an order: asked once about a slip, and the link of before is over', async ({
  visit,
  impatience,
}) => {
  const sale = await newSale({ types: [{ name: 'כניסה חופשית', price: 0 }] })
  const buyer = await newPerson()
  const { uuid, token } = await orderFree(sale, { name: 'רון אביב', phone: buyer.phone })
  const page = await visit(buyer)
  await page.goto('/order/my')
  await page.getByText(t('my:list.more')).click()
  await page.getByRole('button', { name: t('my:list.add_email') }).click()
  const dialog = page.getByRole('dialog', { name: t('my:email.title') })
  const field = dialog.getByRole('textbox', { name: t('my:email.label') })
  const save = dialog.getByRole('button', { name: t('my:email.save') })
  await field.fill('ron@gmial.com')
  await save.click()
  await expect(dialog.getByText(t('checkout:wrong.email_typo'))).toBeVisible()
  await dialog.getByRole('button', { name: t('checkout:details.email_fix') }).click()
  await expect(field).toHaveValue('ron@gmail.com')
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('ron@gmail.com')).toBeVisible()
  expect(impatience?.repeats()).toEqual([])

  // The card leads to the tickets by the new link; the one of before shows nothing any more.
  const href = await page.getByRole('link', { name: t('my:list.tickets') }).getAttribute('href')
  expect(href).toContain(uuid)
  expect(href).not.toContain(token)
  const stale = await page.request.get(`/order/tickets/${uuid}?token=${token}`)
  expect(stale.status()).toBe(404)
})
