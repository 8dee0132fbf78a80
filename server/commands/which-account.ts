import type { Platform } from '../platform/platform.ts'
import { type AccountLine, accountsLike } from './accounts-queries.ts'
import { CommandError } from './command.ts'

export const lineOf = ({ id, name, vat_number }: AccountLine): string => `${id}  ${vat_number}  ${name}`

/** The one account that a text means. Throws a line that lists those it could mean. */
export const whichAccount = async (platform: Platform, text: string): Promise<AccountLine> => {
  const found = await accountsLike(platform.db, text)
  const [one] = found
  if (one && found.length === 1) return one
  if (!one) throw new CommandError(`No account is called ${text}.`)
  throw new CommandError(`${text} may be any of these; name one by its uuid:\n${found.map(lineOf).join('\n')}`)
}
