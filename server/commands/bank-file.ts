import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { dayAfter, dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import {
  BANK_FILE_FORMATS,
  bankFile,
  BankFileError,
  type BankFileFormat,
  exportBatch,
} from '../modules/settling/payouts/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Command, CommandError, withPlatform } from './command.ts'

const OPTIONS = {
  by: { type: 'string' },
  'pay-on': { type: 'string' },
  format: { type: 'string', default: 'masav' },
  out: { type: 'string' },
  file: { type: 'string' },
} as const

const formatOf = (text: string): BankFileFormat => {
  const format = BANK_FILE_FORMATS.find((name) => name === text)
  if (!format) throw new CommandError(`--format must be ${BANK_FILE_FORMATS.join(' or ')}.`)
  return format
}

const payOnOf = (platform: Platform, text: string | undefined): string => {
  const day = text ?? dayAfter(dayIn(ISRAEL_ZONE, platform.clock()))
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new CommandError('--pay-on must be a day, such as 2026-12-08.')
  return day
}

/** Puts the approved payouts into a new file; its number. */
const newFile = async (
  platform: Platform,
  { by, payOn }: { readonly by: string | undefined; readonly payOn: string },
  print: (line: string) => void,
): Promise<number | undefined> => {
  if (!by?.trim()) throw new CommandError('--by is needed: the name of who writes the file.')
  const { batch, withdrawn } = await exportBatch(platform, { by, payOn })
  for (const payout of withdrawn)
    print(`${payout.id}  left out: its bank details were changed; it needs another approval.`)
  return batch?.number
}

const write = async (platform: Platform, number: number, format: BankFileFormat, out: string) => {
  try {
    const made = await bankFile(platform, number, format)
    if (!made) throw new CommandError(`There is no bank file ${number}.`)
    // It has account numbers: nobody else on the machine may read it.
    writeFileSync(out, made.bytes, { mode: 0o600 })
    return made.batch
  } catch (error) {
    if (error instanceof BankFileError) throw new CommandError(error.message)
    throw error
  }
}

/** What Masav needs is checked before payouts are marked as exported. */
const refuseWithoutCodes = ({ settings }: Platform, format: BankFileFormat): void => {
  const { institution, sender } = settings.settlement.masav
  if (format === 'masav' && (!institution || !sender))
    throw new CommandError(
      'MASAV_INSTITUTION and MASAV_SENDER are needed: the codes that Masav gave you. Or --format csv.',
    )
}

export const bankFileCommand: Command = {
  name: 'bank-file',
  summary: 'write the approved payouts into a file for the bank',
  usage: [
    'bank-file --by <name> --out <path> [--pay-on 2026-12-08] [--format masav|csv]',
    '                                   every approved payout, to be paid on that day (default: tomorrow)',
    'bank-file --file <number> --out <path> [--format masav|csv]    write an earlier file again, the same bytes',
  ],
  run: async ({ settings, args, print }) => {
    const { values } = parseArgs({ args: [...args], options: OPTIONS })
    const format = formatOf(values.format)
    const { out } = values
    if (!out) throw new CommandError('--out is needed: the path of the file.')
    if (values.file !== undefined && !/^\d{1,9}$/.test(values.file)) throw new CommandError('--file must be a number.')
    return withPlatform(settings, async (platform) => {
      refuseWithoutCodes(platform, format)
      const number =
        values.file === undefined
          ? await newFile(platform, { by: values.by, payOn: payOnOf(platform, values['pay-on']) }, print)
          : Number(values.file)
      if (number === undefined) {
        print('No payout is approved: nothing was written.')
        return 0
      }
      const batch = await write(platform, number, format, out)
      print(
        `Bank file ${batch.number}: ${batch.payouts} payouts, ${(batch.total / 100).toFixed(2)} shekels, to be paid on ${batch.pay_on}.`,
      )
      return 0
    })
  },
}
