import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'
import { inTransaction } from '../database/db.ts'
import { RefusalError } from '../http/error-handler.ts'
import type { BudgetedMessage } from './message-budget.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [], env: { RATE_LIMITS: 'on' } })
})
afterAll(() => world.close())

/** Messages to distinct phones, `from` the first message. */
const messages = (count: number, from: number, more: Omit<BudgetedMessage, 'channel' | 'to'>): BudgetedMessage[] =>
  Array.from({ length: count }, (_, n) => ({ channel: 'sms', to: `+97250${1_000_000 + from + n}`, ...more }))

const take = (promised: readonly BudgetedMessage[]): Promise<string> =>
  inTransaction(world.db, (tx) => world.platform.notifications.takeBudget(tx, promised)).then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof RefusalError) return error.refusal.refusal
      throw error
    },
  )

it('counts what a member causes in all accounts together, and what members of a network cause', async () => {
  const network = '203.0.113.7'
  const of = (userId: string, accountId: string) => ({ accountId, cause: { member: { userId, network } } })
  expect(await take(messages(1000, 0, of('dana', 'first')))).toBe('taken')
  expect(await take(messages(1000, 1000, of('dana', 'second')))).toBe('taken')
  expect(await take(messages(1, 2000, of('dana', 'third')))).toBe('too_many_requests')
  expect(await take(messages(1000, 3000, of('noa', 'fourth')))).toBe('taken')
  expect(await take(messages(1, 4000, of('avi', 'fifth')))).toBe('too_many_requests')
})

it('counts invitations of a new account, and of its member in all new accounts, by a smaller budget with its own refusal', async () => {
  const of = (userId: string, accountId: string) => ({
    accountId,
    cause: { member: { userId, network: '203.0.113.8' }, isNewAccount: true },
  })
  expect(await take(messages(200, 20_000, of('ron', 'new')))).toBe('taken')
  expect(await take(messages(100, 20_200, of('gil', 'new')))).toBe('taken')
  expect(await take(messages(1, 20_300, of('gil', 'new')))).toBe('new_account_limit')
  expect(await take(messages(100, 20_400, of('ron', 'newer')))).toBe('taken')
  expect(await take(messages(1, 20_500, of('ron', 'newest')))).toBe('new_account_limit')
})

it('gives back what a refused transaction had counted', async () => {
  const message = messages(1, 9000, { cause: {} })
  expect(await take([...message, ...message, ...message, ...message])).toBe('too_many_requests')
  expect(await take([...message, ...message, ...message])).toBe('taken')
  expect(await take(message)).toBe('too_many_requests')
})
