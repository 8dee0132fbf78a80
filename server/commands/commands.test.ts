import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAfter, dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { demo } from '@kartis/demo/data.ts'
import type { Settings } from '../platform/config/settings.ts'
import { readSettings } from '../settings.ts'
import { openWorld, type World } from '../testing/world.ts'
import type { Command } from './command.ts'
import { contractCommand } from './fee-contract.ts'
import { createDemoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { migrateCommand } from './migrate.ts'
import { allocationsCommand } from './allocations.ts'
import { bankFileCommand } from './bank-file.ts'
import { disputesCommand } from './disputes.ts'
import { documentsCommand } from './documents.ts'
import { ledgerCommand } from './ledger.ts'
import { payoutsCommand } from './payouts.ts'
import { reconcileCommand } from './reconcile.ts'
import { statementsCommand } from './statements.ts'
import { terminalsCommand } from './terminals.ts'
import { uniformFileCommand } from './uniform-file.ts'

let world: World
let settings: Settings
const folder = mkdtempSync(join(tmpdir(), 'kartis-commands-'))

beforeAll(async () => {
  world = await openWorld({ env: { KARTIS_KEY: KEY } })
  settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: world.url,
    KARTIS_KEY: KEY,
  })
  await demo.load(world.platform)
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const KEY = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 5)).toString('base64')

/** Runs a command and collects its output. */
const run = async (command: Command, ...args: string[]): Promise<{ code: number; lines: string[] }> => {
  const lines: string[] = []
  const code = await command.run({ settings, args, print: (line) => void lines.push(line) })
  return { code, lines }
}

test('a contract is shown, changed from a given day on, and invalid terms are refused', async () => {
  const [account] = (await run(contractCommand)).lines
  const uuid = account?.slice(0, 36) ?? ''
  expect((await run(contractCommand, uuid)).lines.join('\n')).toMatch(
    /regular cards +5\.00%[\s\S]*free tickets +1\.50 shekels/,
  )

  const changed = await run(contractCommand, uuid, '--tourist', '8.25', '--ticket', '2', '--vat', 'inside')
  expect(changed.lines.join('\n')).toMatch(/tourist cards +8\.25%[\s\S]*2\.00 shekels each, VAT inside/)
  expect((await run(contractCommand, uuid)).lines.join('\n')).toContain('8.25%')

  const later = await run(contractCommand, uuid, '--regular', '4', '--from', '2099-12-01')
  expect(later.lines).toContain('  from 2099-12-01 00:00 (Israel)')
  expect((await run(contractCommand, uuid)).lines.at(-1)).toBe('  other terms begin 2099-12-01 00:00 (Israel)')
  expect((await run(contractCommand, uuid)).lines.join('\n')).toMatch(/regular cards +5\.00%/)

  await expect(run(contractCommand, uuid, '--regular', '5.125')).rejects.toThrow('at most two decimal places')
  await expect(run(contractCommand, uuid, '--regular', '500')).rejects.toThrow('cannot be')
  await expect(run(contractCommand, uuid, '--from', 'tomorrow')).rejects.toThrow('must be a day')
  await expect(run(contractCommand, 'nobody at all')).rejects.toThrow('No account is called')
})

