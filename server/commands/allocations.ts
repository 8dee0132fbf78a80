import { MAX_EMERGENCY_NUMBERS } from '@kartis/domain/allocation.ts'
import { DOCUMENT_CODES, DOCUMENT_TYPES } from '@kartis/domain/tax-document.ts'
import {
  type AllocationNote,
  type AllocationRow,
  issuerOf,
  keepEmergencyNumbers,
  noteAllocation,
  readOpenAllocations,
} from '../modules/settling/documents/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { amount } from './settlement-lines.ts'
import { parseArguments, type ValuesOf } from './parse-arguments.ts'

const OPTIONS = {
  document: { type: 'string' },
  number: { type: 'string' },
  by: { type: 'string' },
} as const

type Values = ValuesOf<typeof OPTIONS>

const NUMBER = /^\d{9,30}$/

const lineOf = (row: AllocationRow): string =>
  [
    `${DOCUMENT_CODES[row.type]}-${row.number}`.padEnd(10),
    row.state.padEnd(9),
    row.day,
    amount(row.vat),
    row.recipient_name,
    ...(row.allocation === null ? [] : [`${row.allocation}, to be reported`]),
    ...(row.failures === 0 ? [] : [`${row.failures} failures`]),
    ...(row.code === null ? [] : [`${row.code} ${row.message ?? ''}`.trim()]),
  ].join('  ')

/** The document that `--document` names. */
export const documentOf = ({ document = '' }: { readonly document?: string | undefined }) => {
  const [, code, number] = /^(\d{3})-(\d{1,9})$/.exec(document) ?? []
  const type = DOCUMENT_TYPES.find((each) => String(DOCUMENT_CODES[each]) === code)
  if (!type) throw new CommandError('--document must be a code and a number such as 320-12.')
  return { type, number: Number(number) }
}

const noteOf = (act: string, { number = '' }: Values): AllocationNote => {
  if (act === 'waive' || act === 'reported') return { act }
  if (!NUMBER.test(number)) throw new CommandError('--number must be the digits that the Tax Authority gave.')
  return { act: 'number', number }
}

const PROBLEMS = {
  not_found: 'There is no such document, or it needs no allocation number.',
  wrong_state: 'That is not possible any more; nothing was changed.',
} as const

const keep = async (platform: Platform, issuer: string, list: string | undefined, by: string): Promise<string> => {
  const numbers = (list ?? '').split(',').map((number) => number.trim())
  if (!numbers.every((number) => NUMBER.test(number)))
    throw new CommandError('Name the emergency numbers, separated by commas.')
  const unused = await keepEmergencyNumbers(platform, issuer, numbers, by)
  if (unused === undefined)
    throw new CommandError(`No more than ${MAX_EMERGENCY_NUMBERS} unused emergency numbers may be kept.`)
  return `${unused} emergency numbers are unused.`
}

export const allocationsCommand: Command = {
  name: 'allocations',
  summary: 'allocation numbers of invoices: what waits or was refused, numbers by hand, emergency numbers',
  usage: [
    'allocations                                                      what waits, was refused or is to be reported',
    'allocations note --document 320-12 --number 123456789 --by Dana  a number that the Tax Authority gave',
    'allocations waive --document 320-12 --by Dana                    the invoice stands without one',
    'allocations emergency 111111111,222222222 --by Dana              keep numbers for failures, at most ten',
    'allocations reported --document 320-12 --by Dana                 its emergency number was reported',
  ],
  run: async ({ settings, args, print }) => {
    const { values, positionals } = parseArguments(args, OPTIONS, { emergency: 1 })
    const [act, list] = positionals
    return withPlatform(settings, async (platform) => {
      if (act === undefined) {
        const rows = await readOpenAllocations(platform.db)
        for (const row of rows) print(lineOf(row))
        print(`${rows.length} open allocation numbers`)
        return 0
      }
      if (!['note', 'waive', 'reported', 'emergency'].includes(act))
        throw new CommandError(`allocations has no ${act}; see --help.`)
      const issuer = issuerOf(platform)?.party.number
      if (!issuer) throw new CommandError('ISSUER_NUMBER is not set: nobody is named who issues documents.')
      const by = values.by?.trim()
      if (!by) throw new CommandError('--by is needed: the name of who notes it.')
      if (act === 'emergency') {
        print(await keep(platform, issuer, list, by))
        return 0
      }
      const problem = await noteAllocation(platform, { issuer, ...documentOf(values) }, noteOf(act, values), by)
      if (problem) throw new CommandError(PROBLEMS[problem])
      print('Noted.')
      return 0
    })
  },
}
