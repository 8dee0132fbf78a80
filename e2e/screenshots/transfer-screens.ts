import { newPhone } from '../fixtures/people.ts'
import { NAMES } from './buyers.ts'
import type { Screen, ScreenContext } from './screen.ts'

const page: Screen['path'] = ({ buying: { offered } }) => `/order/transfer/${offered.uuid}?token=${offered.token}`

const openOffer = async ({ page, t }: ScreenContext): Promise<void> => {
  await page
    .getByRole('button', { name: t('transfer:offer.start') })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

const requestCode = async ({ page, t, lang }: ScreenContext): Promise<void> => {
  await page.getByLabel(t('transfer:name'), { exact: true }).fill(NAMES[lang])
  await page.getByLabel(t('transfer:phone'), { exact: true }).fill(newPhone())
  await page.getByRole('button', { name: t('transfer:send_code') }).click()
  await page.getByLabel(t('my:code.label')).waitFor()
}

/** Types a code and changes the reply: accepting would need a new ticket for each screenshot. */
const answered = (reply: { readonly status: number; readonly json: object }) => async (context: ScreenContext) => {
  const { page } = context
  await page.route(/\/ticket_transfers\/[^/]+\/accept$/u, (route) => route.fulfill(reply))
  await requestCode(context)
  await page.getByLabel(context.t('my:code.label')).fill('123456')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const expired = { code: 'transfer_closed', description: '', detail: { reason: 'expired' } }

type More = Partial<Omit<Screen, 'name' | 'path'>>
const at = (name: string, path: Screen['path'], more: More = {}): Screen => ({
  name: `order-${name}`,
  as: 'nobody',
  ...more,
  path,
})

const ticketsOf =
  (state: 'done' | 'transferred'): Screen['path'] =>
  ({ buying }) =>
    `/order/tickets/${buying[state].uuid}?token=${encodeURIComponent(buying[state].token)}`

/** A ticket goes to another person: both sides of it. */
export const TRANSFER_SCREENS: readonly Screen[] = [
  at('tickets-offer', ticketsOf('done'), { prepare: openOffer, windowOnly: true }),
  at('tickets-transferred', ticketsOf('transferred')),
  at('transfer', page),
  at('transfer-code', page, { prepare: requestCode }),
  at('transfer-accepted', page, { prepare: answered({ status: 200, json: { data: { url: '/order' } } }) }),
  at('transfer-expired', page, { prepare: answered({ status: 409, json: { error: expired } }), expects: /409/ }),
]
