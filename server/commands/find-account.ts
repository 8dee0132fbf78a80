import type { Platform } from '../platform/platform.ts'
import { type AccountSummary, searchAccounts } from './accounts-queries.ts'
import { CommandError } from './command.ts'

export const accountLine = ({ id, name, vat_number }: AccountSummary): string => `${id}  ${vat_number}  ${name}`

/** The account that a text identifies. Throws a CommandError when there is none, or several, which it lists. */
export const findAccount = async (platform: Platform, text: string): Promise<AccountSummary> => {
  const matches = await searchAccounts(platform.db, text)
  const [account] = matches
  if (account && matches.length === 1) return account
  if (!account) throw new CommandError(`No account is called ${text}.`)
  throw new CommandError(`${text} may be any of these; name one by its uuid:\n${matches.map(accountLine).join('\n')}`)
}
