import { backupCommand } from './commands/backup.ts'
import { type Command, CommandError } from './commands/command.ts'
import { contractCommand } from './commands/fee-contract.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { migrateCommand } from './commands/migrate.ts'
import { openApiCommand } from './commands/openapi.ts'
import { payoutsCommand } from './commands/payouts.ts'
import { restoreCommand } from './commands/restore.ts'
import { readSettings } from './settings.ts'
import { describeError, loadEnvironment } from './process-lifetime.ts'

const COMMANDS: readonly Command[] = [
  migrateCommand,
  demoCommand,
  contractCommand,
  payoutsCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  openApiCommand,
]

const help = (): string => {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length))
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Usage: npm run kartis -- <command> [options]',
    '',
    ...lines,
    '',
    'npm run kartis -- <command> --help tells more.',
  ].join('\n')
}

const isBadOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')

const main = async ([name, ...args]: readonly string[]): Promise<number> => {
  if (!name || name === '--help' || name === '-h' || name === 'help') {
    console.log(help())
    return name ? 0 : 1
  }
  const command = COMMANDS.find((candidate) => candidate.name === name)
  if (!command) throw new CommandError(`There is no command ${name}.\n\n${help()}`)
  if (args.includes('--help')) {
    console.log([command.summary, '', ...command.usage.map((line) => `  npm run kartis -- ${line}`)].join('\n'))
    return 0
  }
  loadEnvironment()
  return command.run({ settings: readSettings(process.env), args, print: (line) => console.log(line) })
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof CommandError || isBadOption(error) ? error.message : describeError(error))
  process.exitCode = 1
}
// The IPC channel of the parent would keep the process alive.
if (process.connected) process.disconnect()
