import {
  documentOfPayment,
  type DocumentPlan,
  documentsOfStatement,
  type EventFees,
} from '@kartis/domain/tax-document.ts'
import { vatBpAt } from '@kartis/domain/vat.ts'
import { dayIn, instantIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { SettingsError } from '../../../platform/config/settings-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { accountsByIds, allVatRates, feeTermsOfAll } from '../../people/accounts/index.ts'
import { type DocumentSource, type DocumentToIssue, issueDocuments, type Recipient } from './issue-documents.ts'
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

/** Accounts that one transaction documents: more would keep the numbers of the issuer locked for longer. */
export const TOGETHER = 200

/**
 * Who issues documents and since when; undefined while the installation names no issuer. Throws a SettingsError where it is named
 * in part.
 */
export const issuerOf = ({ settings }: Pick<Platform, 'settings'>) => {
  const { issuer, problem } = settings.documents
  if (problem) throw new SettingsError(problem)
  return issuer && { ...issuer, from: instantIn(ISRAEL_ZONE, issuer.fromDay, '00:00') }
}

type Due =
  | { readonly kind: 'payment'; readonly payment: DuePayment }
  | { readonly kind: 'statement'; readonly statement: DueStatement }

const seqOf = (due: Due): number => (due.kind === 'payment' ? due.payment.seq : due.statement.to_seq)

/** What is to be documented of each account, in the order in which it happened: a payment before the statement that contains it. */
const readDue = async (tx: Tx, accountIds: readonly string[], from: Date): Promise<Map<string, Due[]>> => {
  const statements = await readDueStatements(tx, accountIds, from)
  const payments = await readDuePayments(tx, accountIds, from)
  const due = [
    ...payments.map((payment) => ({ accountId: payment.account_id, due: { kind: 'payment', payment } as const })),
    ...statements.map((statement) => ({
      accountId: statement.account_id,
      due: { kind: 'statement', statement } as const,
    })),
  ].toSorted((a, b) => seqOf(a.due) - seqOf(b.due))
  return new Map(
    [...Map.groupBy(due, ({ accountId }) => accountId)].map(([id, own]) => [id, own.map((each) => each.due)]),
  )
}

const readRecipients = async (tx: Tx, accountIds: readonly string[]): Promise<(accountId: string) => Recipient> => {
  const accounts = new Map((await accountsByIds(tx, accountIds)).map((account) => [account.id, account]))
  return (accountId) => {
    const account = accounts.get(accountId)
    if (!account) throw new Error(`there is no account ${accountId}`)
    return {
      accountId,
      name: account.vat_name || account.name,
      number: account.vat_number,
      address: `${account.address_street} ${account.address_street_number}, ${account.address_city}`,
      vatType: account.vat_type,
    }
  }
}

/** Plans documents of statements, with the rates of the day on which each event was settled. */
const planStatements = async (
  tx: Tx,
  statements: readonly DueStatement[],
): Promise<(statement: DueStatement, open: number) => DocumentPlan> => {
  const rows = await readStatementFees(
    tx,
    statements.map(({ id }) => id),
  )
  const charged = await readCharged(
    tx,
    rows.map((row) => row.event_id),
  )
  const termsAt = await feeTermsOfAll(
    tx,
    statements.map((statement) => statement.account_id),
  )
  const rates = await allVatRates(tx)
  const feesOf = Map.groupBy(rows, (row) => row.statement_id)
  const chargedTo = Map.groupBy(charged, ({ accountId }) => accountId)
  return ({ id, account_id: accountId, closing }, open) => {
    const fees = (feesOf.get(id) ?? []).map((row): EventFees => ({
      eventId: row.event_id,
      eventName: row.event_name,
      cardFee: row.card_fee,
      serviceFee: row.service_fee,
      vat: row.vat,
      vatBp: vatBpAt(rates, dayIn(ISRAEL_ZONE, row.settled_at)),
      serviceFeeIncludesVat: termsAt(accountId, row.settled_at).ticketFeeIncludesVat,
    }))
    return documentsOfStatement({ fees, charged: chargedTo.get(accountId) ?? [], open, closing })
  }
}

const sourceOf = (due: Due): DocumentSource =>
  due.kind === 'payment'
    ? { statement: null, paymentId: due.payment.id }
    : { statement: { id: due.statement.id, number: due.statement.number }, paymentId: null }

const advance = (progress: Progress, due: Due, open: number): Progress =>
  due.kind === 'payment'
    ? { ...progress, last_payment_seq: due.payment.seq, open }
    : { ...progress, last_statement: due.statement.number, open }

/** One thing to document of each account: a later one of an account may cite what this one issues. */
const nextOf = (due: ReadonlyMap<string, readonly Due[]>, place: number): { accountId: string; due: Due }[] =>
  [...due].flatMap(([accountId, own]) => {
    const next = own[place]
    return next ? [{ accountId, due: next }] : []
  })

/** One transaction takes the numbers, writes the documents and notes how far each account came. Resolves with their ids. */
const issueTogether = async (platform: Platform, accountIds: readonly string[]): Promise<string[]> => {
  const issuer = issuerOf(platform)
  if (!issuer) return []
  return inTransaction(platform.db, async (tx) => {
    const issued: string[] = []
    const progress = new Map((await lockProgress(tx, accountIds)).map((row) => [row.account_id, row]))
    const due = await readDue(tx, accountIds, issuer.from)
    if (due.size === 0) return issued
    const recipientOf = await readRecipients(tx, [...due.keys()])
    const rounds = Math.max(...[...due.values()].map((own) => own.length))
    for (let round = 0; round < rounds; round++) {
      const next = nextOf(due, round)
      const statements = next.flatMap((each) => (each.due.kind === 'statement' ? [each.due.statement] : []))
      const planOf = await planStatements(tx, statements)
      const documents: DocumentToIssue[] = []
      for (const each of next) {
        const before = progress.get(each.accountId)
        if (!before) throw new Error(`the documents of account ${each.accountId} are not locked`)
        const plan =
          each.due.kind === 'payment'
            ? documentOfPayment(each.due.payment.amount, before.open)
            : planOf(each.due.statement, before.open)
        const source = sourceOf(each.due)
        if (plan.uncredited > 0)
          platform.log.warn(
            { accountId: each.accountId, amount: plan.uncredited, source },
            'fees were given back that no document charged: no credit note can cite one',
          )
        const recipient = recipientOf(each.accountId)
        documents.push(...plan.documents.map((planned) => ({ ...planned, ...source, recipient })))
        progress.set(each.accountId, advance(before, each.due, plan.open))
      }
      issued.push(...(await issueDocuments(platform, tx, issuer.party, documents)))
    }
    await writeProgress(tx, [...progress.values()])
    return issued
  })
}

export interface Issued {
  readonly ids: readonly string[]
  /** Accounts whose documents could not be issued; logged. */
  readonly failed: ReadonlyMap<string, unknown>
}

/**
 * Issues what is missing for accounts: for each statement and each payment of fees, once, in the order in which they happened.
 * Some hundred accounts share a transaction, so that the numbers are taken once for all of them. An error of one account does
 * not stop the others: those of its transaction are documented one by one.
 */
export const issueDueOf = async (platform: Platform, accountIds: readonly string[]): Promise<Issued> => {
  const ids: string[] = []
  const failed = new Map<string, unknown>()
  const issueAlone = async (accountId: string): Promise<void> => {
    try {
      ids.push(...(await issueTogether(platform, [accountId])))
    } catch (err) {
      platform.log.error({ accountId, err }, 'the documents of an account could not be issued')
      failed.set(accountId, err)
    }
  }
  for (let from = 0; from < accountIds.length; from += TOGETHER) {
    const some = accountIds.slice(from, from + TOGETHER)
    try {
      ids.push(...(await issueTogether(platform, some)))
    } catch {
      for (const accountId of some) await issueAlone(accountId)
    }
  }
  return { ids, failed }
}

/** The same for every account with something to document. */
export const issueAllDue = async (platform: Platform): Promise<readonly string[]> => {
  const issuer = issuerOf(platform)
  if (!issuer) return []
  return (await issueDueOf(platform, await readAccountsToDocument(platform.db, issuer.from))).ids
}
