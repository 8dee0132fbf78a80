/** What was drawn, as lines such as `fill #0b7a75` and `text 17`, by a context that draws nothing. */
export const recordingContext = (): { readonly context: CanvasRenderingContext2D; readonly lines: string[] } => {
  const lines: string[] = []
  const state: Record<string, unknown> = {}
  const calls: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    fill: () => lines.push(`fill ${String(state.fillStyle)}`),
    stroke: () => lines.push(`stroke ${String(state.strokeStyle)}`),
    fillText: (text) => lines.push(`text ${String(text)}`),
    arc: (_x, _y, radius) => lines.push(Number(radius) < 5 ? 'dot' : 'arc'),
    roundRect: () => lines.push('square'),
    setLineDash: (dashes) => (dashes as unknown[]).length > 0 && lines.push('dashed'),
    measureText: (text) => ({ width: String(text).length * 6 }),
  }
  const context = new Proxy(state, {
    get: (_, name: string) => calls[name] ?? (name in state ? state[name] : () => undefined),
    set: (_, name: string, value) => {
      state[name] = value
      return true
    },
  })
  return { context: context as unknown as CanvasRenderingContext2D, lines }
}
