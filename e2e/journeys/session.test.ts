import { refresh } from '@kartis/contract/auth.ts'
import { newSale } from '../fixtures/events.ts'
import { newProducer } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

const REFRESH = `/api${refresh.path}`

/** Revokes the browser's access token; its refresh cookie stays valid. */
const spoilToken = (page: Page) =>
  page.evaluate(() => localStorage.setItem('access_token', btoa('a-token-of-yesterday')))

const refreshesOf = (page: Page): string[] => {
  const seen: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === REFRESH) seen.push(request.url())
  })
  return seen
}

test('an expired session is refreshed once, and every queued request is answered', async ({ visit, pageErrors }) => {
  pageErrors.allow(/status of 401/u) // the refused requests that lead to the refresh
  const page = await visit(await newProducer())
  const refreshes = refreshesOf(page)
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 401) refused.push(answer.url())
  })
  // The token expires right after the start: all requests of the first screen are refused at once.
  await page.route('**/api/v1/producer/init', async (route) => {
    const answer = await route.fetch()
    await spoilToken(page)
    await route.fulfill({ response: answer })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: t('home:empty.coming') })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  expect(refused.length).toBeGreaterThan(1)
  expect(refreshes).toHaveLength(1)
  await expect(page).toHaveURL('/')
})

test('a person who returns with an expired token is still signed in', async ({ visit, pageErrors }) => {
  pageErrors.allow(/status of 401/u) // the first request, which leads to the refresh
  const page = await visit(await newProducer())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: t('home:empty.coming') })).toBeVisible()
  await spoilToken(page)
  await page.goto('/create-event/tickets/setup')
  await expect(page.getByRole('textbox', { name: t('wizard:setup.name') })).toBeVisible()
})

test('a session that cannot be refreshed ends at the login screen', async ({ visit, pageErrors }) => {
  pageErrors.allow(/status of 401/u) // the refused request, and the refused refresh
  pageErrors.allow(/ApiError: unauthorized/u) // the request of the home screen when its session ended
  const page = await visit(await newProducer())
  await page.goto('/')
  await page.waitForLoadState('networkidle') // a request in flight would lead to the login screen before the reload does
  await spoilToken(page)
  await page.context().clearCookies()
  await page.reload()
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
})

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: t('shell:menu.open') }).click()
  await page.getByRole('button', { name: t('shell:menu.logout') }).click()
}

test('signing out ends at the login screen and revokes the token', async ({ visit }) => {
  const producer = await newProducer()
  const page = await visit(producer)
  await page.goto('/')
  await page.waitForLoadState('networkidle') // a request in flight would be refused when the token is revoked
  await signOut(page)
  await expect(page).toHaveURL('/login')
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  const answer = await page.request.get('/api/v1/account/users/me', {
    headers: { authorization: `Bearer ${producer.token}` },
  })
  expect(answer.status()).toBe(401)
})

test('signing out without a network ends at the login screen too', async ({ visit, pageErrors }) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/u) // the network is cut below
  const page = await visit(await newProducer())
  await page.goto('/')
  await expect(page.getByRole('button', { name: t('shell:menu.open') })).toBeVisible()
  await page.route('**/api/v1/logout', (route) => route.abort('internetdisconnected'))
  await page.route('**/healthz', (route) => route.abort('internetdisconnected'))
  await signOut(page)
  await expect(page).toHaveURL('/login', { timeout: 20_000 })
})

test('a screen without a network retries after three seconds, then shows N1, and recovers with the network', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/u) // the network is cut below
  const { producer, event, types } = await newSale()
  const page = await visit(producer)
  const list = `/events/${event.uuid}/tickets`
  await page.goto(list)
  await expect(page.getByRole('link', { name: types[0]?.name ?? '' })).toBeVisible()
  const tries: number[] = []
  const cut = /\/(?:api\/v1\/producer\/events|healthz)/u
  await page.route(cut, (route) => {
    if (route.request().url().includes('events_tickets')) tries.push(Date.now())
    return route.abort('internetdisconnected')
  })
  await page.reload()
  await expect(page.getByRole('alert').getByText('N1', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert').getByText(t('errors:N1'))).toBeVisible()
  await expect(page.getByText(t('shell:offline'))).toBeVisible()
  expect(tries).toHaveLength(2)
  expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThanOrEqual(2900)
  await page.unroute(cut)
  await page.getByRole('button', { name: t('components:error.retry') }).click()
  await expect(page.getByRole('link', { name: types[0]?.name ?? '' })).toBeVisible()
  await expect(page.getByText(t('shell:offline'))).toBeHidden()
})
