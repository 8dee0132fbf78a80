import { parseArgs, type ParseArgsConfig } from 'node:util'
import { CommandError } from './command.ts'

type Options = NonNullable<ParseArgsConfig['options']>

interface Config<O extends Options> {
  readonly args: string[]
  readonly options: O
  readonly allowPositionals: true
}

type Parsed<O extends Options> = ReturnType<typeof parseArgs<Config<O>>>

/** The values of a command's options. */
export type ValuesOf<O extends Options> = Parsed<O>['values']

/** So many arguments, or so many behind each act; behind an act that is not named none. */
type Arguments = number | Readonly<Record<string, number>>

/** What an act takes when several things can be named. */
export const ANY_NUMBER = Number.POSITIVE_INFINITY

const maxOf = (expected: Arguments, act: string | undefined): number => {
  if (typeof expected === 'number') return expected
  return 1 + (act !== undefined && Object.hasOwn(expected, act) ? (expected[act] ?? 0) : 0)
}

/** Reads the options and arguments of a command. Throws a CommandError for an argument too many: none is ignored silently. */
export const parseArguments = <const O extends Options>(
  args: readonly string[],
  options: O,
  expected: Arguments,
): Parsed<O> => {
  const parsed = parseArgs<Config<O>>({ args: [...args], allowPositionals: true, options })
  const max = maxOf(expected, parsed.positionals[0])
  const surplus = parsed.positionals[max]
  if (surplus !== undefined) throw new CommandError(`Unexpected argument: ${surplus}. Names with spaces need quotes.`)
  return parsed
}
