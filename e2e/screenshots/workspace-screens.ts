import { at, putAway } from './at.ts'
import type { Screen, ScreenContext } from './screen.ts'
import { MAPS } from './seat-screens.ts'

const pickEvents = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByRole('radio', { name: t('team:events.some') }).check()
  await page.getByRole('checkbox').first().check()
}

const editEvents = async ({ page, t }: ScreenContext): Promise<void> => {
  await page
    .getByRole('button', { name: t('team:events.all') })
    .first()
    .click()
  await page.locator('dialog[open]').waitFor()
  await page.getByRole('radio', { name: t('team:events.some') }).check()
  await page.getByRole('checkbox').first().waitFor()
}

/** The demo's producer is a buyer too. */
const findPerson = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByLabel(t('profile:rights.contact')).fill('0502345678')
  await page.getByRole('button', { name: t('profile:rights.search'), exact: true }).click()
  await page.getByRole('button', { name: t('profile:rights.export') }).waitFor()
}

const eraseMe = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByRole('button', { name: t('profile:my_data.erase') }).click()
  await page.locator('dialog[open]').waitFor()
}

const leaveTeam = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByRole('button', { name: t('team:leave_own.title') }).click()
  await page.locator('dialog[open]').waitFor()
}

/** Opens how the first part of the balance is computed. */
const explainBalance = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByText(t('money:parts.how')).first().click()
}

const explainJournal = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByText(t('money:ledger.lines')).first().click()
}

const openStatement = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.locator('main li a[href^="/money/statements/"]').first().click()
  await page.getByText(t('money:statements.hash')).waitFor()
}

const openTransfer = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.locator('main li a[href^="/money/transfers/"]').first().click()
  await page.getByText(t('refund-transfers:screen.history')).waitFor()
}

const openDocument = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.locator('main li a[href^="/money/documents/"]').first().click()
  await page.getByText(t('documents:screen.hash')).waitFor()
}

/** Narrows the list, so that its tools are as wide as they become. */
const findDocument = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByLabel(t('documents:column.type')).selectOption('tax_invoice_receipt')
  await page.getByRole('button', { name: t('money:export_found') }).waitFor()
}

/** The run of a cancelled event, or the one that asks the buyers of a postponed one. */
const openRun =
  (kind: 'cancelled' | 'postponed') =>
  async ({ page, t }: ScreenContext): Promise<void> => {
    const row = page.locator('main li').filter({ hasText: t(`refund-runs:screen.kinds.${kind}`) })
    await row.locator('a').first().click()
    await page.locator('ol').getByText(t('refund-runs:screen.steps.run'), { exact: true }).waitFor()
  }

const openDispute = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.locator('main li a[href^="/money/disputes/"]').first().click()
  await page.getByRole('button', { name: t('disputes:screen.download'), exact: true }).waitFor()
}

/** The form of a notice, with what it says of empty fields. */
const reportDispute = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByRole('button', { name: t('disputes:screen.report.open'), exact: true }).click()
  await page.getByRole('button', { name: t('disputes:screen.report.go'), exact: true }).click()
  await page.getByText(t('validation:required')).first().waitFor()
}

const testTerminal = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByRole('button', { name: t('terminals:test.one', { name: 'Tranzila kartis' }) }).click()
  await page
    .getByRole('status')
    .filter({ hasText: t('terminals:test.works').slice(0, 12) })
    .waitFor()
}

const addTerminal = async ({ page, t }: ScreenContext): Promise<void> => {
  await page.getByRole('button', { name: t('terminals:add') }).click()
  await page.locator('dialog[open]').getByRole('radio', { name: 'CardCom' }).check()
}

/** Screens of the account and of the person. */
export const WORKSPACE: readonly Screen[] = [
  at('forms', '/forms'),
  at('forms-empty', '/forms', { as: 'fresh' }),
  at('form-create', '/forms/create'),
  at('form-edit', ({ form }) => `/forms/${form}`),
  at('venues', '/venues'),
  at('venue-dialog', '/venues', {
    windowOnly: true,
    prepare: async ({ page, t }) => {
      await page
        .getByRole('button', { name: t('venues:new') })
        .locator('visible=true')
        .first()
        .click()
      await page.locator('dialog[open]').waitFor()
    },
  }),
  at('venues-empty', '/venues', { as: 'fresh' }),
  ...MAPS,
  at('profile', '/profile'),
  at('user-profile', '/user-profile'),
  at('user-profile-erase', '/user-profile', { windowOnly: true, prepare: eraseMe }),
  at('company', '/company'),
  at('company-terms', '/company/terms'),
  at('data-rights', '/company/data-rights'),
  at('security-log', '/company/security-log'),
  at('payment-terminals', '/company/terminals', { as: 'direct', prepare: testTerminal }),
  at('payment-terminals-add', '/company/terminals', { as: 'direct', windowOnly: true, prepare: addTerminal }),
  at('payment-terminals-closed', '/company/terminals', { as: 'fresh' }),
  at('data-rights-found', '/company/data-rights', { prepare: findPerson }),
  at('user-management', '/settings/user-management'),
  at('user-management-events', '/settings/user-management', { windowOnly: true, prepare: editEvents }),
  at('my-team', '/settings/user-management', { as: 'scanner' }),
  at('my-team-leave', '/settings/user-management', { as: 'scanner', windowOnly: true, prepare: leaveTeam }),
  at('add-user', '/add-user'),
  at('add-user-events', '/add-user', { prepare: pickEvents }),
  at('cashier', '/cashier'),
  at('reports', '/reports'),
  at('money', '/money', { prepare: explainBalance }),
  at('money-empty', '/money', { as: 'fresh' }),
  at('money-settled', '/money', { as: 'settled' }),
  at('money-statements', '/money/statements', { as: 'settled' }),
  at('money-statement', '/money/statements', { as: 'settled', prepare: openStatement }),
  at('money-payouts', '/money/payouts', { as: 'settled' }),
  at('money-documents', '/money/documents', { as: 'settled' }),
  at('money-documents-found', '/money/documents', { as: 'settled', prepare: findDocument }),
  at('money-documents-empty', '/money/documents', { as: 'fresh' }),
  at('money-document', '/money/documents', { as: 'settled', prepare: openDocument }),
  at('money-refunds', '/money/refunds', { as: 'settled' }),
  at('money-refunds-empty', '/money/refunds', { as: 'fresh' }),
  at('refund-run', '/money/refunds', { as: 'settled', prepare: openRun('cancelled') }),
  at('refund-run-asking', '/money/refunds', { as: 'settled', prepare: openRun('postponed') }),
  at('money-transfers', '/money/transfers'),
  at('money-transfer', '/money/transfers', { prepare: openTransfer }),
  at('money-transfers-empty', '/money/transfers', { as: 'fresh' }),
  at('money-disputes', '/money/disputes'),
  at('money-disputes-empty', '/money/disputes', { as: 'fresh' }),
  at('money-dispute', '/money/disputes', { prepare: openDispute }),
  at('money-dispute-new', '/money/disputes', { prepare: reportDispute }),
  at('money-ledger', '/money/ledger', { prepare: explainJournal }),
  at('money-differences', '/money/differences', { as: 'direct' }),
  at('money-differences-empty', '/money/differences', { as: 'fresh' }),
  at('archived-event', ({ events }) => `/archived-event/${events.over.uuid}`, { prepare: putAway }),
  at('archived-event-open', ({ events }) => `/archived-event/${events.over.uuid}`),
]
