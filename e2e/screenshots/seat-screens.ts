import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { releaseOrder, reserve } from '@kartis/contract/public-orders.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { callAs } from '../fixtures/call.ts'
import { at } from './at.ts'
import type { Order } from './buyers.ts'
import type { Facts } from './facts.ts'
import type { Screen, ScreenContext } from './screen.ts'

/** The hall of a producer's page is drawn. */
const untilHall = async ({ page }: Pick<ScreenContext, 'page'>): Promise<void> => {
  await page.getByRole('application').waitFor()
}

/** Walks through the hall of the producer to a place that reads so. Which seats the demo sold depends on the day. */
const walkToPlace = async ({ page, t }: ScreenContext, standing: 'free' | 'sold', rows: number): Promise<Locator> => {
  const hall = page.getByRole('application')
  const there = hall.getByRole('status').filter({ hasText: t(`seating:now.standing.${standing}`) })
  await hall.focus()
  for (let row = 0; row < rows; row++) await page.keyboard.press('ArrowDown')
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(there).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [0], timeout: 15_000 })
  return hall
}

/** The free places of a row, with what can be done with them. */
const untilChosen = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await walkToPlace(context, 'free', 7)
  // Enter on a sold seat shows its order instead of choosing it.
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('seating:now.rows') }).click()
}

/** The question for the reason of a block. */
const untilBlocked = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await untilChosen(context)
  await page.getByRole('button', { name: t('seating:now.acts.block'), exact: true }).click()
  await page.locator('dialog[open]').waitFor()
}

/** The dialog in which the chosen places get a time at which they open. */
const untilOpening = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await untilChosen(context)
  await page.getByRole('button', { name: t('seating:opening.set_for') }).click()
  await page.locator('dialog[open]').waitFor()
}

/** The holder of a sold seat, with the nearest seats to move to. */
const untilMoved = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await walkToPlace(context, 'sold', 0)
  await page.keyboard.press('Enter')
  await page
    .getByRole('group', { name: t('seating:move.offers') })
    .getByRole('radio')
    .first()
    .waitFor()
}

const byPrice = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await untilHall(context)
  await page.getByText(t('seating:now.color.price'), { exact: true }).click()
}

/** The prices and the live hall of an event. */
export const HALL: readonly Screen[] = [
  at('seating', ({ seated }) => `/events/${seated.uuid}/seating`),
  at('seating-change', ({ seated }) => `/events/${seated.uuid}/seating/change`),
  at('hall', ({ seated }) => `/events/${seated.uuid}/hall`, { prepare: untilHall }),
  at('hall-price', ({ seated }) => `/events/${seated.uuid}/hall`, { prepare: byPrice }),
  at('hall-chosen', ({ seated }) => `/events/${seated.uuid}/hall`, { prepare: untilChosen }),
  at('hall-block', ({ seated }) => `/events/${seated.uuid}/hall`, { windowOnly: true, prepare: untilBlocked }),
  at('hall-move', ({ seated }) => `/events/${seated.uuid}/hall`, { prepare: untilMoved }),
  at('hall-opening', ({ seated }) => `/events/${seated.uuid}/hall`, { prepare: untilOpening }),
  at('hall-stadium', ({ stadium }) => `/events/${stadium.uuid}/hall`, { as: 'settled', prepare: untilHall }),
]

/** Opens the editor on a new map. */
const openEditor = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByLabel(t('venues:maps.form.name')).fill('תיאטרון הגשר, אולם ראשי')
  await page.getByRole('radio', { name: t('seat-maps:template.theatre') }).check()
  await page.getByRole('button', { name: t('seat-maps:new.create') }).click()
  await untilHall({ page })
}

/** The editor on a map of the demo, which nothing is changed in. */
const editorOf =
  (map: keyof Facts['maps'], editor: 'seats/editor' | 'area-editor' = 'seats/editor'): Screen['path'] =>
  ({ maps }) =>
    `/create-event/${editor}?map=${maps[map]}`

/** A section is chosen: its handles, and its fields in the inspector. */
const chooseSection = async ({ page }: ScreenContext): Promise<void> => {
  await untilHall({ page })
  await page.getByRole('application').focus()
  await page.keyboard.press('PageDown')
}

/** Halls are drawn freely from this width. */
const DRAWING_PX = 768

