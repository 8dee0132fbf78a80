// Statements of the product specification; see docs/SPEC-COVERAGE.md.
import { listTicketTypes } from '@kartis/contract/tickets.ts'
import { letEventEnd } from '../fixtures/database.ts'
import { DAY, fromNow, newSale } from '../fixtures/events.ts'
import { newPhone, newProducer } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { statOf } from '../pages/event.ts'
import { shell, errorOf } from '../pages/shell.ts'

test('the event page shows what, when and where, seven figures and links to its tools @phone-and-desktop', async ({
  visit,
}) => {
  const { producer, event } = await newSale()
  const page = await visit(producer)
  const base = `/events/${event.uuid}`
  await page.goto(base)
  await expect(shell(page).title()).toHaveText(event.name)
  const facts = page.getByRole('main').getByRole('list').first()
  await expect(facts).toContainText(/\d{4}/u) // the long date
  await expect(facts).toContainText(/\d\d:\d\d/u)
  await expect(facts).toContainText('האנגר 11')
  await expect(page.getByText(pattern('event:watching_other')).first()).toBeVisible()

  const tool = (key: string) => page.getByRole('link', { name: t(`event:tools.${key}`), exact: true }).first()
  await expect(tool('tickets')).toHaveAttribute('href', `${base}/tickets`)
  await expect(tool('images')).toHaveAttribute('href', `${base}/images`)
  await expect(tool('edit')).toHaveAttribute('href', `${base}/setup`)

  const figure = (key: string) => statOf(page, t(`event:stats.${key}`))
  await expect(figure('sold')).toHaveText(`0 ${t('event:stats.in_brackets', { count: 0, figure: '0' })}`)
  await expect(page.getByRole('link', { name: t('event:stats.sold'), exact: true })).toHaveAttribute(
    'href',
    `${base}/sold-tickets`,
  )
  await expect(figure('left')).toHaveText('50')
  await expect(figure('revenue')).toContainText('0.00')
  await expect(figure('views')).toHaveText('0')
  await expect(figure('conversion')).toContainText('%')
  await expect(figure('cancelled')).toHaveText('0')

  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  const quick = (key: string) =>
    page
      .getByRole('navigation', { name: t('event:quick.title') })
      .getByRole('link', { name: t(`event:quick.${key}${isPhone ? '_short' : ''}`) })
      .first()
  await expect(quick('scan')).toHaveAttribute('href', `${base}/scan-tickets`)
  await expect(quick('invite')).toHaveAttribute('href', `${base}/invites`)
  await expect(quick('page')).toHaveAttribute('target', '_blank')
  const opened = page.context().waitForEvent('page')
  await quick('page').click()
  const sale = await opened
  await expect(sale).toHaveURL(new RegExp(`/order/${event.slug}`, 'u'))
  await expect(sale.getByRole('heading', { name: event.name })).toBeVisible()
})

test('the link to the report appears four hours after the end of the event', async ({ visit }) => {
  const { producer, event } = await newSale()
  const page = await visit(producer)
  const entry = page.getByRole('link', { name: t('event:manage.summary') }).first()
  await letEventEnd(event.uuid, 4 * 60 - 2)
  await page.goto(`/events/${event.uuid}`)
  await expect(shell(page).title()).toHaveText(event.name)
  await expect(page.getByRole('region', { name: t('event:stats.title') })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await letEventEnd(event.uuid, 4 * 60 + 1)
  await page.reload()
  await entry.click()
  await expect(page).toHaveURL(`/events/${event.uuid}/summery`)
  await expect(page.getByText(t('summary:net')).first()).toBeVisible()
})

test('the home screen has a card for each event, an empty state and an error state @phone-and-desktop', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 500/u) // provoked below
  const { producer, event } = await newSale()
  const page = await visit(producer)
  await page.goto('/')
  await expect(page.getByRole('link', { name: t('home:create') }).first()).toHaveAttribute('href', '/create-event')
  const card = page.getByRole('link', { name: event.name })
  await expect(card).toHaveAttribute('href', `/events/${event.uuid}`)
  await expect(card).toContainText(/(?:יום|מוצאי) .+ \d{4} · \d\d:\d\d/u) // the long date
  await expect(card).toContainText('תל אביב-יפו')
  await expect(card.locator('img')).toHaveCount(0)
  await expect(card.locator('svg').first()).toBeVisible() // artwork of ours where the event has no picture
  await page.route('**/api/v1/producer/events?**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'system_error', description: 'לא', detail: {} } } }),
  )
  await page.reload()
  await expect(page.getByText(t('home:failed.title'))).toBeVisible()
  const fresh = await visit(await newProducer())
  await fresh.goto('/')
  await expect(fresh.getByRole('heading', { name: t('home:empty.coming') })).toBeVisible()
  await expect(fresh.getByRole('link', { name: t('home:empty.create_first') })).toHaveAttribute('href', '/create-event')
  // one button that creates an event, not a second one above
  await expect(fresh.getByRole('main').locator('a[href="/create-event"]')).toHaveCount(1)
})