test('payouts lists what is due, drafts it once, and another person approves it', async () => {
  const due = await run(payoutsCommand)
  const total = /^To transfer: (\d+\.\d\d) shekels to 1 accounts\.$/.exec(due.lines.at(-1) ?? '')?.[1]
  expect(Number(total)).toBeGreaterThan(0)
  expect(due.lines.join('\n')).toMatch(/bank \d+, branch \d+, account \d+/)
  await expect(run(payoutsCommand, 'draft')).rejects.toThrow('--by')
  const drafted = await run(payoutsCommand, 'draft', '--by', 'Dana')
  expect(drafted.lines.at(-1)).toBe(`Drafted: ${total} shekels to 1 accounts.`)
  const open = await run(payoutsCommand)
  expect(open.lines.at(-1)).toBe('To transfer: 0.00 shekels to 0 accounts.')
  const [id = ''] = /^[0-9a-f-]{36}(?= {2}draft)/.exec(open.lines.at(-2) ?? '') ?? []
  expect(await run(payoutsCommand, 'approve', id, '--by', 'Dana')).toMatchObject({ code: 1 })
  const approved = await run(payoutsCommand, 'approve', id, '--by', 'Noa')
  expect(approved).toMatchObject({ code: 0, lines: [expect.stringContaining('approved by Noa')] })
  expect(await run(payoutsCommand, 'sent', id, '--reference', 'M1')).toMatchObject({ code: 1 })
  const out = join(folder, 'bank.csv')
  await expect(run(bankFileCommand, '--by', 'Dana', '--out', out)).rejects.toThrow('MASAV_INSTITUTION')
  const payOn = dayAfter(dayIn(ISRAEL_ZONE, new Date()), 9)
  const csv = ['--by', 'Dana', '--format', 'csv', '--pay-on', payOn, '--out']
  await expect(run(bankFileCommand, ...csv, join(folder, 'none', 'bank.csv'))).rejects.toThrow('cannot be written')
  const { earlier } = await world.db
    .selectFrom('payout_batches')
    .select((eb) => eb.fn.max('number').as('earlier'))
    .executeTakeFirstOrThrow()
  const file = await run(bankFileCommand, ...csv, out)
  // The one that could not be written has marked nothing and used up no number.
  expect(file.lines).toEqual([`Bank file ${earlier + 1}: 1 payouts, ${total} shekels, to be paid on ${payOn}.`])
  expect((await run(payoutsCommand)).lines.join('\n')).toMatch(
    new RegExp(`${id}  exported .*, bank file ${earlier + 1}  `),
  )
  expect(readFileSync(out, 'utf8')).toContain(`,${total},${payOn},${earlier + 1}000001,${id}`)
  expect((await run(bankFileCommand, '--by', 'Dana', '--out', out, '--format', 'csv')).lines[0]).toContain('nothing')
  expect(await run(payoutsCommand, 'sent', id, '--reference', 'M1')).toMatchObject({ code: 0 })
  expect(await run(payoutsCommand, 'confirm', id)).toMatchObject({ code: 0 })
})

test('a contract cannot begin before events were settled', async () => {
  const { account_id: uuid } = await world.db.selectFrom('statements').select('account_id').executeTakeFirstOrThrow()
  const terms = (from: string) => run(contractCommand, uuid, '--regular', '9', '--from', from)
  await expect(terms('2020-01-01')).rejects.toThrow('Events were settled on')
  expect((await run(contractCommand, uuid)).lines.join('\n')).not.toContain('9.00%')
  expect((await terms('2099-01-01')).code).toBe(0)
})

test('statements shows what an account was told', async () => {
  const { vat_number: account } = await world.db.selectFrom('accounts').select('vat_number').executeTakeFirstOrThrow()
  const listed = await run(statementsCommand, '--account', account)
  // the oldest is the last line
  expect(listed.lines.at(-1)).toMatch(/^ {2}1 .* 0\.00 → +0\.00 {2}[0-9a-f]{64}$/)
  const shown = await run(statementsCommand, 'show', '1', '--account', account)
  expect(shown.lines.join('\n')).toMatch(/opening balance[\s\S]+sale, [\s\S]+payout[\s\S]+closing balance/)
  await expect(
    run(statementsCommand, 'show', '1', '--account', account, '--out', join(folder, 'x.pdf')),
  ).rejects.toThrow('--out writes a text')
  await expect(run(statementsCommand, 'show', '99', '--account', account)).rejects.toThrow('has no statement 99')
  expect((await run(statementsCommand, 'due')).lines.at(-1)).toBe('To transfer: 0.00 shekels to 0 accounts.')
})

test('ledger books an act of the operator once', async () => {
  const { vat_number: account } = await world.db.selectFrom('accounts').select('vat_number').executeTakeFirstOrThrow()
  const correct = ['correct', '--account', account, '--amount', '12.50', '--ref', 'letter of 3 May']
  expect((await run(ledgerCommand, ...correct)).lines).toEqual(['Booked.'])
  expect((await run(ledgerCommand, ...correct)).lines[0]).toContain('booked before')
  const due = await run(payoutsCommand)
  expect(due.lines.join('\n')).toMatch(/12\.50 {2}correction/)
  await expect(run(ledgerCommand, 'correct', '--amount', '1')).rejects.toThrow('--ref')
})

