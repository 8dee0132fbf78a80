/** One row of the table. A proof has no rate: it states whether a condition held. */
export interface Figure {
  readonly name: string
  readonly rate?: number
  readonly p50?: number
  readonly p95?: number
  readonly p99?: number
  /** Share of the ceiling measured in the same run, 0 to 1. */
  readonly ofCeiling?: number
  /** Maximum of its p99, in milliseconds. */
  readonly most?: number
  readonly target?: number
  readonly proof?: boolean
  readonly note?: string
}

export interface Options {
  readonly seconds: number
  readonly rounds: number
  /** Each benchmark has its own number without it. */
  readonly buyers: number | undefined
  readonly tickets: number | undefined
  /** Numbered seats instead of counted tickets. */
  readonly seats: boolean
  /** Orders that cost nothing instead of card purchases. */
  readonly free: boolean
}

export interface Benchmark {
  readonly name: string
  readonly what: string
  readonly run: (options: Options) => Promise<readonly Figure[]>
}

/** What a server may hold while it sells. */
const MAX_MEMORY_MB = 400

/** The memory of a server after a benchmark; without `/proc` it is not known, and not judged. */
export const memoryFigure = (bytes: number): Figure => ({
  name: 'memory of the server',
  ...(bytes > 0 && { proof: bytes <= MAX_MEMORY_MB * 1e6 }),
  note: `${Math.round(bytes / 1e6)} MB, at most ${MAX_MEMORY_MB}`,
})

const number = (value: number | undefined): string =>
  value === undefined ? '' : Math.round(value).toLocaleString('en')
const percent = (value: number | undefined): string => (value === undefined ? '' : `${Math.round(value * 100)}%`)

export const isMet = (figure: Figure): boolean =>
  figure.proof !== false &&
  (figure.target === undefined || (figure.ofCeiling ?? 0) >= figure.target) &&
  (figure.most === undefined || (figure.p99 ?? 0) <= figure.most)

const verdict = (figure: Figure): string => {
  if (figure.proof !== undefined) return figure.proof ? 'holds' : 'BROKEN'
  if (figure.most !== undefined) return `p99 ${isMet(figure) ? '≤' : 'ABOVE'} ${figure.most} ms`
  if (figure.target === undefined) return ''
  return isMet(figure) ? `≥ ${percent(figure.target)}` : `BELOW ${percent(figure.target)}`
}

const HEAD = ['figure', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'of ceiling', 'target', 'note']

/** A Markdown table, ready for the documentation. */
export const table = (figures: readonly Figure[]): string => {
  const rows = figures.map((figure) => [
    figure.name,
    number(figure.rate),
    number(figure.p50),
    number(figure.p95),
    number(figure.p99),
    percent(figure.ofCeiling),
    verdict(figure),
    figure.note ?? '',
  ])
  const widths = HEAD.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
