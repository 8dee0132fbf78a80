import { parseArgs } from 'node:util'
import { type DuePayout, duePayouts, payoutRun } from '../modules/settling/payouts/index.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { findAccount } from './find-account.ts'

const money = (agorot: number): string => (agorot / 100).toFixed(2)

const lines = ({ account, bank, events, total }: DuePayout): string[] => [
  `${account.name} (${account.vatNumber})`,
  ...events.map(
    ({ name, endsAt, net }) => `  ${money(net).padStart(12)}  ${name}, ended ${endsAt.toISOString().slice(0, 10)}`,
  ),
  `  ${money(total).padStart(12)}  ${total > 0 ? 'to pay' : 'nothing to pay: it waits for later events'}`,
  bank
    ? `  bank ${bank.bank}, branch ${bank.branch}, account ${bank.account}${bank.holder ? `, ${bank.holder}` : ''}`
    : '  no bank details yet: it waits for them',
]

export const payoutsCommand: Command = {
  name: 'payouts',
  summary: 'list what is due to producers, with bank details; --done notes that it was transferred',
  usage: [
    'payouts [--account <account>]                      what is due now, in shekels',
    'payouts --done --reference <text> [--account …]    note all of it as transferred; an event is paid out once',
  ],
  run: async ({ settings, args, print }) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        account: { type: 'string' },
        done: { type: 'boolean', default: false },
        reference: { type: 'string' },
      },
    })
    if (values.done && !values.reference)
      throw new CommandError('--done needs --reference: the number of the transfer, to find it again.')
    return withPlatform(settings, async (platform) => {
      const accountId = values.account ? (await findAccount(platform, values.account)).id : undefined
      const payouts = values.done
        ? await payoutRun(platform, { accountId, reference: values.reference ?? '' })
        : await duePayouts(platform, { accountId })
      for (const line of payouts.flatMap((payout) => [...lines(payout), ''])) print(line)
      const payable = payouts.filter(({ bank, total }) => bank && total > 0)
      const total = payable.reduce((sum, payout) => sum + payout.total, 0)
      print(
        `${values.done ? 'Noted as transferred' : 'To transfer'}: ${money(total)} shekels to ${payable.length} accounts.`,
      )
      return 0
    })
  },
}
