import { REFUND_TRANSFER } from '@kartis/domain/limits.ts'
import { type MasavCredit, masavName, writeMasav } from '@kartis/domain/masav.ts'
import { sum } from '@kartis/domain/money.ts'
import type { RefundPayer } from '@kartis/domain/refund-transfer.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type FileRow, insertFile, readFile, readFileTransfers } from './files-queries.ts'
import { openDetails } from './give-details.ts'
import { recordTransfers } from './record-transfers.ts'
import { mayBeExported, moveTransfers, nameFile } from './transfers-queries.ts'

/**
 * Puts every transfer whose details are given into a new file, each once, whoever else makes one at the same time. What is disputed
 * or went back otherwise is left out, and of a file that the installation pays what the producer has collected. `conflict` where there is none.
 */
export const makeFile = (
  platform: Platform,
  { accountId, by, paidBy }: { readonly accountId: string; readonly by: string; readonly paidBy: RefundPayer },
  now: Date,
): Promise<FileRow | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const these = mayBeExported(accountId, REFUND_TRANSFER.fileMax, paidBy)
    const rows = await moveTransfers(tx, 'exported', these, { exported_at: now })
    if (rows.length === 0) return refuse('conflict')
    const total = sum(rows.map(({ amount }) => amount))
    const file = await insertFile(tx, {
      id: platform.newId(),
      account_id: accountId,
      transfers: rows.length,
      total,
      paid_by: paidBy,
      made_by: by,
      made_at: now,
    })
    await nameFile(tx, file.id, rows)
    await recordTransfers(platform, tx, 'refund_transfer.exported', rows)
    return file
  })

interface Credit extends MasavCredit {
  readonly order: string
}

const creditsOf = async (platform: Platform, file: FileRow): Promise<readonly Credit[] | Refusal> => {
  const rows = await readFileTransfers(platform.db, file.id)
  const credits = rows.flatMap((row, index): Credit[] => {
    const details = openDetails(platform, row)
    if (!details || row.bank_number === null || row.branch_number === null) return []
    return [
      {
        bank: String(row.bank_number),
        branch: row.branch_number,
        account: details.account,
        // Buyers are not asked for their ID number; the field may be zeros.
        id: '0',
        name: details.holder,
        amount: row.amount,
        reference: String(file.number * 1_000_000 + index + 1),
        order: row.order_number,
      },
    ]
  })
  // A part of a file would be mistaken for all of it.
  return credits.length < rows.length || rows.length === 0 ? refuse('conflict', { detail: { erased: 1 } }) : credits
}

/** A text that no spreadsheet takes for a formula. */
const quoted = (text: string): string => `"${text.replace(/^[=+\-@\s]+/, '').replaceAll('"', '""')}"`

const csvOf = (credits: readonly Credit[]): Uint8Array => {
  const rows = credits.map((row) =>
    [row.bank, row.branch, row.account, quoted(row.name), (row.amount / 100).toFixed(2), row.reference, row.order].join(
      ',',
    ),
  )
  // The byte order mark tells spreadsheets that names are UTF-8.
  const text = ['bank,branch,account,name,amount,reference,order', ...rows, ''].join('\r\n')
  return new TextEncoder().encode(`\ufeff${text}`)
}

/** Who sends a file to Masav, by the codes that Masav gave, and on which day it is to be paid (`YYYY-MM-DD`). */
interface MasavSender {
  readonly institution: string
  readonly sender: string
  readonly senderName: string
  readonly payOn: string
}

const masavOf = (platform: Platform, file: FileRow, credits: readonly Credit[], codes: MasavSender): Uint8Array => {
  const { settings } = platform
  const { letters, order } = settings.settlement.masav
  return writeMasav(
    {
      ...codes,
      madeOn: dayIn(ISRAEL_ZONE, file.made_at),
      serial: ((file.number - 1) % 999) + 1,
      credits: credits.map((credit) => ({
        ...credit,
        name: masavName(credit.name, letters) === '' ? credit.order : credit.name,
      })),
    },
    { letters, order },
  )
}

/**
 * The bytes of a file, the same whenever it is read. `codes`: as Masav credits, otherwise CSV. `not_found`;
 * `conflict` once the details of one of its transfers are erased.
 */
export const fileBytes = async (
  platform: Platform,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  codes?: MasavSender,
): Promise<{ readonly file: FileRow; readonly bytes: Uint8Array } | Refusal> => {
  const file = await readFile(platform.db, accountId, id)
  if (!file) return refuse('not_found')
  const credits = await creditsOf(platform, file)
  if ('refusal' in credits) return credits
  return { file, bytes: codes === undefined ? csvOf(credits) : masavOf(platform, file, credits, codes) }
}
