import { randomInt } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { Agorot } from '@kartis/domain/money.ts'
import { DOCUMENT_CODES, DOCUMENT_TYPES } from '@kartis/domain/tax-document.ts'
import { uniformBytes, uniformFile, type UniformFile, uniformPath } from '@kartis/domain/uniform-file.ts'
import { clockIn, dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { VERSION } from '../../../platform/config/version.ts'
import { zipStream } from '../../../platform/export/zip-stream.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type DocumentWithLines, readIssued } from './documents-queries.ts'
import { issuerOf } from './issue-due.ts'

const DIGITS = 15
const KEY_LENGTH = 15

const hhmm = (at: Date): string => clockIn(ISRAEL_ZONE, at).replace(':', '')

const documentOf = ({ row, lines }: DocumentWithLines): UniformFile['documents'][number] => ({
  type: row.type,
  number: row.number,
  issuedAt: row.issued_at,
  day: row.day,
  time: hhmm(row.issued_at),
  issuer: { name: row.issuer_name, number: row.issuer_number, address: row.issuer_address },
  recipient: { name: row.recipient_name, number: row.recipient_number, address: row.recipient_address },
  recipientKey: row.account_id.replaceAll('-', '').slice(-KEY_LENGTH),
  statement: row.statement_number,
  cites:
    row.cited_type !== null && row.cited_number !== null ? { type: row.cited_type, number: row.cited_number } : null,
  lines,
  paid: row.paid_means !== null && row.paid_amount !== null ? { means: row.paid_means, amount: row.paid_amount } : null,
  net: row.net,
  vat: row.vat,
  total: row.total,
  previousHash: null,
})

interface UniformPeriod {
  /** Days, `YYYY-MM-DD`, both included. */
  readonly from: string
  readonly to: string
  /** Registration number of the software at the Tax Authority; 0 for none. */
  readonly registration: number
}

interface UniformExport {
  /** Folders, the outermost first. */
  readonly path: readonly string[]
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  /** How many documents of each type there are, and their sums; for comparing with the books. */
  readonly summary: readonly { readonly code: number; readonly count: number; readonly total: Agorot }[]
}

/** The uniform file of a period: INI.TXT, and BKMVDATA.TXT in an archive. Undefined where no issuer is named. */
export const uniformExport = async (
  platform: Platform,
  { from, to, registration }: UniformPeriod,
): Promise<UniformExport | undefined> => {
  const business = issuerOf(platform)?.party
  if (!business) return undefined
  const rows = await readIssued(platform.db, business.number, { from, to })
  const now = platform.clock()
  const made = { business, madeOn: dayIn(ISRAEL_ZONE, now), madeAt: hhmm(now) }
  const path = uniformPath(made)
  const { ini, data } = uniformFile({
    ...made,
    // Whoever runs free software answers for it.
    software: { registration, name: 'Kartis', version: VERSION, vendor: business },
    id: Array.from({ length: DIGITS }, (_, place) => randomInt(place === 0 ? 1 : 0, 10)).join(''),
    from,
    to,
    path: path.join('\\'),
    documents: rows.map(documentOf),
  })
  const archive = zipStream([{ name: 'BKMVDATA.TXT', content: [uniformBytes(data)] }])
  return {
    path,
    files: [
      { name: 'INI.TXT', bytes: uniformBytes(ini) },
      { name: 'BKMVDATA.zip', bytes: await buffer(Readable.from(archive, { objectMode: false })) },
    ],
    summary: DOCUMENT_TYPES.map((type) => {
      const own = rows.filter(({ row }) => row.type === type)
      return { code: DOCUMENT_CODES[type], count: own.length, total: own.reduce((all, { row }) => all + row.total, 0) }
    }),
  }
}
