import type { Facts } from './facts.ts'
import type { Screen, Stage } from './screen.ts'

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

const orderPage =
  (page: 'checkout' | 'tickets', state: keyof Facts['buying']): Screen['path'] =>
  ({ buying }) =>
    `/order/${page}/${buying[state].uuid}?token=${encodeURIComponent(buying[state].token)}`

/** Two tickets of the first type that is for sale. */
const choose = async ({ page, say }: Stage): Promise<void> => {
  const more = page.getByRole('button', { name: new RegExp(`^${say('sale:buy.more')}`) }).and(page.locator(':enabled'))
  await more.first().click()
  await more.first().click()
}

const waitAt =
  (state: keyof Facts['rooms']): Screen['path'] =>
  ({ rooms }) =>
    `/order/wait/${rooms[state].slug}`

/** The page asks for its place before it can tell it. */
const untilTold =
  (key: string) =>
  async ({ page, say }: Stage): Promise<void> => {
    await page.getByRole('heading', { name: say(key), exact: true }).waitFor()
  }

const fillDetails = async ({ page, say }: Stage): Promise<void> => {
  await page.getByLabel(say('checkout:details.name'), { exact: true }).fill('א')
  await page
    .getByRole('button', { name: say('checkout:details.continue') })
    .locator('visible=true')
    .first()
    .click()
}

/** Every page of the sale site, and every state of a checkout. */
export const SALE_SCREENS: readonly Screen[] = [
  at('list', '/order'),
  at('event-on-sale', saleOf('on_sale')),
  at('event-chosen', saleOf('on_sale'), { prepare: choose }),
  at('event-last-tickets', saleOf('last_tickets')),
  at('event-sold-out', saleOf('sold_out')),
  at('event-not-started', saleOf('not_started')),
  at('event-running', saleOf('running')),
  at('event-over', saleOf('over')),
  at('event-with-line', ({ rooms }) => `/order/${rooms.line.slug}`, { prepare: untilTold('wait:note.open') }),
  at('wait-early', waitAt('early'), { prepare: untilTold('wait:early.title') }),
  at('wait-lobby', waitAt('lobby'), { prepare: untilTold('wait:lobby.title') }),
  at('wait-line', waitAt('line'), { prepare: untilTold('wait:line.title') }),
  at('wait-turn', waitAt('turn'), { prepare: untilTold('wait:turn.title') }),
  at('wait-sold-out', waitAt('sold_out'), { prepare: untilTold('wait:sold_out.title') }),
  at('checkout-details', orderPage('checkout', 'details')),
  at('checkout-mistakes', orderPage('checkout', 'details'), { prepare: fillDetails }),
  at('checkout-payment', orderPage('checkout', 'paying')),
  at('checkout-failed', orderPage('checkout', 'failed')),
  at('checkout-done', orderPage('checkout', 'done')),
  at('checkout-released', orderPage('checkout', 'released')),
  at('checkout-no-key', ({ buying }) => `/order/checkout/${buying.done.uuid}`, {
    expects: /404/,
    // a device that has never held the key
    stored: () => ({}),
  }),
  at('tickets', orderPage('tickets', 'done')),
  at('my-sign-in', '/order/my'),
  at('my', '/order/my', { as: 'producer' }),
  at('my-empty', '/order/my', { as: 'fresh' }),
  at('legal-terms', '/order/legal/terms'),
  at('legal-cancellation', '/order/legal/cancellation'),
  at('legal-accessibility', '/order/legal/accessibility'),
  at('lost', '/order/no-such-event', { expects: /404/ }),
]
