import type { Statement } from '@kartis/domain/statement.ts'
import { accountById, payoutAccountNumber, payoutBankOf } from '../modules/people/accounts/index.ts'
import {
  type DraftedStatement,
  type draftStatement,
  previewStatement,
  readAccountsToSettle,
} from '../modules/settling/payouts/index.ts'
import type { Platform } from '../platform/platform.ts'
import { CommandError } from './command.ts'
import { findAccount } from './find-account.ts'

/** Agorot as shekels. */
export const money = (agorot: number): string => (agorot / 100).toFixed(2)
/** Shekels in a column of twelve. */
export const amount = (agorot: number): string => money(agorot).padStart(12)

const bankLine = async (platform: Platform, accountId: string): Promise<string> => {
  const bank = await payoutBankOf(platform.db, accountId)
  const number = bank && (await payoutAccountNumber(platform, accountId))
  return bank && number
    ? `  bank ${bank.bank_number}, branch ${bank.branch_number}, account ${number}${bank.holder_name ? `, ${bank.holder_name}` : ''}`
    : '  no bank details yet: it waits for them'
}

/** A statement as lines of text. */
export const sumLines = ({ opening, closing, lines }: Pick<Statement, 'opening' | 'closing' | 'lines'>): string[] => [
  `  ${amount(opening)}  opening balance`,
  ...lines.map((line) => `  ${amount(line.amount)}  ${line.kind}${line.eventName ? `, ${line.eventName}` : ''}`),
  `  ${amount(closing)}  closing balance`,
]

const statementLines = async (platform: Platform, statement: DraftedStatement): Promise<string[]> => {
  const account = await accountById(platform.db, statement.accountId)
  return [
    `${account?.vat_name ?? ''} (${account?.vat_number ?? ''}), statement ${statement.number}`,
    ...sumLines(statement),
    statement.payout
      ? `  ${amount(statement.payout.amount)}  to pay`
      : '  nothing to pay: the balance waits for later events',
    await bankLine(platform, statement.accountId),
    '',
  ]
}

export interface DraftValues {
  readonly account?: string | undefined
  readonly by?: string | undefined
}

const accountsOf = async (platform: Platform, { account }: DraftValues): Promise<string[]> =>
  account ? [(await findAccount(platform, account)).id] : readAccountsToSettle(platform.db, platform.clock())

/** Prints the statements that are due, or makes them. */
export const printStatements = async (
  platform: Platform,
  values: DraftValues,
  make: typeof draftStatement,
  print: (line: string) => void,
): Promise<DraftedStatement[]> => {
  const by = make === previewStatement ? 'preview' : (values.by?.trim() ?? '')
  if (by === '') throw new CommandError('--by is needed: the name of who drafts, as another person approves.')
  const made: DraftedStatement[] = []
  for (const accountId of await accountsOf(platform, values)) {
    const statement = await make(platform, { accountId, by, now: platform.clock() })
    if (!statement) continue
    for (const line of await statementLines(platform, statement)) print(line)
    made.push(statement)
  }
  return made
}

export const totalLine = (verb: string, made: readonly DraftedStatement[]): string => {
  const paid = made.flatMap(({ payout }) => (payout ? [payout.amount] : []))
  return `${verb}: ${money(paid.reduce((sum, part) => sum + part, 0))} shekels to ${paid.length} accounts.`
}
