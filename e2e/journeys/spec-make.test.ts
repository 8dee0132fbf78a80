// Statements of the product specification; see docs/SPEC-COVERAGE.md.
import { showEvent } from '@kartis/contract/events.ts'
import { newSale } from '../fixtures/events.ts'
import { newPhone, newProducer } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { createEvent } from '../pages/create-event.ts'
import { shell, errorOf, walkTo } from '../pages/shell.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const reasonText = (reason: string) => t(`validation:${reason}`)
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
const labelled = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })

test('a new event requires a name, one to four categories, a day and both times, and no step can be skipped @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newProducer())
  await page.goto('/create-event')
  await page.getByRole('link', { name: t('wizard:type.tickets.title') }).click()
  await expect(page).toHaveURL('/create-event/tickets/setup')

  await test.step('skipping ahead leads to the step after this one, going back is free', async () => {
    const at = (step: string) => expect(shell(page).title()).toHaveText(t(`wizard:steps.${step}.title`))
    await at('setup')
    await walkTo(page, '/create-event/tickets/description')
    await expect(page).toHaveURL('/create-event/tickets/location')
    await at('location')
    await walkTo(page, '/create-event/tickets/forms')
    await expect(page).toHaveURL('/create-event/tickets/time')
    await at('time')
    await walkTo(page, '/create-event/tickets/setup')
    await at('setup')
  })

  const categories = page.getByRole('group', { name: t('wizard:setup.categories') })
  await button(page, 'wizard:actions.to_location').click()
  expect(await errorOf(labelled(page, 'wizard:setup.name'))).toBe(reasonText('required'))
  await expect(categories).toContainText(reasonText('too_few_categories'))
  const pills = categories.getByRole('checkbox')
  await expect(pills).toHaveCount(8)
  for (let place = 0; place < 4; place++) await pills.nth(place).check()
  for (let place = 4; place < 8; place++) await expect(pills.nth(place)).toBeDisabled()
  await labelled(page, 'wizard:setup.name').fill('ערב של שירים')
  await button(page, 'wizard:actions.to_location').click()
  await labelled(page, 'wizard:location.place').fill('האנגר 11')
  await labelled(page, 'venues:form.city').fill('תל אביב-יפו')
  await button(page, 'wizard:actions.to_time').click()

  await button(page, 'wizard:actions.to_forms').click()
  await expect(page).toHaveURL('/create-event/tickets/time')
  await expect(page.getByText(t('wizard:reasons.choose_day'))).toBeVisible()
  const hours = ['start', 'end'].map((hour) => labelled(page, `wizard:time.${hour}`))
  for (const hour of hours) await expect(hour).toHaveAttribute('aria-invalid', 'true')
  for (const hour of hours) {
    await hour.fill('2a9:7')
    await hour.blur()
    await expect(hour).not.toHaveValue(/[a-z]/u)
  }

  await test.step('a step that is loaded again stays, with what was entered before it', async () => {
    await page.reload()
    await expect(shell(page).title()).toHaveText(t('wizard:steps.time.title'))
    await expect(page).toHaveURL('/create-event/tickets/time')
    await walkTo(page, '/create-event/tickets/setup')
    await expect(labelled(page, 'wizard:setup.name')).toHaveValue('ערב של שירים')
  })
})

test('the eight event categories and both kinds of seating are offered', async ({ visit }) => {
  const page = await visit(await newProducer())
  await page.goto('/create-event')
  await expect(page.getByRole('link', { name: t('wizard:type.tickets.title') })).toBeVisible()
  await page.getByRole('link', { name: t('wizard:type.seats.title') }).click()
  await expect(page).toHaveURL(/\/create-event\/seats\//u)
  await page.goto('/create-event/tickets/setup')
  const categories = page.getByRole('group', { name: t('wizard:setup.categories') })
  await expect(categories.getByRole('checkbox')).toHaveCount(8)
  for (const name of ['הופעות', 'סטנדאפ', 'הצגות', 'כנסים', 'סיורים', 'סדנאות', 'ספורט', 'אמנות'])
    await expect.soft(categories).toContainText(name)
})

test('the press that leaves a typed artist chooses the category that it was aimed at @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newProducer())
  await page.goto('/create-event/tickets/setup')
  const categories = page.getByRole('group', { name: t('wizard:setup.categories') })
  const pill = categories.locator('label').last()
  await expect(categories.getByRole('checkbox')).toHaveCount(8)
  await page.getByLabel(t('wizard:setup.artists')).first().pressSequentially('נועה שחר')
  await pill.scrollIntoViewIfNeeded()
  const box = await pill.boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2, { delay: 80 })
  await expect(categories.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(page.getByRole('list', { name: t('wizard:setup.artists_list') })).toContainText('נועה שחר')
})

