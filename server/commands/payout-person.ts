import { type CommandAct, proveActCode, sendActCode, userOfPhone } from '../modules/people/auth/index.ts'
import type { Platform } from '../platform/platform.ts'
import { hasPlatformContract } from './accounts-queries.ts'
import { CommandError } from './command.ts'

/** Who drafts, approves or issues again. `phone`: null where the installation names nobody, so that a typed name is all there is. */
interface PayoutPerson {
  /** As it is recorded: with the phone, which no other person has. */
  readonly by: string
  readonly phone: string | null
}

/**
 * An installation in production that collects for others, by its own mode or by the contract of an account, has its people named: a
 * typed name would let one person alone send the money of others to the bank.
 */
export const refuseUnnamedApproval = async ({ settings, db }: Platform): Promise<void> => {
  const { mode, people } = settings.settlement
  if (!settings.production || people.length > 0) return
  if (mode !== 'platform' && !(await hasPlatformContract(db))) return
  throw new CommandError(
    'this installation collects money for others, and PAYOUT_PEOPLE is not set: payouts are approved by a code on the phone of a named person. Set it to the phones of at least two of your people, and start again.',
  )
}

/** The person whom `--by` names: of those in `PAYOUT_PEOPLE`, where it is set, by phone. */
export const payoutPerson = async (platform: Platform, typed: string): Promise<PayoutPerson> => {
  const { people } = platform.settings.settlement
  if (people.length === 0) return { by: typed.trim(), phone: null }
  const user = await userOfPhone(platform.db, typed)
  if (!user || !people.includes(user.phone))
    throw new CommandError('--by must be the phone of one of PAYOUT_PEOPLE who has signed in to this installation.')
  return { by: `${user.name} (${user.phone})`.trim(), phone: user.phone }
}

/**
 * Whether the person has proved the phone with the code of the command, which was sent for this very act. Without a code one is sent, and false returned. True where the
 * installation names nobody.
 */
export const isProved = async (
  platform: Platform,
  { phone }: PayoutPerson,
  code: string | undefined,
  act: CommandAct,
  print: (line: string) => void,
): Promise<boolean> => {
  if (phone === null) return true
  if (code === undefined) {
    const refused = await sendActCode(platform, phone, act)
    if (refused) throw new CommandError(`no code was sent: ${refused.refusal}.`)
    print(`A code is on its way to ${phone}. Repeat the command with --code and the code within five minutes.`)
    return false
  }
  const refused = await proveActCode(platform, phone, code, act)
  if (refused) throw new CommandError(`the code does not confirm it: ${refused.refusal}.`)
  return true
}
