import type { Page } from '@playwright/test'
import { createGateDevice } from '@kartis/contract/gate-devices.ts'
import { asHeadline } from '../fixtures/messages.ts'
import { joinGate } from '../pages/gate.ts'
import { at, ofEvent } from './at.ts'
import type { Facts } from './facts.ts'
import { showEvening } from './gate-board-evening.ts'
import type { Screen, ScreenContext } from './screen.ts'

/**
 * What would end by itself stays, however long a busy machine looks at it. The page behind it is at its top: typing moved it,
 * and a control that a bar covers in part would be called too small.
 */
const holdStill = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.scrollTo(0, 0)
    for (let id = Number(setTimeout(() => undefined)); id > 0; id -= 1) clearTimeout(id)
  })

/** Types a ticket's code at the entrance. */
const scanned =
  (code: (facts: Facts) => string, titleKey: string) =>
  async ({ page, t, facts }: ScreenContext): Promise<void> => {
    await page.getByLabel(t('scan:manual.label')).fill(code(facts))
    await page.getByRole('button', { name: t('scan:manual.send') }).click()
    await page
      .getByText(asHeadline(t(titleKey)))
      .first()
      .waitFor()
    await holdStill(page)
  }

const openNewDevice = async ({ page, t }: Pick<ScreenContext, 'page' | 't'>): Promise<void> => {
  await page
    .getByRole('button', { name: t('gate-devices:add') })
    .locator('visible=true')
    .click()
  await page.getByLabel(t('gate-devices:new.end'), { exact: true }).waitFor()
}

/** A refusal that no ticket of the demo gets, as the server gives it. */
const refused =
  (code: string, detail: Readonly<Record<string, unknown>>) =>
  async (context: ScreenContext): Promise<void> => {
    await context.page.route(
      /\/scan_ticket/u,
      (route) =>
        route.fulfill({
          status: 409,
          json: {
            error: {
              code,
              description: '',
              detail: { ...detail, ticket: { holder: 'שירה מזרחי', name: 'כניסה רגילה', number: '101081-2' } },
            },
          },
        }),
      { times: 1 },
    )
    await scanned(() => '101081-2', `errors:${code}`)(context)
  }

/** Names that many guests have a part of. */
const searchFor = async ({ page, t }: ScreenContext, text: string): Promise<void> => {
  await page.getByRole('button', { name: t('gate-people:search.open.all') }).click()
  await page.getByLabel(t('gate-people:search.label.all')).fill(text)
  await page.locator('dialog[open] li button').first().waitFor()
}

const search = (context: ScreenContext): Promise<void> => searchFor(context, 'כה')

const startCamera = async ({ page, t }: ScreenContext): Promise<void> => {
  await page
    .getByRole('button', { name: t('scan:start'), exact: true })
    .locator('visible=true')
    .first()
    .click()
  await page.locator('video').first().waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3)
}

const typeOnPad = async (context: ScreenContext): Promise<void> => {
  await startCamera(context)
  const { page, t } = context
  await page.getByRole('button', { name: t('gate:keys.number'), exact: true }).click()
  await page.getByRole('textbox', { name: t('scan:manual.label') }).fill('101081-2')
}

const loseNetwork = async (context: ScreenContext): Promise<void> => {
  const { page, t } = context
  await startCamera(context)
  await page.route(/\/(?:api\/|healthz)/u, (route) => route.abort('failed'))
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.getByText(t('gate:mode.alone'), { exact: true }).locator('visible=true').first().waitFor()
}

/** A phone whose camera is denied and whose battery is empty. */
const notReady = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.addInitScript(() => {
    const denied = { state: 'denied', addEventListener: () => undefined, removeEventListener: () => undefined }
    Reflect.set(navigator.permissions, 'query', () => Promise.resolve(denied))
    Reflect.set(navigator, 'getBattery', () => Promise.resolve({ level: 0.04, charging: false }))
  })
  await page.reload()
  await page.getByRole('heading', { name: t('gate-devices:ready.check.battery') }).waitFor()
}

/** The first start of a hub asks the server, which has one for each event: each picture is another device. */
const startHub = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.route(/\/check_in\/hub/u, (route) => route.fulfill({ json: { data: null } }))
  await page.getByRole('button', { name: t('hub:off.action') }).click()
  await page.getByText(t('hub:on.title', { count: 0 })).waitFor()
}

