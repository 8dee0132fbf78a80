import type { Event } from '@kartis/contract/events.ts'
import { duplicateEvent, updateEvent } from '@kartis/contract/events.ts'
import { createForm } from '@kartis/contract/forms.ts'
import { newMember } from '../fixtures/team.ts'
import { newSale } from '../fixtures/events.ts'
import { newPerson } from '../fixtures/people.ts'
import { quietOf } from '../fixtures/quiet.ts'
import { settle } from '../fixtures/runner.ts'
import { layersGone } from '../fixtures/layers.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { shell, walkTo } from '../pages/shell.ts'

/** What a path shows a visitor: the screen, a notice that it is for managers, or a redirect. */
type Finds = 'screen' | 'closed' | `/${string}`

interface Address {
  readonly path: string
  readonly scanner: 'screen' | 'closed'
}

const open = (path: string): Address => ({ path, scanner: 'screen' })
const managers = (path: string): Address => ({ path, scanner: 'closed' })

const addresses = (event: Event, ticket: string, form: string): readonly Address[] => {
  const base = `/events/${event.uuid}`
  return [
    open('/'),
    open(base),
    open(`${base}/scan-tickets`),
    open(`${base}/gate-ready`),
    managers(`${base}/gate-devices`),
    managers(`${base}/board`),
    ...['invites', 'invites-list', 'sold-tickets', 'refunds', 'summery', 'images'].map((path) =>
      managers(`${base}/${path}`),
    ),
    ...['tickets', 'tickets/create', `tickets/${ticket}`].map((path) => managers(`${base}/${path}`)),
    ...['setup', 'location', 'time', 'forms', 'description'].map((path) => managers(`${base}/${path}`)),
    ...['coupons', 'coupons/create', 'seating', 'seating/change', 'hall'].map((path) => managers(`${base}/${path}`)),
    ...['/forms', '/forms/create', `/forms/${form}`, '/venues', '/venue-templates'].map(managers),
    ...['/create-event', '/create-event/tickets/setup', '/create-event/seats/setup'].map(managers),
    ...['/create-event/seats/editor', '/create-event/area-editor'].map(managers),
    managers(`/create-event/tickets/success/${event.uuid}`),
    open('/settings/user-management'), // for a scanner it is the way out of the team
    ...['/company/data-rights', '/company/security-log', '/company/terminals'].map(managers),
    ...['/add-user', '/cashier', '/reports'].map(managers),
    ...[
      '/money',
      '/money/statements',
      '/money/payouts',
      '/money/documents',
      '/money/refunds',
      '/money/transfers',
      '/money/disputes',
      '/money/ledger',
      '/money/differences',
    ].map(managers),
    managers(`/archived-event/${event.uuid}`),
    ...['/profile', '/user-profile', '/company'].map(open),
  ]
}

/** Notices shown instead of a screen for managers. */
const CLOSED = [
  'errors:forbidden',
  'team:forbidden.title',
  'reports:forbidden.title',
  'box-office:no_access.title',
  'wizard:closed.title',
]

const closedOn = (page: Page) =>
  CLOSED.map((key) => page.getByText(t(key), { exact: true })).reduce((locator, other) => locator.or(other))

interface Walk {
  readonly path: string
  readonly finds: Finds
}

/** Loads the app once and then navigates inside it; its guards run on every navigation. */
const expectWalks = async (page: Page, walks: readonly Walk[]): Promise<void> => {
  const quiet = quietOf(page)
  await page.goto('/')
  for (const { path, finds } of walks) {
    await walkTo(page, path)
    if (finds === 'screen' || finds === 'closed') {
      await expect.soft(shell(page).title(), path).not.toHaveText(t('components:loading'))
      await settle(page)
      await quiet()
      await expect.soft(page, path).toHaveURL(path)
      await expect.soft(closedOn(page), path).toHaveCount(finds === 'closed' ? 1 : 0)
      if (finds === 'screen') await expect.soft(page.getByText(t('components:error.code')), path).toHaveCount(0)
    } else {
      await expect.soft(page, path).toHaveURL(finds)
    }
  }
  await quiet()
}

const MENU = ['events', 'reports', 'money', 'cashier', 'venues', 'forms', 'team', 'company', 'profile'] as const

/** The menu of a member: the places of the account, then opening another account. */
const memberMenu = (...places: readonly string[]): string[] => [
  ...places.map((place) => t(`shell:nav.places.${place}`)),
  t('shell:menu.new_account'),
]

const menuOf = async (page: Page): Promise<string[]> => {
  const menu = await shell(page).openMenu()
  await expect(menu.getByRole('button', { name: t('shell:menu.logout') })).toBeVisible()
  return menu.getByRole('navigation').getByRole('link').allInnerTexts()
}

const refusalsOf = (page: Page): readonly string[] => {
  const forbidden: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) forbidden.push(answer.url())
  })
  return forbidden
}

test('a manager sees every screen of the account and the whole menu', async ({ visit }) => {
  test.setTimeout(300_000)
  const { producer, event, types } = await newSale()
  const fields = [{ type: 'text' as const, name: 'מידת חולצה' }]
  const form = (await producer.call(createForm, { body: { name: 'משתתפים', fields } })).data
  const page = await visit(producer)
  const all = addresses(event, types[0]?.uuid ?? '', form.uuid)
  await expectWalks(
    page,
    all.map(({ path }) => ({ path, finds: 'screen' })),
  )
  await page.goto('/')
  expect(await menuOf(page)).toEqual(memberMenu(...MENU))
  await page.keyboard.press('Escape')
  // A dialog that is closed takes its history entry with it.
  await layersGone(page)
  await expect(page.getByRole('link', { name: t('home:create') }).first()).toBeVisible()
})

