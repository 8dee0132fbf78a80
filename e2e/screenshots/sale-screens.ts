import type { Page } from '@playwright/test'
import { newPhone } from '../fixtures/people.ts'
import type { Facts } from './facts.ts'
import type { Screen, ScreenContext } from './screen.ts'
import { TRANSFER_SCREENS } from './transfer-screens.ts'
import { SALE_SEATS } from './seat-screens.ts'

type More = Partial<Omit<Screen, 'name' | 'path'>>

const at = (name: string, path: string | Screen['path'], more: More = {}): Screen => ({
  name: `order-${name}`,
  as: 'nobody',
  ...more,
  path: typeof path === 'string' ? () => path : path,
})

const saleOf =
  (phase: keyof Facts['events']): Screen['path'] =>
  ({ events }) =>
    `/order/${events[phase].slug}`

/** The choice of a buyer who holds all tickets, a part of them, or none. */
const choiceOf =
  (held: keyof Facts['choosing']): Screen['path'] =>
  ({ choosing }) =>
    `/order/choice/${choosing[held].uuid}?token=${encodeURIComponent(choosing[held].token)}`

const orderPage =
  (page: 'checkout' | 'tickets', state: keyof Facts['buying']): Screen['path'] =>
  ({ buying }) =>
    `/order/${page}/${buying[state].uuid}?token=${encodeURIComponent(buying[state].token)}`

/** Two tickets of the first type that is for sale. */
const choose = async ({ page, t }: ScreenContext): Promise<void> => {
  const more = page.getByRole('button', { name: new RegExp(`^${t('sale:buy.more')}`) }).and(page.locator(':enabled'))
  await more.first().click()
  await more.first().click()
}

const waitAt =
  (state: keyof Facts['waitingRooms']): Screen['path'] =>
  ({ waitingRooms }) =>
    `/order/wait/${waitingRooms[state].slug}`

/** Waits for the place, which the page requests first. */
const untilShown =
  (key: string) =>
  async ({ page, t }: ScreenContext): Promise<void> => {
    await page.getByRole('heading', { name: t(key), exact: true }).waitFor()
  }

const unfold =
  (key: string) =>
  async ({ page, t }: ScreenContext): Promise<void> => {
    await page.locator('summary', { hasText: t(key) }).click()
  }

const fillDetails = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByLabel(t('checkout:details.name'), { exact: true }).fill('א')
  await page
    .getByRole('button', { name: t('checkout:details.continue') })
    .locator('visible=true')
    .first()
    .click()
}

const CONTINUE = ['checkout:details.to_code', 'checkout:details.continue'] as const

/** The event of the order limits tickets by phone: on to the code that was sent. */
const requestCode = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByLabel(t('checkout:details.name'), { exact: true }).fill('תמר אלמוג')
  await page.getByLabel(t('checkout:details.phone'), { exact: true }).fill(newPhone())
  await page
    .getByRole('button', { name: new RegExp(CONTINUE.map((key) => t(key)).join('|'), 'u') })
    .locator('visible=true')
    .first()
    .click()
  await page.getByLabel(t('my:code.label')).waitFor()
}

const mistypeCode = async (context: ScreenContext): Promise<void> => {
  const { page } = context
  await requestCode(context)
  // Six digits that are not the code.
  await answerDetails(page, {
    code: 'code_wrong',
    description: context.t('errors:code_wrong'),
    detail: { tries_left: 4 },
  })
  await page.getByLabel(context.t('my:code.label')).fill('123456')
  await page.getByRole('alert').first().waitFor()
}

/** Changes the reply as if the phone had bought before; buying would need a new phone for each screenshot. */
const tooMany =
  (bought: number, left: number) =>
  async (context: ScreenContext): Promise<void> => {
    const { page, t } = context
    await requestCode(context)
    await answerDetails(page, { code: 'purchase_limit', description: '', detail: { limit: 4, bought, left } })
    await page.getByLabel(t('my:code.label')).fill('123456')
    await page
      .getByRole('heading', { name: t(left > 0 ? 'checkout:limit.title' : 'checkout:limit.title_none') })
      .waitFor()
  }

const answerDetails = async (page: Page, error: Readonly<Record<string, unknown>>): Promise<void> => {
  await page.route(/\/public\/orders\/[^/]+\/payment$/u, (route) => route.fulfill({ status: 422, json: { error } }))
}

/** Enters a valid coupon on the event page. */
const typeCoupon = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await choose(context)
  await page.locator('summary', { hasText: t('sale:coupon.have') }).click()
  await page.getByLabel(t('sale:coupon.code')).fill('NOPE')
}

const refuseCoupon = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await typeCoupon(context)
  await page
    .getByRole('button', { name: t('sale:buy.go') })
    .locator('visible=true')
    .first()
    .click()
  await page.getByText(t('errors:coupon_unknown')).waitFor()
}

/**
 * There is room, so the page goes on to the sale at once, unless the machine was slow: then it shows the turn. A visitor who
 * comes back with a pass sees the turn too.
 */
