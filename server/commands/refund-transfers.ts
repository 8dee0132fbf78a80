import { REFUND_TRANSFER_STATES } from '@kartis/domain/refund-transfer.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import {
  countOwn,
  fileBytes,
  listTransfers,
  makeFile,
  readShown,
  settleTransfer,
  type ShownTransfer,
} from '../modules/settling/refund-transfers/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { findAccount } from './find-account.ts'
import { requireMasavSender } from './masav-sender.ts'
import { payDayOf, uuidOf } from './option-values.ts'
import { withOutputFile } from './output-file.ts'
import { amount } from './settlement-lines.ts'
import { parseArguments, type ValuesOf } from './parse-arguments.ts'

const OPTIONS = {
  account: { type: 'string' },
  by: { type: 'string' },
  out: { type: 'string' },
  format: { type: 'string', default: 'masav' },
  'pay-on': { type: 'string' },
  file: { type: 'string' },
  note: { type: 'string' },
} as const

type Values = ValuesOf<typeof OPTIONS>

const MAX_LISTED = 1000

const lineOf = (row: ShownTransfer): string =>
  [
    row.id,
    row.state.padEnd(9),
    amount(row.amount),
    `by ${dayIn(ISRAEL_ZONE, row.due_at)}`,
    `order ${row.order_number}`,
    row.event_name,
    ...(row.file_number === null ? [] : [`file ${row.file_number} ${row.file_id}`]),
  ].join('  ')

const accountOf = (platform: Platform, { account }: Values) => {
  if (!account) throw new CommandError('--account is needed: the name or the uuid of the producer.')
  return findAccount(platform, account)
}

/** The codes of Masav; checked before anything is marked as exported. */
const codesOf = (platform: Platform, values: Values) => {
  if (values.format === 'csv') return undefined
  if (values.format !== 'masav') throw new CommandError('--format must be masav or csv.')
  return { ...requireMasavSender(platform), payOn: payDayOf(platform, values['pay-on']) }
}

const newFile = async (platform: Platform, accountId: string, by: string | undefined): Promise<string | undefined> => {
  if (!by?.trim()) throw new CommandError('--by is needed: the name of who writes the file.')
  const file = await makeFile(platform, { accountId, by: by.trim(), paidBy: 'operator' }, platform.clock())
  return isRefusal(file) ? undefined : file.id
}

const writeFile = async (
  platform: Platform,
  {
    values,
    accountId,
    codes,
  }: { readonly values: Values; readonly accountId: string; readonly codes: ReturnType<typeof codesOf> },
  print: (line: string) => void,
  save: (bytes: Uint8Array) => void,
): Promise<void> => {
  const again = values.file === undefined ? undefined : uuidOf(values.file, 'file', 'refund-transfers list')
  const own = again === undefined ? await countOwn(platform.db, accountId) : 0
  if (own > 0) print(`${own} refunds are of charges on the producer's own terminal: the producer pays them.`)
  const id = again ?? (await newFile(platform, accountId, values.by))
  if (id === undefined) {
    print('No buyer has given bank details that are not in a file yet: nothing was written.')
    return
  }
  try {
    const made = await fileBytes(platform, { accountId, id }, codes)
    if (isRefusal(made))
      throw new CommandError(
        made.refusal === 'not_found' ? `There is no file ${id}.` : 'Its bank details have been erased.',
      )
    save(made.bytes)
    const { number, transfers, total } = made.file
    print(`File ${number} (${id}): ${transfers} refunds, ${(total / 100).toFixed(2)} shekels.`)
  } catch (error) {
    if (again === undefined) print(`The refunds are in file ${id}, which was not written: repeat with --file ${id}.`)
    throw error
  }
}

const write = async (platform: Platform, values: Values, print: (line: string) => void): Promise<number> => {
  const { out } = values
  if (!out) throw new CommandError('--out is needed: the path of the file.')
  const codes = codesOf(platform, values)
  const { id: accountId } = await accountOf(platform, values)
  await withOutputFile(out, (save) => writeFile(platform, { values, accountId, codes }, print, save))
  return 0
}

/** Notes that the bank has transferred a refund in a file of the operator; what the producer pays, the producer notes. */
const noteDone = async (platform: Platform, id: string, values: Values, print: (line: string) => void) => {
  const [by, note] = [values.by?.trim(), values.note?.trim()]
  if (!by) throw new CommandError('--by is needed: the name of who notes it.')
  if (!note) throw new CommandError('--note is needed: the number of the transfer, to find it again.')
  const { id: accountId } = await accountOf(platform, values)
  const row = await readShown(platform.db, accountId, id)
  if (!row) throw new CommandError(`There is no refund ${id}; see refund-transfers list.`)
  if (row.file_paid_by !== 'operator')
    throw new CommandError('It is in no file of yours: the producer pays it, and notes it in the money area.')
  const refused = await settleTransfer(
    platform,
    { accountId, id },
    { note, by, side: 'operator', now: platform.clock() },
  )
  if (refused) throw new CommandError(`It cannot be noted (${refused.refusal}); it is ${row.state}.`)
  print(`Order ${row.order_number}: ${amount(row.amount)} shekels are with the buyer.`)
  return 0
}

export const refundTransfersCommand: Command = {
  name: 'refund-transfers',
  summary: 'refunds that go back by bank transfer, because the gateway has refused them for good',
  usage: [
    'refund-transfers list --account <name or uuid>',
    'refund-transfers file --account <name or uuid> --by <name> --out <path> [--format masav|csv] [--pay-on 2026-12-08]',
    '                                   every refund of what you have collected, whose buyer has given bank details; you pay it',
    'refund-transfers file --account <name or uuid> --file <uuid> --out <path> [--format masav|csv]    an earlier file again',
    'refund-transfers done <refund> --account <name or uuid> --by <name> --note <text>',
    '                                   the bank has transferred it: only of what is in a file of yours',
  ],
  run: async ({ settings, args, print }) => {
    const { values, positionals } = parseArguments(args, OPTIONS, { done: 1 })
    const [act = 'list', id] = positionals
    return withPlatform(settings, async (platform) => {
      if (act === 'file') return write(platform, values, print)
      if (act === 'done') {
        if (id === undefined) throw new CommandError('refund-transfers done needs the uuid of a refund.')
        return noteDone(platform, uuidOf(id, 'refund', 'refund-transfers list'), values, print)
      }
      if (act !== 'list')
        throw new CommandError('refund-transfers list, refund-transfers file or refund-transfers done.')
      const { id: accountId } = await accountOf(platform, values)
      const states = REFUND_TRANSFER_STATES.filter((state) => state !== 'done' && state !== 'withdrawn')
      const { rows, total } = await listTransfers(platform.db, { accountId, states, limit: MAX_LISTED, offset: 0 })
      for (const row of rows) print(lineOf(row))
      print(`${total} open.`)
      return 0
    })
  },
}
