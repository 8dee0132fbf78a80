import { useId } from 'react'

/** Decorative sunset. */
export function SunsetArt({ className }: { readonly className?: string }) {
  const id = useId()
  return (
    <svg className={className} viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1a0b4d" />
          <stop offset="0.55" stopColor="#5b2be0" />
          <stop offset="1" stopColor="#ff7a8a" />
        </linearGradient>
        <linearGradient id={`${id}sun`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#ffd27a" />
          <stop offset="1" stopColor="#ff5f7e" />
        </linearGradient>
        <clipPath id={`${id}disc`}>
          <circle cx="400" cy="196" r="112" />
        </clipPath>
      </defs>
      <rect x="-340" width="1440" height="360" fill={`url(#${id}sky)`} />
      <g fill="#fff" opacity=".75">
        {STARS.map(([x, y, r]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r={r} />
        ))}
      </g>
      <circle cx="400" cy="196" r="150" fill="#ffd27a" opacity=".12" />
      <g clipPath={`url(#${id}disc)`}>
        <rect width="640" height="360" fill={`url(#${id}sun)`} />
        {[0, 1, 2, 3, 4].map((band) => (
          <rect key={band} y={178 + band * 19} width="640" height={3 + band * 2} fill="#2a1170" opacity=".55" />
        ))}
      </g>
      {WAVES.map(({ y, deep, fill }) => (
        <path key={y} d={`M-340 ${y}q40-${deep} 80 0${'t80 0'.repeat(17)}V600H-340z`} fill={fill} opacity=".9" />
      ))}
    </svg>
  )
}

const STARS = [
  [-60, 90, 2],
  [-150, 140, 1.5],
  [700, 90, 2],
  [80, 60, 2],
  [160, 110, 1.5],
  [240, 40, 2],
  [560, 60, 2],
  [600, 140, 1.5],
  [40, 160, 1.5],
  [300, 84, 1.3],
] as const

const WAVES = [
  { y: 262, deep: 14, fill: '#35178f' },
  { y: 286, deep: 13, fill: '#280f73' },
  { y: 310, deep: 12, fill: '#1c0a58' },
  { y: 334, deep: 11, fill: '#12063f' },
] as const

/** Decorative sound bars. */
export function SoundArt({ className }: { readonly className?: string }) {
  const id = useId()
  return (
    <svg className={className} viewBox="0 0 640 360" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <defs>
        <linearGradient id={`${id}night`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#03171f" />
          <stop offset="1" stopColor="#06394a" />
        </linearGradient>
        <linearGradient id={`${id}bars`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#c6ff4d" />
          <stop offset="0.5" stopColor="#2fe0b5" />
          <stop offset="1" stopColor="#23a6ff" />
        </linearGradient>
      </defs>
      <rect width="640" height="360" fill={`url(#${id}night)`} />
      <g fill="none" stroke="#2fe0b5" strokeOpacity=".16" strokeWidth="1.5">
        {[90, 150, 215, 290].map((r) => (
          <circle key={r} cx="320" cy="180" r={r} />
        ))}
      </g>
      <g fill={`url(#${id}bars)`}>
        {BARS.map((tall, index) => (
          <rect key={index} x={4 + index * 20} y={180 - tall / 2} width="11" height={tall} rx="5.5" />
        ))}
      </g>
    </svg>
  )
}

const BARS = [
  40, 147, 211, 209, 153, 80, 50, 54, 62, 104, 115, 73, 93, 187, 243, 234, 160, 54, 117, 159, 143, 93, 49, 42, 80, 140,
  181, 170, 99, 89, 189, 239,
]