const withPass = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  const waiting = page.url()
  const isTurn = page.getByRole('heading', { name: t('wait:turn.title'), exact: true })
  if (waiting.includes('/order/wait/'))
    await Promise.race([page.waitForURL((url) => !url.pathname.includes('/order/wait/')), isTurn.waitFor()])
  await page.goto(waiting.includes('/order/wait/') ? waiting : waiting.replace('/order/', '/order/wait/'))
  await untilShown('wait:turn.title')(context)
}

/** The full-screen code of the day. */
const showCode = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByRole('link', { name: t('pass:show') }).click()
  await page.locator('[data-code]').first().waitFor()
}

/** The dialog that corrects the e-mail address of the first order. */
const correctEmail = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByText(t('my:list.more')).first().click()
  const [correct, add] = (['my:list.correct_email', 'my:list.add_email'] as const).map((key) =>
    page.getByRole('button', { name: t(key) }),
  )
  if (!correct || !add) return
  await correct.or(add).first().click()
  await page.getByRole('dialog', { name: t('my:email.title') }).waitFor()
}

/** Every page of the sale site, and every state of a checkout. */
export const SALE_SCREENS: readonly Screen[] = [
  at('list', '/order'),
  at('list-when', '/order', { prepare: unfold('sale:list.when.any') }),
  at('list-where', '/order', { prepare: unfold('sale:list.any_city') }),
  at('list-found', '/order?when=month&category=shows'),
  at('list-none', '/order?q=zzz&from=2031-05-01&to=2031-05-09'),
  at('event-on-sale', saleOf('on_sale')),
  at('event-chosen', saleOf('on_sale'), { prepare: choose }),
  at('event-coupon', saleOf('on_sale'), { prepare: typeCoupon }),
  at('event-coupon-refused', saleOf('on_sale'), { prepare: refuseCoupon, expects: /422/ }),
  at('event-last-tickets', saleOf('last_tickets')),
  at('event-sold-out', saleOf('sold_out')),
  at('event-not-started', saleOf('not_started')),
  at('event-running', saleOf('running')),
  at('event-over', saleOf('over')),
  at('event-with-line', ({ waitingRooms }) => `/order/${waitingRooms.line.slug}`, {
    prepare: untilShown('wait:note.open'),
  }),
  at('event-with-seats', ({ seated }) => `/order/${seated.slug}`),
  ...SALE_SEATS,
  at('wait-early', waitAt('early'), { prepare: untilShown('wait:early.title') }),
  at('wait-lobby', waitAt('lobby'), { prepare: untilShown('wait:lobby.title') }),
  at('wait-line', waitAt('line'), { prepare: untilShown('wait:line.title') }),
  at('wait-turn', waitAt('turn'), { prepare: withPass }),
  at('wait-sold-out', waitAt('sold_out'), { prepare: untilShown('wait:sold_out.title') }),
  at('checkout-details', orderPage('checkout', 'details')),
  at('checkout-mistakes', orderPage('checkout', 'details'), { prepare: fillDetails }),
  at('checkout-coupon', orderPage('checkout', 'coupon')),
  at('checkout-proving', orderPage('checkout', 'proving')),
  at('checkout-code', orderPage('checkout', 'proving'), { prepare: requestCode, expects: /422/ }),
  at('checkout-code-wrong', orderPage('checkout', 'proving'), { prepare: mistypeCode, expects: /422/ }),
  at('checkout-limit', orderPage('checkout', 'proving'), { prepare: tooMany(3, 1), expects: /422/ }),
  at('checkout-limit-none', orderPage('checkout', 'proving'), { prepare: tooMany(4, 0), expects: /422/ }),
  at('checkout-payment', orderPage('checkout', 'paying')),
  at('checkout-failed', orderPage('checkout', 'failed')),
  at('checkout-done', orderPage('checkout', 'done')),
  at('checkout-released', orderPage('checkout', 'released')),
  at('checkout-no-key', ({ buying }) => `/order/checkout/${buying.done.uuid}`, {
    expects: /404/,
    // a device without the order's token
    stored: () => ({}),
  }),
  at('postponed', choiceOf('whole')),
  at('postponed-part', choiceOf('part')),
  at('postponed-none', choiceOf('none')),
  at('tickets', orderPage('tickets', 'done')),
  at('entrance', orderPage('tickets', 'done'), { windowOnly: true, prepare: showCode }),
  ...TRANSFER_SCREENS,
  at('my-sign-in', '/order/my'),
  at('my', '/order/my', { as: 'producer' }),
  at('my-email', '/order/my', { as: 'producer', windowOnly: true, prepare: correctEmail }),
  at('my-empty', '/order/my', { as: 'fresh' }),
  at('legal-terms', '/order/legal/terms'),
  at('legal-cancellation', '/order/legal/cancellation'),
  at('legal-privacy', '/order/legal/privacy'),
  at('legal-accessibility', '/order/legal/accessibility'),
  at('legal-contact', '/order/legal/contact'),
  at('embed-example', ({ events }) => `/order/embed-example?event=${events.on_sale.slug}`),
  at('lost', '/order/no-such-event', { expects: /404/ }),
]