test('an issuer that is named in part stops what issues documents, and nothing else', async () => {
  const before = settings
  settings = { ...settings, documents: readSettings({ ISSUER_NUMBER: '515308203' }).documents }
  for (const [command, ...args] of [
    [documentsCommand, 'issue'],
    [uniformFileCommand, '--from', '2020-01-01', '--to', '2020-12-31', '--out', folder],
    [allocationsCommand, 'emergency', '1', '--by', 'Dana'],
  ] as const)
    await expect(run(command, ...args)).rejects.toThrow('ISSUER_NAME is missing: ISSUER_NUMBER needs it.')
  expect((await run(documentsCommand)).code).toBe(0)
  expect((await run(payoutsCommand)).code).toBe(0)
  settings = before
})

test('documents are issued once an issuer is named, and listed', async () => {
  await expect(run(documentsCommand, 'issue')).rejects.toThrow('ISSUER_NUMBER is not set')
  await expect(run(documentsCommand, '--type', 'bill')).rejects.toThrow('one of tax_invoice')
  await expect(run(documentsCommand, '--from', 'May')).rejects.toThrow('--from must be a day')
  expect((await run(documentsCommand)).lines).toEqual(['0 documents'])
  const env = {
    ISSUER_NUMBER: '515308203',
    ISSUER_NAME: 'Kartis',
    ISSUER_ADDRESS: 'Herzl 1',
    DOCUMENTS_FROM: '2020-01-01',
  }
  const before = settings
  settings = { ...settings, documents: readSettings(env).documents }
  const [line = ''] = (await run(documentsCommand, 'issue')).lines
  const out = join(folder, 'document.pdf')
  await expect(run(documentsCommand, 'print', '--document', '320-1', '--by', 'Dana')).rejects.toThrow('--out')
  await expect(
    run(documentsCommand, 'print', '--document', '320-999999', '--by', 'Dana', '--out', out),
  ).rejects.toThrow('no document 320-999999')
  const { id, number } = await world.db
    .selectFrom('documents as d')
    .innerJoin('document_allocations as a', 'a.document_id', 'd.id')
    .select(['d.id', 'd.number'])
    .where('d.type', '=', 'tax_invoice_receipt')
    .executeTakeFirstOrThrow()
  const printed = async (state: 'pending' | 'waived') => {
    await world.db
      .updateTable('document_allocations')
      .set({ state, number: null })
      .where('document_id', '=', id)
      .execute()
    return (await run(documentsCommand, 'print', '--document', `320-${number}`, '--by', 'Dana', '--out', out)).lines
  }
  expect(await printed('pending')).toEqual([
    expect.stringContaining('A copy is in'),
    expect.stringContaining('It waits for its allocation number and has no original yet: do not hand it over'),
  ])
  expect(await printed('waived')).toEqual([
    expect.stringContaining('The original is in'),
    expect.stringContaining('hand it over on paper'),
  ])
  expect((await run(allocationsCommand)).lines.at(-1)).toMatch(/open allocation numbers$/)
  await expect(run(allocationsCommand, 'waive', '--document', '320', '--by', 'Dana')).rejects.toThrow('such as 320-12')
  expect((await run(allocationsCommand, 'emergency', '911111111, 922222222', '--by', 'Dana')).lines).toEqual([
    '2 emergency numbers are unused.',
  ])
  await expect(run(uniformFileCommand, '--from', 'May')).rejects.toThrow('--from must be a day')
  const written = await run(uniformFileCommand, '--from', '2020-01-01', '--to', '2099-12-31', '--out', folder)
  expect(written.lines).toHaveLength(5)
  const [, madeIn = ''] = /^Written to (.+)\.$/u.exec(written.lines.at(-1) ?? '') ?? []
  expect(readdirSync(madeIn).toSorted()).toEqual(['BKMVDATA.zip', 'INI.TXT'])
  settings = before
  expect(line).toMatch(/^\d+ documents issued in \d+\.\d\d s\.$/)
  expect((await run(documentsCommand)).lines.at(-1)).toBe(line.replace(/ issued.*$/, ''))
})

