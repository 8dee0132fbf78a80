import {
  BANK_FILE_FORMATS,
  bankFile,
  BankFileError,
  type BankFileFormat,
  exportBatch,
} from '../modules/settling/payouts/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { requireMasavSender } from './masav-sender.ts'
import { payDayOf } from './option-values.ts'
import { withOutputFile } from './output-file.ts'
import { parseArguments } from './parse-arguments.ts'

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

const bytesOf = async (platform: Platform, number: number, format: BankFileFormat) => {
  try {
    const made = await bankFile(platform, number, format)
    if (!made) throw new CommandError(`There is no bank file ${number}.`)
    return made
  } catch (error) {
    if (error instanceof BankFileError) throw new CommandError(error.message)
    throw error
  }
}

interface Request {
  readonly format: BankFileFormat
  /** An earlier file; else a new one. */
  readonly file: number | undefined
  readonly by: string | undefined
  readonly payOn: string
}

const write = async (
  platform: Platform,
  { format, file, by, payOn }: Request,
  print: (line: string) => void,
  save: (bytes: Uint8Array) => void,
): Promise<void> => {
  const number = file ?? (await newFile(platform, { by, payOn }, print))
  if (number === undefined) {
    print('No payout is approved: nothing was written.')
    return
  }
  try {
    const { batch, bytes } = await bytesOf(platform, number, format)
    save(bytes)
    print(
      `Bank file ${batch.number}: ${batch.payouts} payouts, ${(batch.total / 100).toFixed(2)} shekels, to be paid on ${batch.pay_on}.`,
    )
  } catch (error) {
    if (file === undefined)
      print(`The payouts are in bank file ${number}, which was not written: repeat with --file ${number}.`)
    throw error
  }
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
    const { values } = parseArguments(args, OPTIONS, 0)
    const format = formatOf(values.format)
    const { out } = values
    if (!out) throw new CommandError('--out is needed: the path of the file.')
    if (values.file !== undefined && !/^\d{1,9}$/.test(values.file)) throw new CommandError('--file must be a number.')
    return withPlatform(settings, async (platform) => {
      if (format === 'masav') requireMasavSender(platform)
      const request = {
        format,
        file: values.file === undefined ? undefined : Number(values.file),
        by: values.by,
        payOn: payDayOf(platform, values['pay-on']),
      }
      // It has account numbers. The file is open before payouts are marked as exported.
      await withOutputFile(out, (save) => write(platform, request, print, save))
      return 0
    })
  },
}
