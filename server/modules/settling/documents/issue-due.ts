import {
  documentOfPayment,
  type DocumentPlan,
  documentsOfStatement,
  type EventFees,
} from '@kartis/domain/tax-document.ts'
import { vatBpAt } from '@kartis/domain/vat.ts'
import { dayIn, instantIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { accountById, allVatRates, feeTermsOver } from '../../people/accounts/index.ts'
import { type DocumentSource, issueDocuments, type Recipient } from './issue-documents.ts'
import {
  type DuePayment,
  type DueStatement,
  lockProgress,
  type Progress,
  readAccountsToDocument,
  readCharged,
  readDuePayments,
  readDueStatements,
  readStatementFees,
  writeProgress,
} from './sources-queries.ts'

/** Who issues documents and since when; undefined while the installation names no issuer. */
export const issuerOf = ({ settings }: Pick<Platform, 'settings'>) => {
  const { issuer } = settings.documents
  return issuer && { ...issuer, from: instantIn(ISRAEL_ZONE, issuer.fromDay, '00:00') }
}

const recipientOf = async (tx: Tx, accountId: string): Promise<Recipient> => {
  const account = await accountById(tx, accountId)
  if (!account) throw new Error(`there is no account ${accountId}`)
  return {
    accountId,
    name: account.vat_name || account.name,
    number: account.vat_number,
    address: `${account.address_street} ${account.address_street_number}, ${account.address_city}`,
    vatType: account.vat_type,
  }
}

/** Fees of a statement with the rates of the day on which each event was settled. */
const feesOf = async (tx: Tx, accountId: string, statementId: string): Promise<EventFees[]> => {
  const rows = await readStatementFees(tx, statementId)
  if (rows.length === 0) return []
  const termsAt = await feeTermsOver(tx, accountId)
  const rates = await allVatRates(tx)
  return rows.map((row) => ({
    eventId: row.event_id,
    eventName: row.event_name,
    cardFee: row.card_fee,
    serviceFee: row.service_fee,
    vat: row.vat,
    vatBp: vatBpAt(rates, dayIn(ISRAEL_ZONE, row.settled_at)),
    serviceFeeIncludesVat: termsAt(row.settled_at).ticketFeeIncludesVat,
  }))
}

const planStatement = async (
  tx: Tx,
  accountId: string,
  { id, closing }: DueStatement,
  open: number,
): Promise<DocumentPlan> => {
  const fees = await feesOf(tx, accountId, id)
  const charged = await readCharged(
    tx,
    accountId,
    fees.map(({ eventId }) => eventId),
  )
  return documentsOfStatement({ fees, charged, open, closing })
}

type Due =
  | { readonly kind: 'payment'; readonly payment: DuePayment }
  | { readonly kind: 'statement'; readonly statement: DueStatement }

/** In the order in which it happened: a payment before the statement that contains it. */
const inOrder = (statements: readonly DueStatement[], payments: readonly DuePayment[]): Due[] => {
  const seqOf = (due: Due): number => (due.kind === 'payment' ? due.payment.seq : due.statement.to_seq)
  return [
    ...payments.map((payment) => ({ kind: 'payment', payment }) as const),
    ...statements.map((statement) => ({ kind: 'statement', statement }) as const),
  ].toSorted((a, b) => seqOf(a) - seqOf(b))
}

const sourceOf = (due: Due): DocumentSource =>
  due.kind === 'payment'
    ? { statement: null, paymentId: due.payment.id }
    : { statement: { id: due.statement.id, number: due.statement.number }, paymentId: null }

const advance = (progress: Progress, due: Due, open: number): Progress =>
  due.kind === 'payment'
    ? { ...progress, last_payment_seq: due.payment.seq, open }
    : { ...progress, last_statement: due.statement.number, open }

/**
 * Issues what is missing for an account: for each statement and each payment of fees, once, in the order in which they
 * happened. One transaction takes the numbers, writes the documents and notes how far it came. Resolves with their ids.
 */
export const issueDue = async (platform: Platform, accountId: string): Promise<string[]> => {
  const issuer = issuerOf(platform)
  if (!issuer) return []
  return inTransaction(platform.db, async (tx) => {
    const issued: string[] = []
    let progress = await lockProgress(tx, accountId)
    const due = inOrder(
      await readDueStatements(tx, accountId, progress.last_statement, issuer.from),
      await readDuePayments(tx, accountId, progress.last_payment_seq, issuer.from),
    )
    if (due.length === 0) return issued
    const recipient = await recipientOf(tx, accountId)
    for (const each of due) {
      const plan =
        each.kind === 'payment'
          ? documentOfPayment(each.payment.amount, progress.open)
          : await planStatement(tx, accountId, each.statement, progress.open)
      if (plan.uncredited > 0)
        platform.log.warn(
          { accountId, amount: plan.uncredited, source: sourceOf(each) },
          'fees were given back that no document charged: no credit note can cite one',
        )
      const documents = plan.documents.map((planned) => ({ ...planned, ...sourceOf(each), recipient }))
      issued.push(...(await issueDocuments(platform, tx, issuer.party, documents)))
      progress = advance(progress, each, plan.open)
    }
    await writeProgress(tx, accountId, progress)
    return issued
  })
}

/** The same for every account with something to document. An error of one account is logged and does not stop the others. */
export const issueAllDue = async (platform: Platform): Promise<string[]> => {
  const issuer = issuerOf(platform)
  if (!issuer) return []
  const issued: string[] = []
  for (const accountId of await readAccountsToDocument(platform.db, issuer.from))
    try {
      issued.push(...(await issueDue(platform, accountId)))
    } catch (err) {
      platform.log.error({ accountId, err }, 'the documents of an account could not be issued')
    }
  return issued
}