test('disputes notes what the acquirer tells, once, and what became of it', async () => {
  const payment = await world.db
    .selectFrom('payments')
    .select(['id', 'amount'])
    .where('status', '=', 'paid')
    .where('method', '=', 'card')
    .where('disputed', '=', 0)
    .executeTakeFirstOrThrow()
  const open = (await run(disputesCommand)).lines.at(-1)
  const about = ['--payment', payment.id, '--ref', 'CAL-7731', '--by', 'Dana']
  await expect(run(disputesCommand, 'note', ...about, '--amount', '999999')).rejects.toThrow('left of that charge')
  const noted = await run(disputesCommand, 'note', ...about, '--amount', '10', '--deadline', '2099-01-02')
  expect(noted.lines[0]).toMatch(/^Dispute [0-9a-f-]{36}, evidence due by 2099-01-02\.$/)
  expect((await run(disputesCommand, 'note', ...about)).lines[0]).toContain('noted before')
  const line = (await run(disputesCommand)).lines.find((text) => text.includes('CAL-7731')) ?? ''
  expect(line).toMatch(/notified .*10\.00 {2}/)
  const id = line.slice(0, 36)
  expect((await run(disputesCommand, 'sent', id, '--by', 'Dana')).lines).toEqual(['Noted.'])
  expect((await run(disputesCommand, 'deadline', id, '--deadline', '2099-02-02', '--by', 'Dana')).lines).toEqual([
    'Noted.',
  ])
  const out = join(folder, 'evidence.pdf')
  expect((await run(disputesCommand, 'evidence', id, '--lang', 'en', '--out', out)).lines[0]).toContain(out)
  expect(readFileSync(out).subarray(0, 5).toString()).toBe('%PDF-')
  await expect(run(disputesCommand, 'evidence', id, '--lang', 'fr')).rejects.toThrow('--lang')
  expect((await run(disputesCommand, 'lost', id, '--by', 'Dana', '--note', 'letter of 3 May')).lines).toEqual([
    'Noted.',
  ])
  await expect(run(disputesCommand, 'won', id, '--by', 'Dana')).rejects.toThrow('it is lost')
  expect((await run(disputesCommand)).lines.at(-1)).toBe(open)
  expect((await run(disputesCommand, '--state', 'all')).lines.join()).toContain('“letter of 3 May”')
})

test('reconcile compares with the gateway, loads reports, and says what became of each difference', async () => {
  const compared = await run(reconcileCommand, 'run')
  expect(compared).toMatchObject({ code: 0 })
  expect(compared.lines.join()).toMatch(/\d+ transactions, 0 refunds of its console recorded/)
  const file = join(folder, 'report.csv')
  writeFileSync(file, 'ref,amount,fee,day,deposit\nnobody-knows,100.00,1.00,2026-01-02,D1\n')
  await expect(run(reconcileCommand, 'load', file, '--acquirer', 'cal')).rejects.toThrow('--terminal is needed')
  const { id: terminal } = await world.db
    .selectFrom('payment_terminals')
    .select('id')
    .where('account_id', 'is', null)
    .executeTakeFirstOrThrow()
  const from = ['--acquirer', 'cal', '--terminal', terminal]
  const loaded = await run(reconcileCommand, 'load', file, ...from)
  expect(loaded.lines).toEqual(['1 lines, 1 of them new, 2026-01-02 to 2026-01-02: 1 differences'])
  writeFileSync(file, 'deposit,amount,day\nD1,98.00,2026-01-02\n')
  expect((await run(reconcileCommand, 'deposits', file, '--acquirer', 'cal')).lines.join()).toContain('1 differences')
  const { lines } = await run(reconcileCommand)
  const found = lines.find((line) => line.includes('acquirer theirs_only'))
  expect(lines.join('\n')).toMatch(/bank deposit_short +ours +99\.00 +theirs +98\.00/)
  const id = found?.slice(0, 36) ?? ''
  await expect(run(reconcileCommand, 'explain', id, '--by', 'Dana')).rejects.toThrow('--note is needed')
  const owned = await run(reconcileCommand, 'own', id, '--by', 'Dana', '--owner', 'Noa')
  expect(owned.lines.join()).toContain('for Noa')
  const explained = await run(reconcileCommand, 'explain', id, '--by', 'Dana', '--note', 'another shop')
  expect(explained).toMatchObject({ code: 0, lines: [expect.stringMatching(/explained .*“another shop”/)] })
  expect((await run(reconcileCommand, 'explain', id, '--by', 'Dana', '--note', 'again')).code).toBe(1)
  writeFileSync(file, 'ref,amount,day\nx,1o0,2026-01-02\n')
  await expect(run(reconcileCommand, 'load', file, ...from)).rejects.toThrow('line 2: amount must be a sum')
  await expect(run(reconcileCommand, 'load', `${file}.none`, '--acquirer', 'cal')).rejects.toThrow('cannot be read')
})

