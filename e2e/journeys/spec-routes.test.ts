// Statements of the product specification; see docs/SPEC-COVERAGE.md.
import { createForm } from '@kartis/contract/forms.ts'
import { newSale } from '../fixtures/events.ts'
import { newPerson } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { shell, walkTo } from '../pages/shell.ts'

interface Place {
  readonly path: string
  /** Title of the tab, and of the header unless `heading` differs. */
  readonly title: string
  readonly heading?: string
  readonly back?: string
  readonly step?: readonly [current: number, total: number]
}

const titled = (key: string) => t(`shell:titles.${key}`)
const at = (path: string, key: string, more: Partial<Place> = {}): Place => ({ path, title: titled(key), ...more })

const expectPlace = async (page: Page, { path, title, heading, back, step }: Place): Promise<void> => {
  const frame = shell(page)
  await walkTo(page, path)
  await expect.soft(frame.title(), path).toHaveText(heading ?? title)
  await expect.soft(page, path).toHaveTitle(`${title} · ${t('shell:app')}`)
  await expect.soft(frame.logo(), path).toHaveAttribute('href', '/')
  // On a phone the action bar replaces the footer.
  const foot = frame.footer().filter({ hasText: '1.2.7' })
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  const shown = isPhone ? foot.or(page.locator('[data-sticky-actions]')) : foot
  await expect.soft(shown.first(), path).toBeVisible()
  if (step) await expect.soft(frame.step(...step), path).toBeVisible()
  // either a counter or an arrow
  if (back && !step) await expect.soft(frame.back(), path).toHaveAttribute('href', back)
  else await expect.soft(frame.back(), path).toHaveCount(0)
  expect.soft(await page.evaluate(() => document.documentElement.dir), path).toBe('rtl')
}

const ofEvent = (base: string, ticket: string): readonly Place[] => {
  const under = (path: string, key: string) => at(`${base}/${path}`, key, { back: base })
  const step = (name: string, current: number, back: string): Place => {
    const title = t(`wizard:steps.${name}.title`)
    return { path: `${base}/${name}`, title: title, step: [current, 5], back }
  }
  return [
    under('invites', 'invites'),
    under('invites-list', 'invites_list'),
    under('sold-tickets', 'sold_tickets'),
    under('summery', 'summary'),
    under('scan-tickets', 'scan'),
    under('images', 'images'),
    under('tickets', 'tickets'),
    at(`${base}/tickets/create`, 'ticket_create', { back: `${base}/tickets` }),
    at(`${base}/tickets/${ticket}`, 'ticket_edit', { back: `${base}/tickets` }),
    step('setup', 1, base),
    step('location', 2, `${base}/setup`),
    step('time', 3, `${base}/location`),
    step('forms', 4, `${base}/time`),
    step('description', 5, `${base}/forms`),
  ]
}

test('every screen of a manager has its title, a step counter or a back link, and the version in the footer @phone-and-desktop', async ({
  visit,
}) => {
  test.setTimeout(300_000)
  const { producer, event, types } = await newSale()
  const fields = [{ type: 'text' as const, name: 'מידת חולצה' }]
  const form = (await producer.call(createForm, { body: { name: 'משתתפים', fields } })).data
  const base = `/events/${event.uuid}`
  const page = await visit(producer)
  const places: readonly Place[] = [
    ...ofEvent(base, types[0]?.uuid ?? ''),
    at('/forms', 'forms', { back: '/' }),
    at('/forms/create', 'form_create', { back: '/forms' }),
    at(`/forms/${form.uuid}`, 'form_edit', { back: '/forms' }),
    at('/venues', 'venues', { back: '/' }),
    at('/venue-templates', 'venue_templates', { back: '/' }),
    { path: '/create-event', title: t('wizard:type.title'), back: '/' },
    {
      path: '/create-event/tickets/setup',
      title: t('wizard:steps.setup.title'),
      step: [1, 5],
      back: '/create-event',
    },
    at('/profile', 'profile', { back: '/' }),
    at('/user-profile', 'user_profile', { back: '/' }),
    at('/company', 'company', { back: '/' }),
    at('/settings/user-management', 'user_management', { back: '/' }),
    at('/add-user', 'add_user', { back: '/settings/user-management' }),
    at('/cashier', 'cashier', { back: '/' }),
    at('/reports', 'reports', { back: '/' }),
  ]
  await page.goto('/')
  for (const place of places) await expectPlace(page, place)

  await test.step('home greets by name, an event carries its own', async () => {
    await page.goto('/')
    await expect(shell(page).title()).toContainText('נועה')
    await expect(page).toHaveTitle(`${titled('home')} · ${t('shell:app')}`)
    await page.goto(base)
    await expect(shell(page).title()).toHaveText(event.name)
    await expect(page).toHaveTitle(`${event.name} · ${t('shell:app')}`)
    await expect(page.getByRole('link', { name: t('event:tools.back') })).toHaveAttribute('href', '/')
  })

  await test.step('older and usual spellings lead on', async () => {
    await page.goto(`${base}/summary`)
    await expect(page).toHaveURL(`${base}/summery`)
    await page.goto('/user-management')
    await expect(page).toHaveURL('/settings/user-management')
    await page.goto('/create-event/tickets/nowhere')
    await expect(page).toHaveURL('/create-event/tickets/setup')
  })
})

test('the four steps of a new account have a counter and lead back, without an account @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newPerson())
  await page.goto('/create-account/company-details')
  await expect(shell(page).title()).toHaveText(titled('company_details'))
  await expect(shell(page).step(1, 4)).toBeVisible()
  const previous = page.getByRole('link', { name: t('components:step_back'), exact: true })
  await expect(previous).toHaveAttribute('href', '/welcome')
  // The bank step needs the company step, and the terms need both.
  for (const path of ['/create-account/bank-details', '/create-account/terms-of-use']) {
    await page.goto(path)
    await expect(page).toHaveURL('/create-account/company-details')
  }
  await page.goto('/welcome')
  await expect(shell(page).title()).toHaveText(t('welcome:hello', { name: 'נועה' }))
})

test('the login has an empty page around it, and the welcome and registration screens have the whole frame @phone-and-desktop', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: t('auth:login.title') })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page).toHaveTitle(`${titled('login')} · ${t('shell:app')}`)
  await page.goto('/login-verify-code')
  await expect(page).toHaveURL('/login') // no code is on its way
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: t('auth:landing.title') })).toBeVisible()
  await expect(shell(page).footer()).toContainText('1.2.7')
  await expect(page.getByRole('link', { name: t('auth:landing.login') })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('link', { name: t('auth:landing.register') })).toHaveAttribute('href', '/register')
  await page.goto('/register')
  await expect(shell(page).title()).toHaveText(titled('register'))
  await expect(shell(page).logo()).toBeVisible()
})