/** The outline of a shape, half drawn. */
const drawOutline = async ({ page, t, width }: ScreenContext): Promise<void> => {
  await untilHall({ page })
  if (width < DRAWING_PX) return
  const hall = page.getByRole('application')
  await hall.focus()
  await page.keyboard.press('KeyG')
  await page.getByRole('radio', { name: t('seat-maps:shape.polygon') }).check()
  await hall.focus()
  for (const [key, presses] of [
    ['Right', 0],
    ['Right', 4],
    ['Down', 3],
    ['Left', 2],
  ] as const) {
    // oxfmt-ignore
    for (let press = 0; press < presses; press++) await page.keyboard.press(`Shift+Arrow${key}`)
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Shift+ArrowUp')
}

/** A corner of an area is chosen. */
const chooseCorner = async ({ page }: ScreenContext): Promise<void> => {
  await untilHall({ page })
  await page.getByRole('application').focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('PageDown')
}

/** Symbols to choose from, one of them on the map. */
const placeSymbol = async ({ page, t, width }: ScreenContext): Promise<void> => {
  await untilHall({ page })
  if (width < DRAWING_PX) return
  await page.getByRole('application').focus()
  await page.keyboard.press('KeyG')
  await page.getByRole('button', { name: t('seat-maps:shape.icon'), exact: true }).click()
}

const withTool =
  (tool: 'block' | 'paint' | 'flag') =>
  async ({ page, t }: ScreenContext): Promise<void> => {
    await untilHall({ page })
    const button = page.getByRole('button', { name: t(`seat-maps:tools.${tool}`), exact: true }).locator('visible=true')
    // A phone begins with the block.
    if ((await button.count()) > 0) await button.first().click()
  }

/** The dialog of the card of a map that has events; other tests add maps before it. */
const openOfMap =
  (item: 'seat-maps:list.editions' | 'seat-maps:uses.title') =>
  async ({ page, t, facts }: ScreenContext): Promise<void> => {
    const [more = ''] = t('seat-maps:list.more').split(':')
    const card = page.getByRole('article').filter({ has: page.locator(`a[href*="${facts.maps.theatre}"]`) })
    await card.getByRole('button', { name: more }).click()
    await page
      .locator('dialog[open]')
      .getByRole('button', { name: t(item) })
      .click()
    await page
      .locator('dialog[open]')
      .getByRole('heading', { name: t(item) })
      .waitFor()
  }

/** Halls are made on a large screen. */
const OF_EDITOR = { windowOnly: true, alsoAt: [1440] } as const

/** Maps of halls: the list, the way to a new one, the editor. */
export const MAPS: readonly Screen[] = [
  at('venue-templates', '/venue-templates'),
  at('venue-templates-editions', '/venue-templates', {
    windowOnly: true,
    prepare: openOfMap('seat-maps:list.editions'),
  }),
  at('venue-templates-uses', '/venue-templates', { windowOnly: true, prepare: openOfMap('seat-maps:uses.title') }),
  at('new-seat-map', '/create-event/seats/editor'),
  at('seat-map-editor', '/create-event/seats/editor', { ...OF_EDITOR, prepare: openEditor }),
  at('seat-map-editor-section', editorOf('theatre'), { ...OF_EDITOR, prepare: chooseSection }),
  at('seat-map-editor-block', editorOf('theatre'), { ...OF_EDITOR, prepare: withTool('block') }),
  at('seat-map-editor-paint', editorOf('theatre'), { ...OF_EDITOR, prepare: withTool('paint') }),
  at('seat-map-editor-flags', editorOf('theatre'), { ...OF_EDITOR, prepare: withTool('flag') }),
  at('seat-map-editor-stadium', editorOf('stadium'), { ...OF_EDITOR, prepare: untilHall }),
  at('seat-map-editor-outline', editorOf('theatre'), { ...OF_EDITOR, prepare: drawOutline }),
  at('seat-map-editor-symbols', editorOf('theatre'), { ...OF_EDITOR, prepare: placeSymbol }),
  at('area-map-editor-corner', editorOf('park', 'area-editor'), { ...OF_EDITOR, prepare: chooseCorner }),
  at('new-area-map', '/create-event/area-editor'),
  at('area-map-editor', editorOf('park', 'area-editor'), { ...OF_EDITOR, prepare: untilHall }),
]

const seatsPage: Screen['path'] = ({ seated }) => `/order/${seated.slug}/seats`
const stadiumPage: Screen['path'] = ({ stadium }) => `/order/${stadium.slug}/seats`

/** The hall is loaded and the offers are found. */
const untilOffered = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByRole('heading', { name: t('sale:seats.best') }).waitFor()
}

