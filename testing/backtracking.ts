import { analyse } from 'scslre'
import { parseSync, Visitor } from 'oxc-parser'

/** A regular expression of a source file. `pattern` is undefined where it is put together at run time. */
export interface FoundPattern {
  readonly line: number
  readonly text: string
  readonly pattern: { readonly source: string; readonly flags: string } | undefined
}

/** Every regular expression of a TypeScript or JavaScript source, in order. */
export const patternsIn = (file: string, source: string): readonly FoundPattern[] => {
  const found: FoundPattern[] = []
  const add = (start: number, end: number, pattern: FoundPattern['pattern']): void => {
    found.push({ line: source.slice(0, start).split('\n').length, text: source.slice(start, end), pattern })
  }
  const visitor = new Visitor({
    Literal: ({ start, end, ...node }) => {
      if ('regex' in node && node.regex) add(start, end, { source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: ({ start, end, callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') add(start, end, undefined)
    },
  })
  visitor.visit(parseSync(file, source).program)
  return found
}

/** Characters of the longest probe: a quadratic pattern takes some 50 ms and more for it, a linear one some 100 µs. */
const PROBE_CHARS = 20_000
const SLOW_MS = 15
/** Repeats of a slow probe: a busy machine is slow once, a quadratic pattern always. */
const REPEATS = 3
const META = new Set('\\^$.|?*+()[]{}')

const durationOf = (expression: RegExp, text: string): number => {
  const began = performance.now()
  text.replace(expression, '')
  return performance.now() - began
}

const MAX_LETTERS = { pairs: 14, triples: 8 }

/** Repetitions of one to three characters that occur in the pattern. */
const probesOf = (source: string): readonly string[] => {
  const all = [...new Set([...Array.from(source).filter((character) => !META.has(character)), 'a', '0', ' '])]
  const characters = all.slice(0, MAX_LETTERS.pairs)
  const pairs = characters.flatMap((first) => characters.map((second) => first + second))
  const few = all.slice(0, MAX_LETTERS.triples)
  const triples = few.flatMap((first) => few.flatMap((second) => few.map((third) => first + second + third)))
  const units = [...characters, ...pairs, ...triples]
  return units.map((unit) => `${unit.repeat(Math.ceil(PROBE_CHARS / unit.length))}\0`)
}

/** The first text for which the pattern is slow, shortened; undefined when it is fast for all of them. */
const slowProbe = (expression: RegExp): string | undefined => {
  const isSlow = (text: string): boolean => {
    for (let attempt = 0; attempt < REPEATS; attempt++) if (durationOf(expression, text) < SLOW_MS) return false
    return true
  }
  return probesOf(expression.source).find(isSlow)?.slice(0, 12)
}

/** Why a pattern may take more than linear time for some text; undefined when no reason is known. */
export const backtracksOn = ({ source, flags }: { source: string; flags: string }): string | undefined => {
  const { reports } = analyse({ source, flags })
  if (reports.length > 0) return reports.map(({ type }) => type).join(', ')
  const probe = slowProbe(new RegExp(source, flags))
  return probe === undefined ? undefined : `slow for ${JSON.stringify(probe)}…`
}
