import { useId } from 'react'

/** Placeholder picture of the preview. */
export function PreviewArt() {
  const id = useId()
  return (
    <svg viewBox="0 0 400 176" preserveAspectRatio="xMidYMid slice">
      <defs>
        <linearGradient id={`${id}hall`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#1a0b4d" />
          <stop offset=".6" stopColor="#5b2be0" />
          <stop offset="1" stopColor="#ff7a8a" />
        </linearGradient>
        <linearGradient id={`${id}beam`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity=".5" />
          <stop offset="1" stopColor="#fff" stopOpacity=".04" />
        </linearGradient>
      </defs>
      <rect x="-400" width="1200" height="176" fill={`url(#${id}hall)`} />
      <path d="M96-10h20l90 170H60z" fill={`url(#${id}beam)`} />
      <path d="M300-10h-18l-96 170h150z" fill={`url(#${id}beam)`} />
      <path d="M196-10h10l56 170H140z" fill={`url(#${id}beam)`} />
      <ellipse cx="200" cy="164" rx="150" ry="13" fill="#ffd27a" opacity=".55" />
      <path d="M-400 160q300-16 600-16t600 16v40h-1200z" fill="#12063f" opacity=".85" />
    </svg>
  )
}
