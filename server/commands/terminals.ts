import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { PAYMENT_OFFER } from '@kartis/domain/limits.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { PaymentOffer } from '@kartis/domain/payment-offer.ts'
import { addTerminal, changeTerminal, type ListedTerminal, listTerminals } from '../modules/payments/payments/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { findAccount } from './find-account.ts'
import { hundredths, uuidOf } from './option-values.ts'
import { parseArguments, type ValuesOf } from './parse-arguments.ts'

const OPTIONS = {
  account: { type: 'string' },
  gateway: { type: 'string' },
  from: { type: 'string' },
  sandbox: { type: 'boolean', default: false },
  installments: { type: 'string' },
  'min-installment': { type: 'string' },
  bit: { type: 'string' },
  unchecked: { type: 'boolean', default: false },
} as const

type Values = ValuesOf<typeof OPTIONS>

const line = ({ id, account, provider, name, state, offer }: ListedTerminal): string => {
  const { maxInstallments, minInstallment, bit } = offer
  const installments =
    maxInstallments > 1 ? `up to ${maxInstallments} instalments of ${toShekels(minInstallment)} shekels` : 'one payment'
  return `${id}  ${state.padEnd(9)}  ${provider} ${name}  ${account ?? 'installation'}  ${installments}${bit ? ', Bit' : ''}`
}

/** Only what was said changes. */
const offerOf = (values: Values): Partial<PaymentOffer> => {
  const { installments, bit } = values
  const most = PAYMENT_OFFER.maxInstallments
  if (installments !== undefined && (!/^[1-9]\d?$/.test(installments) || Number(installments) > most))
    throw new CommandError(`--installments must be a number from 1 to ${most}.`)
  if (bit !== undefined && bit !== 'on' && bit !== 'off') throw new CommandError('--bit must be on or off.')
  const minInstallment = hundredths('min-installment', values['min-installment'])
  return {
    ...(installments !== undefined && { maxInstallments: Number(installments) }),
    ...(minInstallment !== undefined && { minInstallment }),
    ...(bit !== undefined && { bit: bit === 'on' }),
  }
}

/** Credentials come from a file or the input, never from the arguments, which other users of the machine can read. */
const credentials = (from: string | undefined): Record<string, string | undefined> => {
  if (from === undefined)
    throw new CommandError('--from is needed: a file with the variables of the gateway, or - for the input.')
  try {
    return parseEnv(readFileSync(from === '-' ? 0 : from, 'utf8')) as Record<string, string | undefined>
  } catch {
    throw new CommandError(`${from} cannot be read.`)
  }
}

const add = async (platform: Platform, values: Values): Promise<ListedTerminal> => {
  if (!values.gateway) throw new CommandError('--gateway is needed.')
  const account = values.account === undefined ? undefined : await findAccount(platform, values.account)
  const added = await addTerminal(platform, {
    accountId: account?.id ?? null,
    provider: values.gateway,
    variables: values.sandbox ? {} : credentials(values.from),
    sandbox: values.sandbox,
    offer: offerOf(values),
    unchecked: values.unchecked,
  })
  if ('problem' in added) throw new CommandError(added.problem)
  return added
}

const CHANGES = ['suspend', 'resume', 'remove', 'offer'] as const

const change = async (platform: Platform, name: string, id: string, values: Values): Promise<ListedTerminal> => {
  const kind = CHANGES.find((candidate) => candidate === name)
  if (!kind) throw new CommandError(`terminals has no ${name}; see --help.`)
  const changed = await changeTerminal(platform, uuidOf(id, 'terminal', 'terminals'), kind, offerOf(values))
  if ('problem' in changed) throw new CommandError(changed.problem)
  return changed
}

export const terminalsCommand: Command = {
  name: 'terminals',
  summary: 'list, add, suspend and change the payment terminals of accounts and of the installation',
  usage: [
    'terminals                        list the terminals',
    'terminals add --gateway <name> --from <file|-> [--account <account>] [--installments 12] [--min-installment 50] [--bit on]',
    '                                 the file has the variables of the gateway as in .env; without an account the terminal',
    '                                 is a second one of the installation, used while that of the settings is suspended;',
    '                                 the gateway is asked for its list of today, which charges nothing: --unchecked where it is away',
    'terminals suspend <uuid>         no new payment goes there; open ones and refunds do',
    'terminals resume <uuid>',
    'terminals offer <uuid> [--installments 12] [--min-installment 50] [--bit on|off]',
    '                                 what its payment pages offer; that of the settings is set there (PAYMENT_*)',
    'terminals remove <uuid>          only its payments use it; an account without terminals uses the installation’s',
  ],
  run: async ({ settings, args, print }) => {
    const { values, positionals } = parseArguments(args, OPTIONS, { suspend: 1, resume: 1, offer: 1, remove: 1 })
    const [name, id = ''] = positionals
    return withPlatform(settings, async (platform) => {
      if (name === undefined) for (const terminal of await listTerminals(platform)) print(line(terminal))
      else if (name === 'add') print(line(await add(platform, values)))
      else print(line(await change(platform, name, id, values)))
      return 0
    })
  },
}