test('a seller of one event finds that event and the register, and neither other events nor reports', async ({
  visit,
}) => {
  const { producer, event } = await newSale()
  const other = await producer.call(duplicateEvent, { params: { uuid: event.uuid } })
  await producer.call(updateEvent, { params: { uuid: other.data.uuid }, body: { name: 'ערב שאינו שלו' } })
  const team = { manager: producer, account: producer.account }
  const seller = await newMember(team, 'box_office', [event.uuid])
  const page = await visit({ ...seller, account: producer.account })
  const refusals = refusalsOf(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: event.name })).toBeVisible()
  await expect(page.getByText('ערב שאינו שלו')).toHaveCount(0)
  expect(await menuOf(page)).toEqual(memberMenu('events', 'cashier', 'team', 'profile'))
  await page.keyboard.press('Escape')
  // A dialog that is closed takes its history entry with it.
  await layersGone(page)
  await page.goto('/cashier')
  await expect(page.getByText(t('box-office:no_access.title'))).toHaveCount(0)
  await page.goto('/reports')
  await expect(page.getByText(t('reports:forbidden.title'))).toBeVisible()
  await page.goto('/settings/user-management')
  await expect(page.getByText(t('team:role_text.box_office'))).toBeVisible()
  expect(refusals, 'no request was refused').toEqual([])
})

test('an owner limits a colleague to some events, and opens all of them again', async ({ visit }) => {
  const { producer, event } = await newSale()
  const colleague = await newMember({ manager: producer, account: producer.account }, 'manager')
  const page = await visit(producer)
  await page.goto('/settings/user-management')
  const row = page.getByRole('listitem').filter({ hasText: colleague.phone.slice(-4) })
  await row.getByRole('button', { name: t('team:events.all') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: t('team:events.some') }).check()
  await dialog.getByRole('button', { name: t('team:events.save') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('team:events.required'))
  await dialog.getByRole('checkbox', { name: event.name }).check()
  await dialog.getByRole('button', { name: t('team:events.save') }).click()
  await expect(dialog).toHaveCount(0)
  await row.getByRole('button', { name: t('team:events.count_one') }).click()
  await dialog.getByRole('radio', { name: t('team:events.all'), exact: false }).check()
  await dialog.getByRole('button', { name: t('team:events.save') }).click()
  await expect(row.getByRole('button', { name: t('team:events.all') })).toBeVisible()
})

test('a scanner sees events and check-in, and every other screen says that it is for managers without requesting data', async ({
  visit,
}) => {
  test.setTimeout(300_000)
  const { producer, event, types } = await newSale()
  const fields = [{ type: 'text' as const, name: 'מידת חולצה' }]
  const form = (await producer.call(createForm, { body: { name: 'משתתפים', fields } })).data
  const member = await newMember({ manager: producer, account: producer.account }, 'scanner')
  const page = await visit({ ...member, account: producer.account })
  const refusals = refusalsOf(page)
  const all = addresses(event, types[0]?.uuid ?? '', form.uuid)
  await expectWalks(
    page,
    all.map(({ path, scanner }) => ({ path, finds: scanner })),
  )
  expect(refusals, 'nothing was asked that the server refuses').toEqual([])

  await test.step('home: the events to scan, nothing to create, no money', async () => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: event.name })).toBeVisible()
    await expect(page.getByRole('link', { name: t('home:create') })).toHaveCount(0)
    await expect(page.getByText(t('home:tabs.drafts'))).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText('₪')
  })
  await test.step('an event: who is in and the camera, no tools and no money', async () => {
    await page.goto(`/events/${event.uuid}`)
    await expect(page.getByRole('link', { name: t('event:quick.scan') })).toBeVisible()
    for (const tool of ['tickets', 'images', 'edit'])
      await expect(page.getByRole('link', { name: t(`event:tools.${tool}`) })).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText('₪')
  })
  expect(await menuOf(page)).toEqual(memberMenu('events', 'team', 'profile'))
})

test('a person without an account is welcomed and may open one', async ({ visit }) => {
  test.setTimeout(300_000)
  const { event, types } = await newSale()
  const ticket = types[0]?.uuid ?? ''
  const page = await visit(await newPerson())
  await expectWalks(
    page,
    addresses(event, ticket, ticket).map(({ path }) => ({ path, finds: '/welcome' })),
  )
  await page.goto('/')
  await expect(page.getByRole('status').getByText(t('shell:toast.no_account'))).toBeVisible()
  await page.goto('/create-account/company-details')
  await expect(page).toHaveURL('/create-account/company-details')
  expect(await menuOf(page)).toEqual([t('shell:menu.first_account')])
  await expect(shell(page).menu().getByText(t('shell:menu.no_account'))).toBeVisible()
})

test('a visitor who is not signed in is asked to sign in wherever a person or an account is needed', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const { event, types } = await newSale()
  const ticket = types[0]?.uuid ?? ''
  const personal = [
    '/welcome',
    ...['company-details', 'bank-details', 'terms-of-use', 'success'].map((step) => `/create-account/${step}`),
  ]
  const all = [...addresses(event, ticket, ticket).map(({ path }) => path), ...personal]
  await expectWalks(
    page,
    all.map((path) => ({ path, finds: '/login' })),
  )
  for (const path of ['/auth', '/register', '/login']) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(shell(page).who()).toHaveCount(0)
  }
})