test('the demo data are loaded once, and never in production', async () => {
  expect((await run(createDemoCommand(demo))).lines[0]).toBe('The demo was loaded before; nothing was changed.')
  await expect(
    createDemoCommand(demo).run({ settings: { ...settings, production: true }, args: [], print: () => undefined }),
  ).rejects.toThrow('production')
})

test('an up-to-date database is not changed', async () => {
  expect((await run(migrateCommand)).lines).toEqual(['The database is up to date.'])
})

test('the doctor lists problems, and fails when there are any', async () => {
  const { lines } = await run(doctorCommand)
  expect(lines[0]).toMatch(/^✓ database: PostgreSQL 18/)
  expect(lines).toContain('✓ migrations: all applied')
  expect(lines).toContain('✓ dead letters: none')
  expect(lines).toContainEqual(expect.stringMatching(/^✓ ledger: \d+ events have the same sums as their payments$/))
  await world.db
    .insertInto('messages')
    .values({
      id: world.platform.newId(),
      channel: 'sms',
      to: '+972501234567',
      lang: 'he',
      template: 'x',
      text: 't',
      status: 'dead',
      last_error: 'no such number',
    })
    .execute()
  const broken = await run(doctorCommand)
  expect(broken.code).toBe(1)
  expect(broken.lines.join('\n')).toMatch(/✗ dead letters: 1 [\s\S]*no such number/)
  await run(doctorCommand, '--retry')
  const row = await world.db.selectFrom('messages').select('status').where('template', '=', 'x').executeTakeFirst()
  expect(row?.status).not.toBe('dead')
})

test('terminals are listed, added with credentials from a file, suspended and resumed', async () => {
  const file = join(folder, 'cardcom.env')
  writeFileSync(file, 'CARDCOM_TERMINAL=4711\nCARDCOM_API_NAME=name\nCARDCOM_API_PASSWORD=a secret\n')
  const [account] = (await run(contractCommand)).lines
  const uuid = account?.slice(0, 36) ?? ''
  const offered = ['--installments', '6', '--min-installment', '50', '--bit', 'on']
  const added = await run(
    terminalsCommand,
    'add',
    '--account',
    uuid,
    '--gateway',
    'cardcom',
    '--from',
    file,
    '--unchecked',
    ...offered,
  )
  expect(added.lines.join()).toMatch(/active +cardcom 4711 .*up to 6 instalments of 50 shekels, Bit$/)
  const [id = ''] = added.lines[0]?.split(' ') ?? []
  expect((await run(terminalsCommand, 'suspend', id)).lines.join()).toMatch(/suspended +cardcom 4711/)
  expect((await run(terminalsCommand)).lines.join('\n')).toMatch(
    /active .*tranzila .*installation[\s\S]*suspended +cardcom/,
  )
  expect((await run(terminalsCommand, 'resume', id)).lines.join()).toMatch(/active +cardcom/)
  expect((await run(terminalsCommand, 'remove', id)).lines.join()).toMatch(/removed +cardcom/)
  await expect(run(terminalsCommand, 'add', '--gateway', 'cardcom')).rejects.toThrow('--from is needed')
  await expect(run(terminalsCommand, 'suspend', 'x')).rejects.toThrow('by its uuid')
  await expect(run(terminalsCommand, 'offer', id, '--installments', '99')).rejects.toThrow('from 1 to 36')
})
