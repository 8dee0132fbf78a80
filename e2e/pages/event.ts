import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

/** A figure of the event page, by its label. */
export const statOf = (page: Page, label: string): Locator =>
  page
    .getByRole('region', { name: t('event:stats.title') })
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: label }) })
    .locator('dd')
    .first()

interface Guest {
  readonly type: string
  readonly name: string
  readonly phone: string
}

/** Sends one invitation, from the counters to the confirmation. */
export const inviteGuest = async (page: Page, { type, name, phone }: Guest): Promise<void> => {
  const next = page.getByRole('button', { name: t('invitations:invite.next') })
  await expect(next).toBeDisabled()
  const counter = t('invitations:invite.counter', { name: type })
  await page.getByRole('button', { name: t('components:counter.more', { name: counter }) }).click()
  await page.getByRole('button', { name: t('invitations:invite.next_count', { count: 1 }) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('invitations:form.name'), { exact: true }).fill(name)
  await dialog.getByLabel(t('invitations:form.prefix')).selectOption(phone.slice(0, 3))
  await expect(dialog.getByRole('button', { name: t('invitations:form.send') })).toBeDisabled()
  await dialog.getByLabel(t('invitations:form.number'), { exact: true }).fill(phone.slice(3))
  await dialog.getByRole('button', { name: t('invitations:form.send') }).click()
  await expect(dialog.getByText(t('invitations:sent.title'))).toBeVisible()
  await dialog.getByRole('button', { name: t('invitations:sent.another') }).click()
  await expect(next).toBeDisabled() // the counters are at zero again
}
