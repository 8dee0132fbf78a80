import type { GateBoard } from '@kartis/contract/gate-board.ts'

const MINUTE = 60_000
/** Width of a minute in the drawing, and the gap beside its bar. */
const STEP = 10
const GAP = 1.2
/** Gates with a colour of their own; all others share the last one. */
const COLOURS = 5
/** No chart is taller than its smallest scale: four a minute. */
const SMALLEST = 4

interface Bar {
  readonly key: string
  /** The colour of its gate. */
  readonly place: number
  readonly x: number
  readonly y: number
  readonly height: number
}

interface FlowShape {
  readonly bars: readonly Bar[]
  /** What the top of the drawing stands for; divisible by four. */
  readonly top: number
  readonly width: number
  /** Where now is. */
  readonly now: number
  /** The forecast as a path. */
  readonly next: string | undefined
  /** The times below the drawing, the first and the last at its ends. */
  readonly times: readonly string[]
}

/** The lowest scale whose quarters are whole and that a number fits under. */
export const scaleAbove = (most: number): number => {
  let step = 1
  while (step * 4 < Math.max(most, SMALLEST)) step = step < 5 ? step + 1 : step < 10 ? 10 : step + 10
  return step * 4
}

const iso = (at: number): string => new Date(at).toISOString()

/** The drawing of the entries per minute: bars that stack the gates, and the present rate as a line until the start. */
export const flowShape = (board: GateBoard, height: number): FlowShape => {
  const { flow, gates, forecast } = board
  const from = Date.parse(flow.from)
  const asOf = Math.min(Date.parse(board.as_of), from + flow.minutes * MINUTE)
  const end = forecast ? Math.max(Date.parse(board.event.starts_at), asOf) : from + flow.minutes * MINUTE
  const totals = Array.from({ length: flow.minutes }, (_, minute) =>
    gates.reduce((sum, gate) => sum + (gate.per_minute[minute] ?? 0), 0),
  )
  const top = scaleAbove(Math.max(flow.rate, ...totals))
  const yOf = (count: number): number => height - (count / top) * height
  const xOf = (at: number): number => ((at - from) / MINUTE) * STEP
  const bars: Bar[] = []
  for (let minute = 0; minute < flow.minutes; minute++) {
    let below = 0
    for (const [place, gate] of gates.entries()) {
      const count = gate.per_minute[minute] ?? 0
      if (count === 0) continue
      const size = (count / top) * height
      bars.push({
        key: `${minute}/${place}`,
        place: Math.min(place, COLOURS),
        x: minute * STEP + GAP,
        y: yOf(below + count),
        height: size,
      })
      below += count
    }
  }
  const done = forecast?.all_at ? Math.min(Date.parse(forecast.all_at), end) : end
  const isAhead = forecast && flow.rate > 0 && done > asOf
  const falls = isAhead && done < end ? `V${height}` : ''
  const span = end - from
  return {
    bars,
    top,
    width: Math.max(STEP, xOf(end)),
    now: xOf(asOf),
    next: isAhead ? `M${xOf(asOf)} ${yOf(flow.rate)}H${xOf(done)}${falls}` : undefined,
    times: [0, 1, 2, 3].map((third) => iso(from + (span * third) / 3)),
  }
}
