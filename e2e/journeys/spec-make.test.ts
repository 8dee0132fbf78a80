import { newSale } from '../fixtures/events.ts'
import { newPhone, newProducer } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { say } from '../fixtures/messages.ts'
import { shell, toldAt, walkTo } from '../pages/shell.ts'

const word = (reason: string) => say(`validation:${reason}`)
const button = (page: Page, key: string) => page.getByRole('button', { name: say(key), exact: true })
const labelled = (page: Page, key: string) => page.getByLabel(say(key), { exact: true })

test('a new event wants a name, one to four categories, a day and both hours; nobody skips a step @both', async ({
  visit,
}) => {
  const page = await visit(await newProducer())
  await page.goto('/create-event')
  await page.getByRole('link', { name: say('wizard:type.tickets.title') }).click()
  await expect(page).toHaveURL('/create-event/tickets/setup')

  await test.step('skipping ahead leads to the step after this one, going back is free', async () => {
    const at = (step: string) => expect(shell(page).title()).toHaveText(say(`wizard:steps.${step}.title`))
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

  const categories = page.getByRole('group', { name: say('wizard:setup.categories') })
  await button(page, 'wizard:actions.to_location').click()
  expect(await toldAt(labelled(page, 'wizard:setup.name'))).toBe(word('required'))
  await expect(categories).toContainText(word('too_few_categories'))
  const pills = categories.getByRole('checkbox')
  await expect(pills).toHaveCount(8)
  for (let place = 0; place < 4; place++) await pills.nth(place).check()
  for (let place = 4; place < 8; place++) await expect(pills.nth(place)).toBeDisabled()
  await labelled(page, 'wizard:setup.name').fill('ערב של שירים')
  await button(page, 'wizard:actions.to_location').click()
  await labelled(page, 'wizard:location.place').fill('האנגר 11')
  await labelled(page, 'wizard:location.city').fill('תל אביב-יפו')
  await button(page, 'wizard:actions.to_time').click()

  await button(page, 'wizard:actions.to_forms').click()
  await expect(page).toHaveURL('/create-event/tickets/time')
  await expect(page.getByText(say('wizard:reasons.choose_day'))).toBeVisible()
  const hours = ['start', 'end'].map((hour) => labelled(page, `wizard:time.${hour}`))
  for (const hour of hours) await expect(hour).toHaveAttribute('aria-invalid', 'true')
  for (const hour of hours) {
    await hour.fill('2a9:7')
    await hour.blur()
    await expect(hour).not.toHaveValue(/[a-z]/u)
  }
})

test('the eight kinds of events are offered, and both ways of seating', async ({ visit }) => {
  const page = await visit(await newProducer())
  await page.goto('/create-event')
  await expect(page.getByRole('link', { name: say('wizard:type.tickets.title') })).toBeVisible()
  await page.getByRole('link', { name: say('wizard:type.seats.title') }).click()
  await expect(page).toHaveURL(/\/create-event\/seats\//u)
  await page.goto('/create-event/tickets/setup')
  const categories = page.getByRole('group', { name: say('wizard:setup.categories') })
  await expect(categories.getByRole('checkbox')).toHaveCount(8)
  for (const name of ['הופעות', 'סטנדאפ', 'הצגות', 'כנסים', 'סיורים', 'סדנאות', 'ספורט', 'אמנות'])
    await expect.soft(categories).toContainText(name)
})

test('a ticket type wants a name, and its numbers take digits', async ({ visit }) => {
  const { producer, event } = await newSale({ published: false })
  const page = await visit(producer)
  await page.goto(`/events/${event.uuid}/tickets/create`)
  await labelled(page, 'tickets:edit.price').fill('50')
  await labelled(page, 'tickets:edit.quantity').fill('אלף')
  await button(page, 'tickets:edit.create').click()
  expect(await toldAt(labelled(page, 'tickets:edit.name'))).toBe(word('required'))
  await expect(labelled(page, 'tickets:edit.quantity')).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(`/events/${event.uuid}/tickets/create`)
})

test('a form wants a name and a question, a scale from less to more, and a plain technical name', async ({ visit }) => {
  const page = await visit(await newProducer())
  await page.goto('/forms/create')
  await button(page, 'forms:edit.create').click()
  expect(await toldAt(labelled(page, 'forms:edit.name'))).toBe(word('required'))
  await expect(page.getByText(word('no_fields'))).toBeVisible()
  await labelled(page, 'forms:edit.name').fill('משתתפים')
  await button(page, 'forms:edit.add').click()
  await page.getByRole('button', { name: say('forms:types.range') }).click()
  await labelled(page, 'forms:field.name').fill('כמה נהניתם?')
  await labelled(page, 'forms:field.min').fill('5')
  await labelled(page, 'forms:field.max').fill('5')
  await page.getByLabel(say('forms:field.advanced')).fill('1st')
  await button(page, 'forms:edit.create').click()
  await expect(page.getByText(word('min_not_below_max'))).toBeVisible()
  await expect(page.getByText(word('invalid_advanced_name'))).toBeVisible()
  await labelled(page, 'forms:field.max').fill('10')
  await page.getByLabel(say('forms:field.advanced')).fill('how_good_2')
  await button(page, 'forms:edit.create').click()
  await expect(page.getByText('משתתפים')).toBeVisible()
  await expect(page).toHaveURL(/\/forms(?:\/[\da-f-]+)?$/u)
})

test('a colleague is asked by role, manager first, and by a number of digits; then one is back with the team @both', async ({
  visit,
}) => {
  const page = await visit(await newProducer())
  await page.goto('/add-user')
  await expect(page.getByRole('radio', { name: say('team:manager') })).toBeChecked()
  await page.getByRole('radio', { name: say('team:scanner') }).check()
  const phone = page.getByLabel(say('team:form.phone'), { exact: true })
  const number = newPhone()
  await phone.pressSequentially(`${number.slice(0, 3)}-א ${number.slice(3)}x`)
  await expect(phone).toHaveValue(number)
  await page.getByRole('button', { name: say('team:form.submit') }).click()
  await expect(page).toHaveURL('/settings/user-management')
  await expect(page.getByRole('heading', { name: say('team:pending') })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: number.slice(-4) })).toBeVisible()
})
