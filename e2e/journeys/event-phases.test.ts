import { scanTicket } from '@kartis/contract/admission.ts'
import { newFreeSale, orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { letEventComeClose, letEventEnd } from '../fixtures/database.ts'
import { t } from '../fixtures/messages.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'

/** Whether nothing of the page stands over the middle of a button: it is the one for the thumb. */
const isUnderThumb = (page: Page, role: 'button' | 'link', name: string): Promise<boolean> =>
  page
    .getByRole(role, { name, exact: true })
    .last()
    .evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return y > innerHeight - 140 && element.contains(top)
    })

test('the main action of an event follows its phase: sharing, the gate, then the settlement and who came, also before it is archived', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  const { tickets } = await orderFree(sale, { name: 'רון אביב', quantity: 3 })
  const { uuid } = sale.event
  const page = await visit(sale.producer)
  const open = async () => {
    await page.goto(`/events/${uuid}`)
    await expect(page.getByRole('heading', { level: 1, name: sale.event.name })).toBeVisible()
  }

  // Weeks before: it is shared, and nothing of who came stands there.
  await open()
  await expect.poll(() => isUnderThumb(page, 'button', t('event:stage.share'))).toBe(true)
  await expect(page.getByText(t('event:stage.who_came'))).toHaveCount(0)
  await page
    .getByRole('button', { name: t('event:stage.share'), exact: true })
    .last()
    .click()
  await expect(page.getByRole('dialog', { name: t('event:share.title') })).toBeVisible()

  // On its day: the gate, with who is inside and the way to the board.
  await letEventComeClose(uuid, 60)
  await callAs(sale.producer)(scanTicket, { params: { uuid }, body: { ticket_uuid: tickets[0]?.code ?? '' } })
  await open()
  await expect.poll(() => isUnderThumb(page, 'link', t('event:quick.scan'))).toBe(true)
  const today = page.getByRole('region', { name: t('event:door.title') })
  await expect(today).toContainText(t('event:stage.entered_of', { total: 3 }))
  await expect(today.getByRole('link', { name: t('event:door.board') })).toHaveAttribute(
    'href',
    `/events/${uuid}/board`,
  )
  await page
    .getByRole('link', { name: t('event:quick.scan'), exact: true })
    .last()
    .click()
  await expect(page).toHaveURL(`/events/${uuid}/scan-tickets`)

  // After it: the settlement, and who came and who did not.
  await letEventEnd(uuid, 5 * 24 * 60)
  await open()
  await expect.poll(() => isUnderThumb(page, 'link', t('event:summary.open'))).toBe(true)
  await expect(page.getByRole('heading', { name: t('event:stage.who_came') })).toBeVisible()
  await expect(page.getByRole('button', { name: t('event:stage.export_absent') })).toBeVisible()
  await expect(page.getByRole('button', { name: t('event:stage.share'), exact: true })).toHaveCount(0)

  // Before it is archived the question says who came.
  await page.getByRole('button', { name: t('event:manage.archive') }).click()
  const question = page.getByRole('dialog', { name: t('event:archive.title') })
  await expect(question).toContainText(t('event:archive.came', { scanned: 1, count: 3 }))
  await question.getByRole('button', { name: t('components:back') }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('link', { name: t('event:summary.open'), exact: true }).last()).toHaveAttribute(
    'href',
    `/events/${uuid}/summery`,
  )
})
