/** The colours of a drawing, as the canvas takes them. */
export interface Palette {
  /** By the order of the categories. */
  readonly seats: readonly string[]
  readonly onSeat: string
  readonly gone: string
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly paper: string
  /** The ground on which the hall lies. */
  readonly hall: string
  readonly sunken: string
  readonly line: string
  readonly accent: string
  readonly warn: string
  readonly warnSoft: string
  readonly info: string
  readonly infoSoft: string
  readonly bad: string
  readonly stage: string
  readonly onStage: string
  readonly font: string
}

const TOKENS: Readonly<Record<Exclude<keyof Palette, 'seats' | 'font'>, string>> = {
  onSeat: '--on-seat',
  gone: '--seat-gone',
  ink: '--ink',
  ink2: '--ink-2',
  ink3: '--ink-3',
  paper: '--paper',
  hall: '--paper',
  sunken: '--sunken',
  line: '--line',
  accent: '--accent',
  warn: '--warn',
  warnSoft: '--warn-soft',
  info: '--info',
  infoSoft: '--info-soft',
  bad: '--bad',
  stage: '--stage-fill',
  onStage: '--stage-ink',
}

const SEATS = ['--seat-a', '--seat-b', '--seat-c', '--seat-d', '--seat-e']

/** A user's own colours: the shapes alone say the state, the choice has the colour of a choice. */
const FORCED: Omit<Palette, 'font'> = {
  seats: SEATS.map(() => 'ButtonText'),
  onSeat: 'ButtonFace',
  gone: 'GrayText',
  ink: 'Highlight',
  ink2: 'CanvasText',
  ink3: 'CanvasText',
  paper: 'HighlightText',
  hall: 'Canvas',
  sunken: 'Canvas',
  line: 'CanvasText',
  accent: 'Highlight',
  warn: 'CanvasText',
  warnSoft: 'Canvas',
  info: 'CanvasText',
  infoSoft: 'Canvas',
  bad: 'CanvasText',
  stage: 'CanvasText',
  onStage: 'Canvas',
}

/** What each colour computes to. All are set before one is read, so that the styles are computed once and not once for each. */
const resolve = <K extends string>(document: Document, colors: Readonly<Record<K, string>>): Record<K, string> => {
  // Computed in elements of their own: a token may be a mixture of others, which not every canvas understands.
  const probe = document.createElement('div')
  probe.style.cssText = 'display:none;forced-color-adjust:none'
  const keys = Object.keys(colors) as K[]
  for (const key of keys) {
    const sample = document.createElement('i')
    sample.style.color = colors[key]
    probe.append(sample)
  }
  document.body.append(probe)
  const computed = Array.from(probe.children, (sample) => getComputedStyle(sample).color)
  probe.remove()
  return Object.fromEntries(keys.map((key, place) => [key, computed[place] ?? ''])) as Record<K, string>
}

type Colors = Omit<Palette, 'font'>

const colorsOf = (document: Document): Colors => {
  if (matchMedia('(forced-colors: active)').matches) {
    const { seats, ...others } = FORCED
    const colors = resolve(document, { ...others, seat: seats[0] ?? '' })
    return { ...colors, seats: SEATS.map(() => colors.seat) }
  }
  const tokens: Readonly<Record<string, string>> = {
    ...TOKENS,
    ...Object.fromEntries(SEATS.map((token) => [token, token])),
  }
  const colors = resolve(
    document,
    Object.fromEntries(Object.entries(tokens).map(([role, token]) => [role, `var(${token})`])),
  ) as typeof TOKENS & Record<string, string>
  return { ...colors, seats: SEATS.map((token) => colors[token] ?? '') }
}

let inThisTask: Colors | undefined

/** A hall, its legend and its marks are first drawn in one task, in which the theme does not change. */
const sharedColors = (document: Document): Colors => {
  if (inThisTask) return inThisTask
  inThisTask = colorsOf(document)
  queueMicrotask(() => (inThisTask = undefined))
  return inThisTask
}

/** The colours that hold on the page now (light, dark, or those that the system forces), and the font of an element. */
export const readPalette = (element: HTMLElement): Palette => ({
  ...sharedColors(element.ownerDocument),
  font: getComputedStyle(element).fontFamily,
})

/** Calls `then` whenever the colours may have changed. Returns how to stop. */
export const onPaletteChange = (then: () => void): (() => void) => {
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', then)
  const observer = new MutationObserver(then)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    for (const query of queries) query.removeEventListener('change', then)
    observer.disconnect()
  }
}