const counters = (page: Page, type: string) => {
  const name = t('invitations:invite.counter', { name: type })
  const group = page.getByRole('group', { name })
  return {
    more: () => page.getByRole('button', { name: t('components:counter.more', { name }) }),
    less: () => page.getByRole('button', { name: t('components:counter.less', { name }) }),
    value: () => group.locator('output'),
  }
}

test('an invitation counts its tickets, requires two names and seven digits, and starts over after sending @phone-and-desktop', async ({
  visit,
}) => {
  const sale = await newSale({ types: [{ name: 'אולם' }, { name: 'יציע' }] })
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/invites`)
  const next = page.getByRole('button', { name: t('invitations:invite.next') })
  const [hall, gallery] = [counters(page, 'אולם'), counters(page, 'יציע')]
  await expect(next).toBeDisabled()
  await expect(hall.less()).toBeDisabled()
  await hall.more().click()
  await hall.more().click()
  await hall.less().click()
  await gallery.more().click()
  await page.getByRole('button', { name: t('invitations:invite.next_count', { count: 2 }) }).click()

  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel(t('invitations:form.name'), { exact: true })
  const number = dialog.getByLabel(t('invitations:form.number'), { exact: true })
  const send = dialog.getByRole('button', { name: t('invitations:form.send') })
  for (const wrong of ['דנה', 'דנה כ', 'Dana 12', 'D Cohen']) {
    await name.fill(wrong)
    await name.blur()
    expect.soft(await errorOf(name), wrong).toBe(t('invitations:form.name_wrong'))
  }
  await name.fill('Dana כהן')
  await number.pressSequentially('12a3-45 6')
  await expect(number).toHaveValue('123456')
  await expect(send).toBeDisabled()
  await number.fill('')
  const phone = newPhone()
  await dialog.getByLabel(t('invitations:form.prefix')).selectOption(phone.slice(0, 3))
  await number.pressSequentially(`${phone.slice(3)}99`)
  await expect(number).toHaveValue(`${phone.slice(3)}99`)
  await expect(send).toBeDisabled()
  await number.blur()
  expect(await errorOf(number)).toBe(t('invitations:form.number_long'))
  await number.fill('')
  // A whole number, typed key by key, is split: the prefix follows it.
  await dialog.getByLabel(t('invitations:form.prefix')).selectOption('051')
  await number.pressSequentially(phone)
  await expect(number).toHaveValue(phone.slice(3))
  await expect(dialog.getByLabel(t('invitations:form.prefix'))).toHaveValue(phone.slice(0, 3))
  await send.click()
  await expect(dialog.getByText(t('invitations:sent.title'))).toBeVisible()
  await expect(dialog.getByText(`${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`)).toBeVisible()
  await dialog.getByRole('button', { name: t('invitations:sent.another') }).click()
  await expect(dialog).toBeHidden()
  await expect(hall.value()).toHaveText('0')
  await expect(gallery.value()).toHaveText('0')
  await expect(next).toBeDisabled()
  const { data } = await sale.producer.call(listTicketTypes, { query: { filter: { event_uuid: sale.event.uuid } } })
  expect(data.map(({ sold }) => sold)).toEqual([1, 1])
})

test('the confirmation of an invitation leads back to the event', async ({ visit }) => {
  const sale = await newSale({ event: { starts_at: fromNow(3 * DAY), ends_at: fromNow(3.2 * DAY) } })
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/invites`)
  await counters(page, sale.types[0]?.name ?? '')
    .more()
    .click()
  await page.getByRole('button', { name: t('invitations:invite.next_count', { count: 1 }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('invitations:form.name'), { exact: true }).fill('רון אביב')
  await dialog.getByLabel(t('invitations:form.number'), { exact: true }).fill(newPhone().slice(3))
  await dialog.getByRole('button', { name: t('invitations:form.send') }).click()
  await dialog.getByRole('link', { name: t('invitations:sent.back') }).click()
  await expect(page).toHaveURL(`/events/${sale.event.uuid}`)
})
