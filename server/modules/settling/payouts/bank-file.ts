import { setImmediate } from 'node:timers/promises'
import { checkMasav, hasMasavName, type MasavCredit, masavSenderName, writeMasav } from '@kartis/domain/masav.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openBankAccount } from '../../people/accounts/index.ts'
import { type BatchPayout, type BatchRow, readBatch, readBatchPayouts } from './batches-queries.ts'

export const BANK_FILE_FORMATS = ['masav', 'csv'] as const
export type BankFileFormat = (typeof BANK_FILE_FORMATS)[number]

/** A bank file that cannot be written; the message says why. */
export class BankFileError extends Error {
  override name = 'BankFileError'
}

interface Credit extends MasavCredit {
  readonly payout: string
}

/** Credits of one file have references of their own: the number of the file, and the place in it. */
const reference = (batch: BatchRow, index: number): string => String(batch.number * 1_000_000 + index + 1)

const creditOf = (platform: Platform, payout: BatchPayout, reference: string): Credit => {
  if (payout.bank_number === null) throw new BankFileError(`payout ${payout.id} has no bank details.`)
  const name = payout.holder_name ?? payout.vat_name
  return {
    payout: payout.id,
    bank: String(payout.bank_number),
    branch: payout.branch_number,
    account: openBankAccount(platform, payout.account_number_sealed),
    id: payout.vat_number,
    name: hasMasavName(name, platform.settings.settlement.masav.letters) ? name : payout.vat_number,
    amount: payout.amount,
    reference,
  }
}

/** Payouts that are read together, while the account numbers of those before are opened; of the first, which is waited for, fewer. */
const PAGE = 2500
const FIRST_PAGE = 500

const creditsOf = async (platform: Platform, batch: BatchRow): Promise<Credit[]> => {
  const read = (after: string | null, limit: number): Promise<BatchPayout[]> =>
    readBatchPayouts(platform.db, batch.id, { after, limit })
  const credits: Credit[] = []
  let limit = FIRST_PAGE
  for (let reading: Promise<BatchPayout[]> | undefined = read(null, limit); reading;) {
    const page: BatchPayout[] = await reading
    const isLast = page.length < limit
    limit = PAGE
    reading = isLast ? undefined : read(page.at(-1)?.id ?? null, limit)
    // The request for the next page leaves before the processor is busy.
    if (reading) await setImmediate()
    for (const payout of page) credits.push(creditOf(platform, payout, reference(batch, credits.length)))
  }
  return credits
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const csvOf = (batch: BatchRow, credits: readonly Credit[]): Uint8Array => {
  const rows = credits.map((row) =>
    [
      row.bank,
      row.branch,
      row.account,
      row.id,
      quoted(row.name),
      (row.amount / 100).toFixed(2),
      batch.pay_on,
      row.reference,
      row.payout,
    ].join(','),
  )
  const text = ['bank,branch,account,id,name,amount,pay_on,reference,payout', ...rows, ''].join('\r\n')
  // The byte order mark tells spreadsheets that names are UTF-8.
  return new TextEncoder().encode(`\ufeff${text}`)
}

/**
 * Who sends files to Masav: the codes that Masav gave, and the operator's name or that of who issues documents. Throws a
 * BankFileError where the settings lack one of them, or the file could hold neither name.
 */
export const masavSender = ({ settings }: Pick<Platform, 'settings'>) => {
  const { institution, sender, letters } = settings.settlement.masav
  if (!institution || !sender)
    throw new BankFileError(
      'MASAV_INSTITUTION and MASAV_SENDER are needed: the codes that Masav gave you. Or --format csv.',
    )
  const senderName = masavSenderName([settings.operator.name, settings.documents.issuer?.party.name], letters)
  if (senderName === undefined)
    throw new BankFileError(
      'OPERATOR_NAME or ISSUER_NAME must be a name that the bank file can hold: in Hebrew, or with MASAV_LETTERS=b in Latin letters.',
    )
  return { institution, sender, senderName }
}

const masavOf = (platform: Platform, batch: BatchRow, credits: readonly Credit[]): Uint8Array => {
  const { settings } = platform
  const { letters, order } = settings.settlement.masav
  const file = {
    ...masavSender(platform),
    payOn: batch.pay_on,
    madeOn: dayIn(ISRAEL_ZONE, batch.made_at),
    serial: ((batch.number - 1) % 999) + 1,
    credits,
  }
  try {
    const bytes = writeMasav(file, { letters, order })
    // What a bank would read is compared with what is owed before anybody hands it in.
    if (checkMasav(bytes).total !== batch.total)
      throw new BankFileError('the sum of the file is not that of its payouts.')
    return bytes
  } catch (error) {
    if (error instanceof RangeError) throw new BankFileError(`${error.message}; correct the bank details, or use csv.`)
    throw error
  }
}

/**
 * The bytes of a bank file, the same whenever it is written again. Undefined for no such number. Throws a BankFileError where the
 * settings or bank details do not allow it.
 */
export const bankFile = async (
  platform: Platform,
  number: number,
  format: BankFileFormat,
): Promise<{ readonly batch: BatchRow; readonly bytes: Uint8Array } | undefined> => {
  const batch = await readBatch(platform.db, number)
  if (!batch) return undefined
  const credits = await creditsOf(platform, batch)
  return { batch, bytes: format === 'csv' ? csvOf(batch, credits) : masavOf(platform, batch, credits) }
}
