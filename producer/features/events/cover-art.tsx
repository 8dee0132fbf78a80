/** Placeholder picture of an event without artwork. */
export function CoverArt() {
  return (
    <svg viewBox="0 0 1128 456" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <defs>
        <linearGradient id="cover-hall" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#120f24" />
          <stop offset=".7" stopColor="#2a1a63" />
          <stop offset="1" stopColor="#4a1fc4" />
        </linearGradient>
        <linearGradient id="cover-beam" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#a78bff" stopOpacity=".5" />
          <stop offset="1" stopColor="#a78bff" stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="1128" height="456" fill="url(#cover-hall)" />
      <path d="M240 0h40l240 400H120z" fill="url(#cover-beam)" />
      <path d="M848 0h40l120 400H608z" fill="url(#cover-beam)" />
      <path d="M544 0h40l130 400H414z" fill="url(#cover-beam)" opacity=".7" />
      <ellipse cx="564" cy="420" rx="420" ry="46" fill="#120f24" opacity=".55" />
    </svg>
  )
}
