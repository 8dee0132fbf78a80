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

const resolve = <K extends string>(element: HTMLElement, colors: Readonly<Record<K, string>>): Record<K, string> => {
  // Computed in an element of its own: a token may be a mixture of others, which not every canvas understands.
  const probe = element.ownerDocument.createElement('i')
  probe.style.cssText = 'display:none;forced-color-adjust:none'
  element.append(probe)
  const result = {} as Record<K, string>
  for (const key of Object.keys(colors) as K[]) {
    probe.style.color = colors[key]
    result[key] = getComputedStyle(probe).color
  }
  probe.remove()
  return result
}

/** The colours that hold at an element now: light, dark, or those that the system forces. */
export const readPalette = (element: HTMLElement): Palette => {
  const font = getComputedStyle(element).fontFamily
  if (matchMedia('(forced-colors: active)').matches) {
    const { seats, ...others } = FORCED
    const colors = resolve(element, { ...others, seat: seats[0] ?? '' })
    return { ...colors, seats: SEATS.map(() => colors.seat), font }
  }
  const others = resolve(
    element,
    Object.fromEntries(Object.entries(TOKENS).map(([role, token]) => [role, `var(${token})`])) as typeof TOKENS,
  )
  const seats = resolve(element, Object.fromEntries(SEATS.map((token) => [token, `var(${token})`])))
  return { ...others, seats: SEATS.map((token) => seats[token] ?? ''), font }
}

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