const openList = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await untilOffered(context)
  await page.getByRole('button', { name: t('sale:seats.list'), exact: true }).click()
}

/** The page hears of no change from now on, whoever gives seats back meanwhile; the result lets one reply through. */
const stopPolling = async (page: Page): Promise<() => void> => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  let isUsed = false
  await page.route(/\/public\/events\/[^/]+\/seats(?:\?|$)/u, async (route) => {
    await opened
    if (isUsed) return new Promise<never>(() => undefined)
    isUsed = true
    return route.continue()
  })
  return open
}

const release = ({ uuid, token }: Order): Promise<unknown> =>
  callAs({ order: token })(releaseOrder, { params: { uuid } })

const takeBest = ({ page, t }: ScreenContext): Locator =>
  page.getByRole('button', { name: new RegExp(`^${t('sale:seats.take')}`, 'u') }).first()

/** The best offer is held. It is given back at once, so that the next picture has it on offer too. */
const holdBest = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  const orders: Order[] = []
  // Another picture may hold the same seats for a moment.
  await expect(async () => {
    await page.reload()
    await untilOffered(context)
    const replied = page.waitForResponse(
      (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/public/orders'),
      { timeout: 5000 },
    )
    const [reply] = await Promise.all([replied, takeBest(context).click({ timeout: 5000 })])
    expect(reply.ok()).toBe(true)
    orders.push(((await reply.json()) as { data: Order }).data)
  }).toPass({ timeout: 30_000 })
  await page.getByText(t('sale:seats.held')).first().waitFor()
  await stopPolling(page)
  for (const order of orders) await release(order)
}

/** Somebody was quicker with a group in the list: whatever seats the page asks for are taken while it asks. */
const loseGroup = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await openList(context)
  const letOneThrough = await stopPolling(page)
  const quicker: Order[] = []
  await page.route(
    /\/public\/orders$/u,
    async (route) => {
      const { event_uuid, items } = route.request().postDataJSON() as BodyIn<typeof reserve>
      // Another picture may hold them at this moment, and give them back before the page gets to ask.
      await expect(async () => {
        const taken = await callAs()(reserve, { body: { event_uuid, items } })
        quicker.push(taken.data)
      }).toPass({ intervals: [250], timeout: 12_000 })
      await route.continue()
    },
    { times: 1 },
  )
  await page.locator('input[name="group"]').first().click()
  await page.getByRole('heading', { name: t('sale:seats.lost.taken') }).waitFor()
  const reply = page.waitForResponse((each) => /\/seats(?:\?|$)/u.test(each.url()))
  letOneThrough()
  await reply
  for (const order of quicker) await release(order)
}

/** A block of the stadium is opened. */
const openBlock = async (context: ScreenContext): Promise<void> => {
  const { page } = context
  await untilOffered(context)
  const hall = page.getByRole('application')
  await hall.focus()
  for (let zoom = 0; zoom < 4; zoom++) await page.keyboard.press('+')
}

/** A device that holds nothing yet, and whose hold no other picture shows. */
const ownDevice = (): Readonly<Record<string, unknown>> => ({})

const sale = (name: string, path: Screen['path'], more: Partial<Screen>): Screen =>
  at(`order-${name}`, path, { as: 'nobody', ...more })

/** The choice of seats in every state. */
export const SALE_SEATS: readonly Screen[] = [
  sale('seats', seatsPage, { prepare: untilOffered }),
  sale('seats-list', seatsPage, { prepare: openList }),
  sale('seats-held', seatsPage, { prepare: holdBest, stored: ownDevice, expects: /409/ }),
  sale('seats-taken', seatsPage, { prepare: loseGroup, stored: ownDevice, expects: /409/ }),
  sale('seats-stadium', stadiumPage, { prepare: untilOffered }),
  sale('seats-stadium-block', stadiumPage, { prepare: openBlock }),
  sale('seats-stadium-list', stadiumPage, { prepare: openList }),
]
