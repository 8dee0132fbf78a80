import { scanTicket } from '@kartis/contract/admission.ts'
import { newFreeSale, orderFree } from '../fixtures/buy.ts'
import { callAs, codeFor, messagesTo } from '../fixtures/call.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newPhone } from '../fixtures/people.ts'
import { place } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/strict.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const linkIn = (text: string): string => /https?:\S+/u.exec(text)?.[0] ?? ''

test('a buyer offers a ticket, a friend accepts it with a code, and the old code is refused at the gate', async ({
  page,
  browser,
}) => {
  const sale = await newFreeSale()
  const buyer = newPhone()
  const order = await orderFree(sale, { name: 'תמר לוי', phone: buyer })
  const [ticket] = order.tickets
  await page.goto(`/order/tickets/${order.uuid}?token=${order.token}`)
  await page.getByRole('button', { name: t('transfer:offer.start') }).click()
  const dialog = page.getByRole('dialog', { name: t('transfer:offer.title') })
  await dialog.getByRole('button', { name: t('transfer:offer.make') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('transfer:offer.waiting'), { exact: true })).toBeVisible()
  // Taken back and offered again: each offer has a link of its own.
  await page.getByRole('button', { name: t('transfer:offer.withdraw') }).click()
  await page.getByRole('button', { name: t('transfer:offer.start') }).click()
  await dialog.getByRole('button', { name: t('transfer:offer.make') }).click()
  const share = page.getByRole('link', { name: t('pass:send_whatsapp') })
  await expect(share).toHaveAttribute('href', /transfer/u)
  const link = linkIn(new URL((await share.getAttribute('href')) ?? '').searchParams.get('text') ?? '')

  const friend = await browser.newContext({ baseURL: place().url, locale: 'he-IL' })
  const theirs = await friend.newPage()
  const phone = newPhone()
  await theirs.goto(new URL(link).pathname + new URL(link).search)
  await expect(theirs.getByRole('heading', { name: 'תמר', exact: false })).toBeVisible()
  await expect(theirs.getByText('לוי')).toHaveCount(0)
  await theirs.getByLabel(t('transfer:name'), { exact: true }).fill('דנה ברק')
  await theirs.getByLabel(t('transfer:phone'), { exact: true }).fill(phone)
  await theirs.getByRole('button', { name: t('transfer:send_code') }).click()
  // The code has been sent when the step is shown.
  await expect(theirs.getByLabel(t('my:code.label'))).toBeVisible()
  await theirs.getByLabel(t('my:code.label')).fill(await codeFor(phone))
  await expect(theirs.getByText(t('transfer:done.text'))).toBeVisible()
  await theirs.getByRole('link', { name: t('transfer:done.go') }).click()
  await expect(theirs.getByText('דנה ברק')).toBeVisible()
  await expect(theirs.getByText(ticket?.number ?? '', { exact: true }).first()).toBeVisible()

  // Both got one message, and the link in the friend's opens the ticket.
  const linkOf = async () =>
    (await messagesTo(phone)).map(({ text }) => text).find((text) => text.includes('/order/ticket/'))
  await expect.poll(linkOf).toBeTruthy()
  await expect.poll(async () => (await messagesTo(buyer)).some(({ text }) => text.includes('דנה ברק'))).toBe(true)

  await page.reload()
  await expect(page.getByText(pattern('transfer:offer.accepted_by', { name: 'דנה ברק' }))).toBeVisible()
  await expect(page.getByRole('img', { name: t('pass:qr', { place: 1 }) })).toHaveCount(0)

  const gate = callAs(sale.producer)
  const scan = (code: string) => gate(scanTicket, { params: { uuid: sale.event.uuid }, body: { ticket_uuid: code } })
  await expect(scan(ticket?.code ?? '')).rejects.toThrow(/S3/u)
  await friend.close()
})