test('an event with seats is created in the same five steps, and its success screen leads to hall and prices @phone-and-desktop', async ({
  visit,
}) => {
  const producer = await newProducer()
  const page = await visit(producer)
  await page.goto('/create-event')
  const uuid = await createEvent(page, 'ערב במושבים', 'seats')
  const { data } = await producer.call(showEvent, { params: { uuid } })
  expect(data).toMatchObject({ kind: 'seats', status: 'draft', name: 'ערב במושבים' })
  await page.getByRole('link', { name: `${t('wizard:created.add')}: ${t('wizard:created.hall')}` }).click()
  await expect(page).toHaveURL(`/events/${uuid}/seating`)
  await expect(page.getByRole('link', { name: t('seating:hall.draw') })).toBeVisible()
})

test('a ticket type requires a name, and its numbers accept digits only', async ({ visit }) => {
  const { producer, event } = await newSale({ published: false })
  const page = await visit(producer)
  await page.goto(`/events/${event.uuid}/tickets/create`)
  await labelled(page, 'tickets:edit.price').fill('50')
  await labelled(page, 'tickets:edit.quantity').fill('1a2b3')
  await expect(labelled(page, 'tickets:edit.quantity')).toHaveValue('123')
  await labelled(page, 'tickets:edit.quantity').fill('1.5')
  expect(await errorOf(labelled(page, 'tickets:edit.quantity'))).toBe(reasonText('not_an_integer'))
  await labelled(page, 'tickets:edit.quantity').fill('אלף')
  await expect(labelled(page, 'tickets:edit.quantity')).toHaveValue('')
  await button(page, 'tickets:edit.create').click()
  expect(await errorOf(labelled(page, 'tickets:edit.name'))).toBe(reasonText('required'))
  await expect(labelled(page, 'tickets:edit.quantity')).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(`/events/${event.uuid}/tickets/create`)
})

test('a form requires a name, a question, an ascending range and a valid technical name', async ({ visit }) => {
  const page = await visit(await newProducer())
  await page.goto('/forms/create')
  await button(page, 'forms:edit.create').click()
  expect(await errorOf(labelled(page, 'forms:edit.name'))).toBe(reasonText('required'))
  await expect(page.getByText(reasonText('no_fields'))).toBeVisible()
  await labelled(page, 'forms:edit.name').fill('משתתפים')
  await button(page, 'forms:edit.add').click()
  await page.getByRole('button', { name: t('forms:types.range') }).click()
  await labelled(page, 'forms:field.name').fill('כמה נהניתם?')
  await labelled(page, 'forms:field.min').fill('5')
  await labelled(page, 'forms:field.max').fill('5')
  await page.getByLabel(t('forms:field.advanced')).fill('1st')
  await button(page, 'forms:edit.create').click()
  await expect(page.getByText(reasonText('min_not_below_max'))).toBeVisible()
  await expect(page.getByText(reasonText('invalid_advanced_name'))).toBeVisible()
  await labelled(page, 'forms:field.max').fill('10')
  await page.getByLabel(t('forms:field.advanced')).fill('how_good_2')
  await button(page, 'forms:edit.create').click()
  await expect(page.getByText('משתתפים')).toBeVisible()
  await expect(page).toHaveURL(/\/forms(?:\/[\da-f-]+)?$/u)
})

test('a colleague is invited by role, manager first, and phone number, and the team is shown again @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newProducer())
  await page.goto('/add-user')
  const roleOf = (role: 'manager' | 'scanner') =>
    page.getByRole('radio', { name: `${t(`states:role.${role}`)} ${t(`team:role_text.${role}`)}` })
  await expect(roleOf('manager')).toBeChecked()
  await roleOf('scanner').check()
  const phone = page.getByLabel(t('team:form.phone'), { exact: true })
  const number = newPhone()
  await phone.pressSequentially(`${number.slice(0, 3)}-א ${number.slice(3)}x`)
  await expect(phone).toHaveValue(number)
  await page.getByRole('button', { name: t('team:form.submit') }).click()
  await expect(page).toHaveURL('/settings/user-management')
  await expect(page.getByRole('heading', { name: t('team:pending') })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: number.slice(-4) })).toBeVisible()
})
