import { newPerson, newProducer } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

test('a visitor who opens any screen of the app is asked to sign in', async ({ page }) => {
  for (const path of ['/', '/create-event/tickets/setup', '/events/0198c0de-0000-7000-8000-000000000000', '/welcome']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: t('auth:login.title') })).toBeVisible()
  }
})

test('a person without an account is shown how to open one', async ({ visit }) => {
  const page = await visit(await newPerson())
  for (const path of ['/', '/create-event', '/forms']) {
    await page.goto(path)
    await expect(page).toHaveURL('/welcome')
  }
})

test('opening a later step of a new event directly starts at the first step', async ({ visit }) => {
  const page = await visit(await newProducer())
  for (const step of ['location', 'time', 'forms', 'description', 'unknown']) {
    await page.goto(`/create-event/tickets/${step}`)
    await expect(page).toHaveURL('/create-event/tickets/setup')
    await expect(page.getByRole('textbox', { name: t('wizard:setup.name') })).toBeVisible()
  }
})