const openLink = async ({ page, facts, t }: ScreenContext, gate: string | null = 'שער צפון'): Promise<void> => {
  const { data } = await facts.people.producer.call(createGateDevice, {
    params: { uuid: facts.events.running.uuid },
    body: { label: 'Aviv, שער צפון', gate, expires_at: new Date(Date.now() + 6 * 3_600_000).toISOString() },
  })
  const { pathname, hash } = new URL(data.link)
  // From another page: with another hash alone the browser would not load it again.
  await page.goto('about:blank')
  await page.goto(`${pathname}${hash}`)
  await page.getByLabel(t('gate-devices:join.name'), { exact: true }).waitFor()
}

/** A phone whose helper has joined by a link without a gate. */
const joinedPhone = async (context: ScreenContext, gates: readonly string[]): Promise<void> => {
  const { page, t } = context
  await page.route(/\/events\/[0-9a-f-]{36}\?/u, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { settings?: object } }
    const listed = gates.map((name) => ({ name, events_ticket_uuids: [] }))
    return route.fulfill({ response, json: { data: { ...data, settings: { ...data.settings, gates: listed } } } })
  })
  await openLink(context, null)
  await joinGate(page, { t })
  await page.waitForURL(/\/gate\/ready$/u)
  await page.goto('/gate/scan')
  await page.getByRole('heading', { name: t('gate-devices:own.title'), exact: true }).waitFor()
}

