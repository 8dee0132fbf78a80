import { type ReactNode, useId } from 'react'

/** FNV-1a hash of a text, so that the same text gives the same number on every device and in every release. */
const numberOf = (seed: string): number => {
  const mixed = Array.from(seed).reduce(
    (hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  )
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** Two colours of the background gradient, one highlight, one shadow. */
interface Palette {
  readonly top: string
  readonly low: string
  readonly light: string
  readonly dark: string
}

interface SceneProps {
  readonly palette: Palette
  /** Whole number that varies the scene. */
  readonly chance: number
  /** `url()` of the gradient from `top` to `low`. */
  readonly ground: string
}

const SEA_LINES = [252, 278, 304, 330]

function Sea({ palette, chance, ground }: SceneProps) {
  const x = 220 + (chance % 200)
  return (
    <>
      <rect x="-340" width="1320" height="360" fill={ground} />
      {Array.from({ length: 9 }, (_, star) => (
        <circle
          key={star}
          cx={30 + ((chance * (star + 3) * 37) % 580)}
          cy={24 + ((chance * (star + 5) * 13) % 130)}
          r={star % 3 === 0 ? 2 : 1.4}
          fill="#fff"
          opacity=".7"
        />
      ))}
      <circle cx={x} cy="196" r="148" fill={palette.light} opacity=".14" />
      <circle cx={x} cy="196" r="108" fill={palette.light} opacity=".92" />
      {[178, 198, 219, 241].map((y, band) => (
        <rect key={y} x={x - 120} y={y} width="240" height={3 + band * 2.5} fill={palette.dark} opacity=".42" />
      ))}
      {SEA_LINES.map((y, wave) => (
        <path
          key={y}
          d={`M-340 ${y}q40-${15 - wave} 80 0${'t80 0'.repeat(16)}V400H-340z`}
          fill={palette.dark}
          opacity={0.45 + wave * 0.18}
        />
      ))}
    </>
  )
}

function Spotlight({ palette, chance, ground }: SceneProps) {
  const tilt = 18 + (chance % 12)
  return (
    <>
      <rect width="640" height="360" fill={ground} />
      {Array.from({ length: 12 }, (_, row) => (
        <path key={row} d={`M0 ${row * 30}H640`} stroke="#000" strokeOpacity=".14" strokeWidth="2" />
      ))}
      {Array.from({ length: 108 }, (_, brick) => {
        const row = Math.floor(brick / 9)
        const x = (brick % 9) * 80 + (row % 2) * 40
        return <path key={brick} d={`M${x} ${row * 30}v30`} stroke="#000" strokeOpacity=".14" strokeWidth="2" />
      })}
      <path d="M300-20h40l190 400H110z" fill={palette.light} opacity=".2" />
      <path d="M308-20h24l120 400H188z" fill={palette.light} opacity=".22" />
      <ellipse cx="320" cy="338" rx="190" ry="34" fill={palette.light} opacity=".5" />
      <path d="M316 190h8v146h-8z" fill={palette.dark} />
      <ellipse cx="320" cy="338" rx="46" ry="9" fill={palette.dark} />
      <g transform={`rotate(${tilt} 320 180)`}>
        <path d="M304 148h32l-6 74h-20z" fill={palette.dark} />
        <circle cx="320" cy="128" r="34" fill={palette.light} />
        <path
          d="M288 120h64M287 134h66M304 98v60M320 94v68M336 98v60"
          stroke={palette.dark}
          strokeOpacity=".35"
          strokeWidth="2.5"
        />
        <path d="M286 140h68v12h-68z" fill={palette.dark} />
      </g>
    </>
  )
}

function Sound({ palette, chance, ground }: SceneProps) {
  return (
    <>
      <rect width="640" height="360" fill={ground} />
      {[90, 150, 215, 290].map((radius) => (
        <circle key={radius} cx="320" cy="180" r={radius} fill="none" stroke={palette.light} strokeOpacity=".16" />
      ))}
      {Array.from({ length: 32 }, (_, bar) => {
        const swing = Math.abs(Math.sin((bar + (chance % 17)) * 0.55) + Math.sin((bar + (chance % 29)) * 0.21))
        const tall = 34 + Math.round(swing * 105)
        return (
          <rect
            key={bar}
            x={4 + bar * 20}
            y={180 - tall / 2}
            width="11"
            height={tall}
            rx="5.5"
            fill={palette.light}
            opacity={0.62 + (bar % 4) * 0.12}
          />
        )
      })}
    </>
  )
}

/** A quarter disc, a disc or a rounded square in a cell of 60. */
const tileOf = (kind: number, x: number, y: number, fill: string): ReactNode => {
  const key = `${x}-${y}`
  if (kind === 0) return <path key={key} d={`M${x} ${y}h60a60 60 0 0 1-60 60z`} fill={fill} />
  if (kind === 1) return <circle key={key} cx={x + 30} cy={y + 30} r="24" fill={fill} />
  if (kind === 2) return <rect key={key} x={x + 6} y={y + 6} width="48" height="48" rx="12" fill={fill} />
  return kind === 3 ? <path key={key} d={`M${x + 60} ${y + 60}h-60a60 60 0 0 1 60-60z`} fill={fill} /> : null
}

function Tiles({ palette, chance, ground }: SceneProps) {
  const fills = ['#ffffff', palette.light, palette.dark, palette.low]
  return (
    <>
      <rect width="640" height="360" fill={ground} />
      {Array.from({ length: 66 }, (_, cell) => {
        const mixed = numberOf(`${chance}-${cell}`)
        return tileOf(mixed % 6, (cell % 11) * 60 - 10, Math.floor(cell / 11) * 60, fills[(mixed >> 3) % 4] ?? '#fff')
      })}
    </>
  )
}

function Hills({ palette, chance, ground }: SceneProps) {
  return (
    <>
      <rect width="640" height="360" fill={ground} />
      {Array.from({ length: 7 }, (_, star) => (
        <path
          key={star}
          transform={`translate(${40 + ((chance * (star + 2) * 53) % 560)} ${36 + ((chance * (star + 7) * 17) % 130)}) scale(${0.45 + (star % 3) * 0.2})`}
          fill="#fff7d6"
          d="M0-14l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1z"
        />
      ))}
      <path d="M470 40a74 74 0 1 0 66 108A60 60 0 0 1 470 40z" fill={palette.light} />
      <path d="M-10 290q110-110 240-20t240-30 190 20v120H-10z" fill={palette.dark} opacity=".72" />
      <path d="M-10 320q150-80 290-14t370-36v110H-10z" fill={palette.dark} />
    </>
  )
}

const SCENES: readonly (readonly [(props: SceneProps) => ReactNode, Palette])[] = [
  [Sea, { top: '#1a0b4d', low: '#8a3be0', light: '#ffb27a', dark: '#1c0a58' }],
  [Spotlight, { top: '#5c1230', low: '#c3304c', light: '#ffe3a8', dark: '#2a0816' }],
  [Sound, { top: '#03171f', low: '#06394a', light: '#4fe3b0', dark: '#03171f' }],
  [Tiles, { top: '#1436c8', low: '#2f7bf6', light: '#ffd84d', dark: '#0b1f8f' }],
  [Hills, { top: '#1f7a8c', low: '#8fd6c2', light: '#ffe08a', dark: '#e2623c' }],
  [Sea, { top: '#0b2a5b', low: '#ff8f6b', light: '#ffe2a0', dark: '#0a2148' }],
  [Spotlight, { top: '#1c1450', low: '#4d36b8', light: '#d9ccff', dark: '#120a33' }],
  [Sound, { top: '#230a3a', low: '#5b1a6b', light: '#ff9ad0', dark: '#1a0729' }],
  [Tiles, { top: '#a8324a', low: '#e8604c', light: '#ffe0b0', dark: '#5e1734' }],
  [Hills, { top: '#2b2166', low: '#b06fc4', light: '#fff0b8', dark: '#3a2a86' }],
]

export interface EventArtProps {
  /** The event's uuid: the same event always gets the same scene. */
  readonly seed: string
  readonly className?: string
}

/** Decorative scene for an event without a picture. */
export function EventArt({ seed, className }: EventArtProps) {
  const id = useId()
  const chance = numberOf(seed)
  const [Scene, palette] = SCENES[chance % SCENES.length] ?? [
    Tiles,
    { top: '#333', low: '#555', light: '#fff', dark: '#111' },
  ]
  return (
    <svg className={className} viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0.25" y2="1">
          <stop offset="0" stopColor={palette.top} />
          <stop offset="1" stopColor={palette.low} />
        </linearGradient>
      </defs>
      <Scene palette={palette} chance={chance % 9973} ground={`url(#${id})`} />
    </svg>
  )
}
