import { parseArgs } from 'node:util'
import { asLang, type Lang, LANGS } from '@kartis/i18n/lang.ts'
import type { Screen } from './screen.ts'

export type Theme = 'light' | 'dark'
const THEMES: readonly Theme[] = ['light', 'dark']
const WIDTHS = [390, 1280] as const

export interface Options {
  /** Parts of names; every screen when there are none. */
  readonly only: readonly string[]
  readonly langs: readonly Lang[]
  readonly themes: readonly Theme[]
  /** Undefined: the usual ones, and those that a screen has beside them. */
  readonly widths: readonly number[] | undefined
  readonly parallel: number
}

export const HELP = `npm run screens -- [options]
  --only <name>,…      screens whose name holds option of these
  --langs he,en,ar     --themes light,dark     --widths 390,1280 (editors of halls also 1440)
  --parallel 2         pages at once
The pictures and index.html are written to the folder screens/.`

const listOf = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((option) => option.trim())
    .filter(Boolean)

const chosen = <T>(
  text: string | undefined,
  name: string,
  all: readonly T[],
  read: (option: string) => T | undefined,
): T[] => {
  const found = listOf(text)?.map((option) => {
    const value = read(option)
    if (value === undefined) throw new Error(`--${name} ${option}: it must be of ${all.join(', ')}`)
    return value
  })
  return found ?? [...all]
}

/** The widths at which a screen is taken. */
export const widthsOf = ({ alsoAt = [] }: Pick<Screen, 'alsoAt'>, { widths }: Options): readonly number[] =>
  widths ?? [...WIDTHS, ...alsoAt]

/** Undefined when help was requested. */
export const readOptions = (args: readonly string[]): Options | undefined => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { only: text, langs: text, themes: text, widths: text, parallel: text, help: { type: 'boolean' } },
  })
  if (values.help) return undefined
  return {
    only: listOf(values.only) ?? [],
    langs: chosen(values.langs, 'langs', LANGS, asLang),
    themes: chosen(values.themes, 'themes', THEMES, (option) => THEMES.find((theme) => theme === option)),
    widths:
      values.widths === undefined
        ? undefined
        : chosen<number>(values.widths, 'widths', WIDTHS, (option) =>
            /^\d{3,4}$/.test(option) ? Number(option) : undefined,
          ),
    parallel: Math.max(1, Number(values.parallel ?? 2) || 2),
  }
}
