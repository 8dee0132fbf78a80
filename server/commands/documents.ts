import { DOCUMENT_TYPES } from '@kartis/domain/tax-document.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import {
  CertificateError,
  type DocumentRow,
  findDocument,
  issueAllDue,
  issuerOf,
  listDocuments,
  printDocument,
  type PrintedFile,
} from '../modules/settling/documents/index.ts'
import type { Platform } from '../platform/platform.ts'
import { documentOf } from './allocations.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { findAccount } from './find-account.ts'
import { optionalDayOf } from './option-values.ts'
import { withOutputFile } from './output-file.ts'
import { amount } from './settlement-lines.ts'
import { parseArguments, type ValuesOf } from './parse-arguments.ts'

const OPTIONS = {
  account: { type: 'string' },
  type: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  document: { type: 'string' },
  out: { type: 'string' },
  by: { type: 'string' },
} as const

type Values = ValuesOf<typeof OPTIONS>
type Print = (line: string) => void

const MAX_LISTED = 1000

const lineOf = (row: DocumentRow): string =>
  [
    row.day,
    row.type.padEnd(19),
    String(row.number).padStart(6),
    amount(row.net),
    amount(row.vat),
    amount(row.total),
    row.recipient_name,
    ...(row.statement_number === null ? [] : [`statement ${row.statement_number}`]),
    ...(row.cited_number === null ? [] : [`credits ${row.cited_type} ${row.cited_number}`]),
  ].join('  ')

const list = async (platform: Platform, values: Values, print: Print): Promise<void> => {
  const type = DOCUMENT_TYPES.find((each) => each === values.type)
  if (values.type !== undefined && !type) throw new CommandError(`--type must be one of ${DOCUMENT_TYPES.join(', ')}.`)
  const account = values.account === undefined ? undefined : await findAccount(platform, values.account)
  const { rows, total } = await listDocuments(platform.db, {
    accountId: account?.id,
    type,
    from: optionalDayOf('from', values.from),
    to: optionalDayOf('to', values.to),
    limit: MAX_LISTED,
    offset: 0,
  })
  for (const row of rows) print(lineOf(row))
  print(total > rows.length ? `${rows.length} of ${total} documents` : `${total} documents`)
}

const UNNAMED = 'ISSUER_NUMBER is not set: nobody is named who issues documents.'

/** How the original may be handed over: electronically only when it is signed and the recipient has agreed. */
const deliveryOf = ({ isWaiting, isSigned, consent }: PrintedFile): string => {
  if (isWaiting)
    return 'It waits for its allocation number and has no original yet: do not hand it over; see allocations.'
  if (!isSigned) return 'It is not signed (DOCUMENT_CERTIFICATE): hand it over on paper.'
  if (!consent) return 'It is signed, but its recipient has not agreed to electronic documents: hand it over on paper.'
  const day = dayIn(ISRAEL_ZONE, consent.created_at)
  return `It is signed, and its recipient agreed to electronic documents on ${day} (sentence ${consent.text}, ${consent.lang}).`
}

const refusedCertificate = (error: unknown): never => {
  throw error instanceof CertificateError ? new CommandError(error.message) : error
}

const printTo = async (platform: Platform, values: Values, print: Print): Promise<void> => {
  const issuer = issuerOf(platform)?.party.number
  if (!issuer) throw new CommandError(UNNAMED)
  const [by, out] = [values.by?.trim(), values.out]
  if (!by || !out) throw new CommandError('documents print needs --out <path> and --by <name>.')
  const id = await findDocument(platform.db, issuer, documentOf(values))
  // The original is printed once: the file is open before it counts as printed.
  await withOutputFile(out, async (write) => {
    const file = id === undefined ? undefined : await printDocument(platform, id, by).catch(refusedCertificate)
    if (!file) throw new CommandError(`There is no document ${values.document}.`)
    write(file.pdf)
    print(file.print === 'original' ? `The original is in ${out}.` : `A copy is in ${out}.`)
    print(deliveryOf(file))
  })
}

export const documentsCommand: Command = {
  name: 'documents',
  summary: 'tax invoices, receipts and credit notes about the fees: list them, or issue what is missing',
  usage: [
    'documents [--account <account>] [--type tax_invoice|…] [--from 2026-12-01] [--to 2026-12-31]',
    'documents issue                  for statements and payments without documents; the server does it by itself',
    'documents print --document 320-12 --out 320-12.pdf --by Dana    the original once, then copies',
  ],
  run: async ({ settings, args, print }) => {
    const { values, positionals } = parseArguments(args, OPTIONS, {})
    const [act] = positionals
    return withPlatform(settings, async (platform) => {
      if (act === undefined) await list(platform, values, print)
      else if (act === 'issue') {
        if (!issuerOf(platform))
          throw new CommandError('ISSUER_NUMBER is not set: nobody is named who issues documents.')
        const began = performance.now()
        const { length } = await issueAllDue(platform)
        print(`${length} documents issued in ${((performance.now() - began) / 1000).toFixed(2)} s.`)
      } else if (act === 'print') await printTo(platform, values, print)
      else throw new CommandError(`documents has no ${act}; see --help.`)
      return 0
    })
  },
}
