import { at, ofEvent } from './at.ts'
import type { Screen, ScreenContext } from './screen.ts'

const NUMBER = '101081-2'

const type = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByLabel(t('scan:manual.label')).fill(NUMBER)
  await page.getByRole('button', { name: t('scan:manual.send') }).click()
}

/** Nobody enters for a picture. */
const admit = async ({ page }: ScreenContext): Promise<void> => {
  await page.route(/\/scan_ticket$/u, (route) => {
    const ticket = {
      uuid: '019a5b3c-0000-7000-8000-000000000001',
      number: NUMBER,
      name: 'כניסה רגילה',
      holder: 'שירה מזרחי',
      order_number: '101081',
    }
    const scan_statistics = { total_scanned: 412, total_unscanned: 188, total_tickets: 600 }
    return route.fulfill({ json: { data: { ticket, scan_statistics } } })
  })
}

/** Entries of this device that another one has made too: the first is its own, the second is not. */
const meetOthers = async ({ page }: ScreenContext): Promise<void> => {
  const entry = (minute: number) => `2026-12-03T18:${String(minute)}:00.000Z`
  const met = [
    {
      scan_uuid: '019a5b3c-3333-7333-8333-000000000001',
      ticket_number: NUMBER,
      scanned_at: entry(10),
      other: { scanned_at: entry(14), gate: 'שער מערב', device: 'Aviv' },
    },
    {
      scan_uuid: '019a5b3c-3333-7333-8333-000000000002',
      ticket_number: '101207-1',
      scanned_at: entry(31),
      other: { scanned_at: entry(22), gate: null, device: 'יונתן' },
    },
  ]
  await page.route(/\/check_in\/contact$/u, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    return route.fulfill({ response, json: { data: { ...data, met } } })
  })
  await page.reload()
}

/** The event has two lanes, and people are entering. */
const openLanes = async ({ page }: ScreenContext): Promise<void> => {
  const now = Date.now()
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
  await page.route(/\/events\/[0-9a-f-]{36}(?:\?|$)/u, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { settings?: object } }
    const settings = { ...data.settings, doors_at: at(-1), check_in: { offline: 'lanes', lanes: 2 } }
    return route.fulfill({ response, json: { data: { ...data, starts_at: at(1), ends_at: at(4), settings } } })
  })
  await page.reload()
}

/** Entries as the device that made them shows them, and the questions before they change. */
export const ENTRIES: readonly Screen[] = [
  at('scan-undo', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    prepare: async (context) => {
      const { page, t } = context
      await admit(context)
      await type(context)
      await page.locator('dialog[open][data-state="success"]').waitFor()
      await page.getByRole('button', { name: t('scan:result.close') }).click()
      await page.getByRole('button', { name: t('gate:order.undo_name', { number: NUMBER }) }).scrollIntoViewIfNeeded()
    },
  }),
  at('scan-doubles', ofEvent('running', '/scan-tickets'), {
    prepare: async (context) => {
      await meetOthers(context)
      await context.page.getByText(context.t('gate:twice.title')).scrollIntoViewIfNeeded()
    },
  }),
  at('scan-entered-before', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    windowOnly: true,
    expects: /409/,
    prepare: async (context) => {
      const detail = {
        entered_before: new Date(Date.now() - 40 * 60_000).toISOString(),
        ticket: { holder: null, name: 'כניסה רגילה', number: NUMBER },
      }
      await context.page.route(/\/scan_ticket$/u, (route) =>
        route.fulfill({ status: 409, json: { error: { code: 'S2', description: '', detail } } }),
      )
      await type(context)
      await context.page.locator('dialog[open][data-state="fail"]').waitFor()
    },
  }),
  at('gate-lanes-question', ofEvent('running', '/tickets'), {
    windowOnly: true,
    prepare: async (context) => {
      const { page, t } = context
      await openLanes(context)
      await page.getByText(t('gate:offline.trust'), { exact: true }).click()
      await page.getByRole('dialog').getByText(t('gate:offline.question.trust.title')).waitFor()
    },
  }),
]
