import {
  draftStatement,
  listStatements,
  previewStatement,
  readStatementLines,
  type StatementRow,
} from '../modules/settling/payouts/index.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Platform } from '../platform/platform.ts'
import { type Command, CommandError, withPlatform } from './command.ts'
import { findAccount } from './find-account.ts'
import { momentOf } from './option-values.ts'
import { withOutputFile } from './output-file.ts'
import { amount, printStatements, sumLines, totalLine } from './settlement-lines.ts'
import { parseArguments } from './parse-arguments.ts'

const OPTIONS = {
  account: { type: 'string' },
  by: { type: 'string' },
  out: { type: 'string' },
} as const

const PAGE = 100

type Print = (line: string) => void

/** Every statement of an account, the newest first. */
const everyStatement = async (platform: Platform, accountId: string): Promise<StatementRow[]> => {
  const all: StatementRow[] = []
  for (let page = 1, more = true; more; page++) {
    const { rows, total } = await listStatements(platform.db, accountId, { page, per_page: PAGE })
    all.push(...rows)
    more = rows.length > 0 && all.length < total
  }
  return all
}

const list = async (platform: Platform, text: string | undefined, print: Print): Promise<void> => {
  if (!text) throw new CommandError('--account is needed: uuid, business number or part of the name.')
  const { id, name } = await findAccount(platform, text)
  print(name)
  for (const { number, made_at: madeAt, opening, closing, hash } of await everyStatement(platform, id))
    print(`  ${number}  ${dayIn(ISRAEL_ZONE, madeAt)}  ${amount(opening)} → ${amount(closing)}  ${hash}`)
}

const show = async (
  platform: Platform,
  { account, number }: { readonly account: string | undefined; readonly number: string | undefined },
  print: Print,
): Promise<string[]> => {
  if (!account || !/^\d{1,9}$/.test(number ?? ''))
    throw new CommandError('statements show needs a number and --account.')
  const { id, name } = await findAccount(platform, account)
  const statement = (await everyStatement(platform, id)).find((row) => row.number === Number(number))
  if (!statement) throw new CommandError(`${name} has no statement ${number}.`)
  const lines = await readStatementLines(platform.db, statement.id)
  const text = [
    `${name}, statement ${statement.number} of ${momentOf(statement.made_at)}`,
    ...sumLines({ ...statement, lines }),
    `  hash ${statement.hash}`,
  ]
  for (const line of text) print(line)
  return text
}

/** A text under another name would not open: the PDF and the spreadsheet are on the page of the statement. */
const refuseOtherFormats = (out: string | undefined): void => {
  if (out !== undefined && /\.(pdf|xlsx?|csv|docx?)$/i.test(out))
    throw new CommandError(
      '--out writes a text, such as statement.txt; the producer’s page of the statement has PDF and Excel.',
    )
}

export const statementsCommand: Command = {
  name: 'statements',
  summary: 'list and show statements of accounts; see and make those that are due',
  usage: [
    'statements due [--account <account>]             what statements would say now; nothing is written',
    'statements draft --by <name> [--account …]       make them, with their payouts',
    'statements --account <account>                   the statements of an account',
    'statements show <number> --account <account> [--out <file.txt>]',
  ],
  run: async ({ settings, args, print }) => {
    const { values, positionals } = parseArguments(args, OPTIONS, { show: 1 })
    const [act, number] = positionals
    if (act === 'show') refuseOtherFormats(values.out)
    return withPlatform(settings, async (platform) => {
      if (act === undefined) await list(platform, values.account, print)
      else if (act === 'due')
        print(totalLine('To transfer', await printStatements(platform, values, previewStatement, print)))
      else if (act === 'draft')
        print(totalLine('Drafted', await printStatements(platform, values, draftStatement, print)))
      else if (act === 'show') {
        const text = await show(platform, { account: values.account, number }, print)
        if (values.out) await withOutputFile(values.out, async (write) => write(`${text.join('\n')}\n`))
      } else throw new CommandError(`statements has no ${act}; see --help.`)
      return 0
    })
  },
}