/** The screens of the entrance. */
export const CHECK_IN: readonly Screen[] = [
  at('scan', ofEvent('running', '/scan-tickets')),
  at('gate-ready', ofEvent('running', '/gate-ready')),
  at('gate-devices', ofEvent('running', '/gate-devices')),
  at('gate-board', ofEvent('running', '/board')),
  at('gate-hub', ofEvent('running', '/gate-hub')),
  at('scan-camera', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    windowOnly: true,
    prepare: startCamera,
  }),
  at('scan-number', ofEvent('running', '/scan-tickets'), { as: 'scanner', windowOnly: true, prepare: typeOnPad }),
  at('scan-alone', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    windowOnly: true,
    expects: /ERR_FAILED|Failed/u,
    prepare: loseNetwork,
  }),
  at('scan-unreadable', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    windowOnly: true,
    expects: /422/,
    prepare: async (context) => {
      const error = { code: 'validation', description: '', detail: {} }
      await context.page.route(/\/scan_ticket/u, (route) => route.fulfill({ status: 422, json: { error } }))
      await scanned(() => '101081-2', 'scan:result.again')(context)
    },
  }),
  at('scan-lane', ofEvent('running', '/scan-tickets'), {
    windowOnly: true,
    expects: /409/,
    prepare: async (context) => {
      await refused('S8', { lane: 3, gate: 'שער צפון' })(context).catch(() => undefined)
      await context.page.locator('dialog[data-kind="else"]').waitFor()
    },
  }),
  at('gate-not-ready', ofEvent('running', '/gate-ready'), { prepare: notReady }),
  at('gate-join', '/gate/join', { as: 'nobody', expects: /422/, prepare: (context) => openLink(context) }),
  at('gate-join-gates', '/gate/join', {
    as: 'nobody',
    expects: /422/,
    prepare: async (context) => {
      await context.page.route(/\/gate\/link/u, async (route) => {
        const response = await route.fetch()
        const { data } = (await response.json()) as { data: object }
        const json = { data: { ...data, gate: null, gates: ['שער צפון', 'שער דרום'] } }
        return route.fulfill({ response, json })
      })
      await openLink(context)
    },
  }),
  at('gate-phone', '/gate/join', { as: 'nobody', expects: /422/, prepare: (context) => joinedPhone(context, []) }),
  at('gate-which', '/gate/join', {
    as: 'nobody',
    expects: /422/,
    windowOnly: true,
    prepare: async (context) => {
      await joinedPhone(context, ['שער צפון', 'שער דרום', 'כניסת VIP'])
      await context.page.getByRole('dialog', { name: context.t('gate-devices:join.gate') }).waitFor()
    },
  }),
  at('gate-search-alone', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    windowOnly: true,
    expects: /ERR_FAILED|Failed/u,
    prepare: async (context) => {
      await loseNetwork(context)
      await context.page.getByRole('button', { name: context.t('gate:keys.search'), exact: true }).click()
      await context.page.getByText(context.t('gate-people:search.none')).waitFor()
    },
  }),
  at('gate-ended', '/gate/ended', { as: 'nobody' }),
  at('gate-ended-left', '/gate/ended', {
    as: 'nobody',
    stored: () => ({ 'device:gate_end': { state: 'refused', sent: 12, left: 3 } }),
  }),
  at('gate-board-evening', ofEvent('running', '/board'), { prepare: showEvening }),
  at('gate-board-admit', ofEvent('running', '/board'), {
    windowOnly: true,
    prepare: async (context) => {
      await showEvening(context)
      await context.page.getByRole('button', { name: context.t('gate-board:conflicts.admit'), exact: true }).click()
      await context.page.getByRole('heading', { name: context.t('gate-board:conflicts.admit_title') }).waitFor()
    },
  }),
  at('gate-board-wall', ofEvent('running', '/board?view=big'), { windowOnly: true, prepare: showEvening }),
  at('gate-hub-on', ofEvent('running', '/gate-hub'), { stored: () => ({}), prepare: startHub }),
  at('gate-hub-pair', ofEvent('running', '/gate-hub'), {
    windowOnly: true,
    // Of a device of its own, which was no hub before.
    stored: () => ({}),
    prepare: async (context) => {
      await startHub(context)
      const { page, t } = context
      await page.getByRole('button', { name: t('hub:add.open'), exact: true }).click()
      await page.getByRole('img', { name: t('hub:add.code') }).waitFor()
    },
  }),
  at('scan-fail', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    windowOnly: true,
    expects: /409|410|422/,
    prepare: scanned(({ enteredTicket }) => enteredTicket, 'gate:result.refused'),
  }),
  at('scan-success', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    windowOnly: true,
    quick: true,
    expects: /409/,
    prepare: scanned(({ waitingTickets }) => waitingTickets.pop() ?? '', 'scan:result.success'),
  }),
  at('scan-other-day', ofEvent('on_sale', '/scan-tickets'), {
    windowOnly: true,
    prepare: scanned(() => '101081-2', 'gate:other_day.action'),
  }),
  at('gate-order', ofEvent('running', '/scan-tickets'), {
    windowOnly: true,
    prepare: async (context) => {
      const { page, t, facts } = context
      // Later in the day everybody of a name may be inside, and has nothing left to choose.
      await searchFor(context, facts.waitingOrder)
      await page
        .locator('dialog[open] li button', { hasText: t('gate:search.outside') })
        .first()
        .click()
      await page.getByText(t('gate:reason.label')).waitFor()
    },
  }),
  at('gate-order-admitted', ofEvent('running', '/scan-tickets'), {
    windowOnly: true,
    prepare: async (context) => {
      const { page, t, facts } = context
      const found = new Map<string, string>()
      page.on('response', async (response) => {
        if (!response.url().includes('/gate_orders')) return
        const { data } = (await response.json()) as { data: { tickets: { number: string; uuid: string }[] }[] }
        for (const { number, uuid } of data.flatMap(({ tickets }) => tickets)) found.set(number, uuid)
      })
      // Nobody enters for a picture: another one shows who waits.
      await page.route(/\/scan_tickets$/u, (route) => {
        const { tickets } = route.request().postDataJSON() as { tickets: { ticket_uuid: string }[] }
        const results = tickets.map(({ ticket_uuid: number }) => ({
          ticket_uuid: number,
          ticket: { uuid: found.get(number) ?? number, number, name: 'כניסה רגילה', holder: null },
          refusal: null,
        }))
        const scan_statistics = { total_scanned: 412, total_unscanned: 188, total_tickets: 600 }
        return route.fulfill({ json: { data: { results, scan_statistics } } })
      })
      await searchFor(context, facts.waitingOrder)
      await page
        .locator('dialog[open] li button', { hasText: t('gate:search.outside') })
        .first()
        .click()
      await page.getByText(t('gate:reason.id_shown'), { exact: true }).click()
      await page.locator('dialog[open] button').last().click()
      await page.locator('dialog[open][data-state="success"]').waitFor()
    },
  }),
  at('gate-search', ofEvent('running', '/scan-tickets'), { windowOnly: true, prepare: search }),
  at('scan-cancelled', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    windowOnly: true,
    expects: /409/,
    prepare: refused('S3', { cancelled_at: '2026-11-14T12:00:00Z' }),
  }),
  at('scan-elsewhere', ofEvent('running', '/scan-tickets'), {
    as: 'scanner',
    windowOnly: true,
    expects: /409/,
    prepare: async (context) => {
      await refused('S7', { gates: ['שער צפון'] })(context).catch(() => undefined)
      await context.page.locator('dialog[data-kind="else"]').waitFor()
    },
  }),
  at('gate-new-device', ofEvent('running', '/gate-devices'), {
    windowOnly: true,
    prepare: openNewDevice,
  }),
  at('gate-link', ofEvent('running', '/gate-devices'), {
    windowOnly: true,
    prepare: async ({ page, t }) => {
      await openNewDevice({ page, t })
      await page.getByLabel(t('gate-devices:new.label'), { exact: true }).fill('שער צפון')
      await page.getByRole('button', { name: t('gate-devices:new.action') }).click()
      await page.getByRole('img', { name: t('gate-devices:link.qr') }).waitFor()
    },
  }),
]
