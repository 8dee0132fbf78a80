import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Settings } from '../platform/config/settings.ts'
import { readSettings } from '../settings.ts'
import { openWorld, type World } from '../testing/world.ts'
import { allocationsCommand } from './allocations.ts'
import { backupCommand } from './backup.ts'
import { bankFileCommand } from './bank-file.ts'
import { type Command, CommandError } from './command.ts'
import { disputesCommand } from './disputes.ts'
import { documentsCommand } from './documents.ts'
import { contractCommand } from './fee-contract.ts'
import { ledgerCommand } from './ledger.ts'
import { migrateCommand } from './migrate.ts'
import { payoutsCommand } from './payouts.ts'
import { reconcileCommand } from './reconcile.ts'
import { refundTransfersCommand } from './refund-transfers.ts'
import { restoreCommand } from './restore.ts'
import { statementsCommand } from './statements.ts'
import { terminalsCommand } from './terminals.ts'
import { uniformFileCommand } from './uniform-file.ts'

// What an operator mistypes is answered in one line that names it, never with a stack.

let world: World
let settings: Settings
const folder = mkdtempSync(join(tmpdir(), 'kartis-arguments-'))

beforeAll(async () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  world = await openWorld({ env: { KARTIS_KEY: key } })
  settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: world.url,
    KARTIS_KEY: key,
    MASAV_INSTITUTION: '12345678',
    OPERATOR_NAME: 'כרטיס',
    MASAV_SENDER: '12345',
  })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const OUT = ['--out', join(folder, 'out')]
const NOBODY = '0190a000-0000-7000-8000-000000000000'

const CASES: readonly [Command, string[], RegExp][] = [
  [backupCommand, [join(folder, 'a'), join(folder, 'b')], /Unexpected argument: .*b/],
  [backupCommand, ['/nonexistent/backup'], /cannot be written \(ENOENT\)/],
  [restoreCommand, ['/nonexistent/backup'], /cannot be read \(ENOENT\)/],
  [restoreCommand, [import.meta.filename], /is not a backup of Kartis/],
  [migrateCommand, ['now'], /Unexpected argument: now/],
  [payoutsCommand, ['return', NOBODY, NOBODY, '--reason', 'closed'], /Unexpected argument/],
  [documentsCommand, ['issue', '320-12'], /Unexpected argument: 320-12/],
  [bankFileCommand, ['--by', 'Dana', ...OUT, '--pay-on', '2026-02-30'], /--pay-on must be a day of the calendar/],
  [bankFileCommand, ['--by', 'Dana', ...OUT, '--pay-on', '2020-01-01'], /--pay-on must not be a past day/],
  [bankFileCommand, ['--by', 'Dana', '--out', folder], /cannot be written \(EISDIR\)/],
  [bankFileCommand, [...OUT, '--file', '99'], /no bank file 99/],
  [refundTransfersCommand, ['file', '--account', 'x', ...OUT, '--pay-on', '2026-02-30'], /--pay-on must be a day/],
  [refundTransfersCommand, ['done', '--account', 'x', '--by', 'Dana', '--note', '1'], /needs the uuid of a refund/],
  [refundTransfersCommand, ['done', NOBODY, '--account', 'x', '--by', 'Dana'], /--note is needed/],
  [contractCommand, ['x', '--regular', '5', '--from', '2027-02-30'], /--from must be a day of the calendar/],
  [contractCommand, ['x', '--regular', '99999999999'], /--regular must be no more than/],
  [payoutsCommand, ['approve', 'x', '--by', 'Dana'], /Name the payout by its uuid/],
  [payoutsCommand, ['return', '-'.repeat(36), '--reason', 'closed'], /Unknown option|Name the payout by its uuid/],
  [payoutsCommand, ['confirm', NOBODY, '1'], /Name the payout by its uuid/],
  [reconcileCommand, ['own', 'x', '--by', 'Dana', '--owner', 'Noa'], /Name the difference by its uuid/],
  [reconcileCommand, ['run', '--from', '2026-02-30'], /--from must be a day of the calendar/],
  [reconcileCommand, ['run', '--terminal', 'x'], /no terminal x/],
  [reconcileCommand, ['load', folder, '--acquirer', 'cal'], /cannot be read/],
  [disputesCommand, ['note', '--payment', 'x', '--ref', '1', '--by', 'Dana'], /Name the charge by its uuid/],
  [
    disputesCommand,
    ['note', '--payment', '-'.repeat(36), '--ref', '1', '--by', 'Dana'],
    /ambiguous|charge by its uuid/,
  ],
  [disputesCommand, ['note', '--payment', NOBODY, '--ref', '1', '--by', 'D', '--deadline', '2026-02-30'], /--deadline/],
  [
    disputesCommand,
    ['note', '--payment', NOBODY, '--ref', '1', '--by', 'D', '--amount', '1000000'],
    /not a card payment/,
  ],
  [disputesCommand, ['note', '--order', '999999999999999', '--ref', '1', '--by', 'Dana'], /has no card charge/],
  [disputesCommand, ['won', 'x', '--by', 'Dana'], /Name the dispute by its uuid/],
  [disputesCommand, ['evidence', 'deadbeef'.repeat(4) + 'dead'], /Name the dispute by its uuid/],
  [documentsCommand, ['--from', '2026-02-30'], /--from must be a day of the calendar/],
  [documentsCommand, ['--account', 'x'], /No account is called x/],
  [documentsCommand, ['print', '--document', 'x', '--by', 'Dana', ...OUT], /ISSUER_NUMBER|320-12/],
  [allocationsCommand, ['waive', '--document', 'x', '--by', 'Dana'], /ISSUER_NUMBER|320-12/],
  [statementsCommand, ['show', '1', '--account', 'x'], /No account is called x/],
  [uniformFileCommand, ['--from', '2026-02-30', '--to', '2026-12-31', ...OUT], /--from must be a day of the calendar/],
  [uniformFileCommand, ['--from', '2026-12-31', '--to', '2026-01-01', ...OUT], /--from must not be after --to/],
  [ledgerCommand, ['correct', '--account', 'x', '--amount', '1e5', '--ref', 'a'], /two decimal places/],
  [terminalsCommand, ['suspend', '-'.repeat(36)], /ambiguous|Unknown option|terminal by its uuid/],
]

const titled = CASES.map(([command, args, text]) => [[command.name, ...args].join(' '), command, args, text] as const)

it.each(titled)('%s is refused in one line', async (_title, command, args, text) => {
  const error = await command.run({ settings, args, print: () => undefined }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toMatch(text)
  expect(error instanceof CommandError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')).toBe(
    true,
  )
})

it.each([
  ['payouts approve', payoutsCommand, ['approve', NOBODY, '--by', 'Dana'], 'there is no such payout'],
  ['payouts return', payoutsCommand, ['return', NOBODY, '--reason', 'closed'], 'there is no such payout'],
  ['reconcile own', reconcileCommand, ['own', NOBODY, '--by', 'Dana', '--owner', 'Noa'], 'there is no such difference'],
] as const)('%s of a uuid that nothing has fails with a line that says so', async (_title, command, args, text) => {
  const lines: string[] = []
  expect(await command.run({ settings, args, print: (line) => void lines.push(line) })).toBe(1)
  expect(lines.join()).toContain(text)
})
