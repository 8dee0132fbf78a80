/**
 * The logo of both sites: a tilted ticket with notches, perforation and star. Background and size come from its
 * container.
 */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden>
      <g transform="rotate(-10 16 16)">
        <path
          fill="currentColor"
          d="M3 10a3.5 3.5 0 0 1 3.5-3.5h19A3.5 3.5 0 0 1 29 10v2.4a3.7 3.7 0 0 0 0 7.2V22a3.5 3.5 0 0 1-3.5 3.5h-19A3.5 3.5 0 0 1 3 22v-2.4a3.7 3.7 0 0 0 0-7.2z"
        />
        <path d="M11.5 9.5v13" stroke="var(--paper)" strokeWidth="2" strokeLinecap="round" strokeDasharray=".1 4.2" />
        <path fill="var(--paper)" d="M19.8 11.6l1.3 2.9 3.1.3-2.3 2.1.7 3.1-2.8-1.6-2.8 1.6.7-3.1-2.3-2.1 3.1-.3z" />
      </g>
    </svg>
  )
}
