import type { ReactNode } from 'react'

const stripes = (across: boolean, ...colours: readonly string[]): ReactNode =>
  colours.map((colour, index) => {
    const size = (across ? 18 : 24) / colours.length
    return across ? (
      <rect key={index} y={index * size} width="24" height={size} fill={colour} />
    ) : (
      <rect key={index} x={index * size} width={size} height="18" fill={colour} />
    )
  })

const WHITE = '#fff'

/** Flags as SVG: emoji flags show as letters on some systems. */
const FLAGS: Readonly<Record<string, ReactNode>> = {
  '972': (
    <>
      <path fill={WHITE} d="M0 0h24v18H0z" />
      <path fill="#1a4fb8" d="M0 2h24v2.5H0zM0 13.5h24V16H0z" />
      <path fill="none" stroke="#1a4fb8" d="M12 5.8l2.7 4.7H9.3zM12 12.2L9.3 7.5h5.4z" />
    </>
  ),
  '1': (
    <>
      {stripes(true, '#b31942', WHITE, '#b31942', WHITE, '#b31942', WHITE, '#b31942')}
      <path fill="#0a3161" d="M0 0h11v10.3H0z" />
      <g fill={WHITE}>
        {[2.5, 5.5, 8.5].flatMap((x) => [2.2, 5.1, 8].map((y) => <circle key={`${x}-${y}`} cx={x} cy={y} r=".7" />))}
      </g>
    </>
  ),
  '44': (
    <>
      <path fill="#012169" d="M0 0h24v18H0z" />
      <path stroke={WHITE} strokeWidth="3.4" d="M0 0l24 18M24 0L0 18" />
      <path stroke="#c8102e" strokeWidth="1.4" d="M0 0l24 18M24 0L0 18" />
      <path stroke={WHITE} strokeWidth="5.6" d="M12 0v18M0 9h24" />
      <path stroke="#c8102e" strokeWidth="3.2" d="M12 0v18M0 9h24" />
    </>
  ),
  '33': stripes(false, '#002395', WHITE, '#ed2939'),
  '49': stripes(true, '#000', '#dd0000', '#ffce00'),
  '39': stripes(false, '#009246', WHITE, '#ce2b37'),
  '34': (
    <>
      <path fill="#aa151b" d="M0 0h24v18H0z" />
      <path fill="#f1bf00" d="M0 4.5h24v9H0z" />
    </>
  ),
  '7': stripes(true, WHITE, '#0039a6', '#d52b1e'),
  '86': (
    <>
      <path fill="#de2910" d="M0 0h24v18H0z" />
      <path fill="#ffde00" d="M5.5 2.500l.8 2.300h2.400L6.8 6.300l.7 2.3-2-1.4-2 1.4.7-2.3-1.9-1.500h2.400z" />
    </>
  ),
  '91': (
    <>
      {stripes(true, '#ff9933', WHITE, '#138808')}
      <circle cx="12" cy="9" r="2.3" fill="none" stroke="#000080" strokeWidth=".8" />
    </>
  ),
  '55': (
    <>
      <path fill="#009b3a" d="M0 0h24v18H0z" />
      <path fill="#fedf00" d="M12 2l9.5 7-9.5 7-9.5-7z" />
      <circle cx="12" cy="9" r="3.6" fill="#002776" />
    </>
  ),
}

export function CountryFlag({ dial }: { readonly dial: string }) {
  return (
    <svg
      viewBox="0 0 24 18"
      width="24"
      height="18"
      aria-hidden
      style={{ borderRadius: 3, flex: 'none', boxShadow: '0 0 0 1px var(--line)' }}
    >
      {FLAGS[dial]}
    </svg>
  )
}
