import { bookAct, type OperatorAct } from '../modules/settling/ledger/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { findAccount } from './find-account.ts'
import { hundredths } from './option-values.ts'
import { parseArguments } from './parse-arguments.ts'

const OPTIONS = {
  account: { type: 'string' },
  amount: { type: 'string' },
  against: { type: 'boolean', default: false },
  ref: { type: 'string' },
} as const

interface Values {
  readonly account?: string | undefined
  readonly amount?: string | undefined
  readonly against: boolean
  readonly ref?: string | undefined
}

const KINDS = { correct: 'correction', 'fee-paid': 'fee_payment' } as const

const isKnown = (name: string): name is keyof typeof KINDS => name in KINDS

const actOf = async (platform: Platform, name: string, values: Values): Promise<OperatorAct> => {
  const amount = hundredths('amount', values.amount)
  if (!amount) throw new CommandError('--amount is needed: shekels above 0.')
  if (!isKnown(name)) throw new CommandError(`ledger has no ${name}; see --help.`)
  if (!values.account) throw new CommandError('--account is needed.')
  const { id } = await findAccount(platform, values.account)
  const kind = KINDS[name]
  return { kind, accountId: id, amount: values.against && kind === 'correction' ? -amount : amount }
}

export const ledgerCommand: Command = {
  name: 'ledger',
  summary: 'book a correction, or fees that a producer has paid',
  usage: [
    'ledger correct --account <account> --amount 12.50 [--against] --ref <text>   in favour of the producer, or against',
    'ledger fee-paid --account <account> --amount 59.00 --ref <text>              the producer has paid a debt',
    '                                   --ref names the act: with the same one it is booked once',
  ],
  run: async ({ settings, args, print }) => {
    const { values, positionals } = parseArguments(args, OPTIONS, {})
    const [name = ''] = positionals
    const ref = values.ref?.trim()
    if (!ref) throw new CommandError('--ref is needed: the text or number by which the act is found again.')
    return withPlatform(settings, async (platform) => {
      const booked = await bookAct(platform, await actOf(platform, name, values), ref)
      print(booked ? 'Booked.' : 'It was booked before; nothing was changed.')
      return 0
    })
  },
}
