import { classNames } from '../class-names.ts'
import style from './avatar.module.css'

/** First letters of the first two words. */
export const initialsOf = (name: string): string =>
  name
    .trim()
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')

export interface AvatarProps {
  readonly name: string
  readonly tone?: 'accent' | 'quiet' | 'spark' | 'good'
  /** A company instead of a person. */
  readonly square?: boolean
}

/** Initials for the eye only: the name stands beside it in words. */
export function Avatar({ name, tone = 'accent', square = false }: AvatarProps) {
  return (
    <span className={classNames(style.avatar, square && style.square)} data-tone={tone} aria-hidden>
      {initialsOf(name)}
    </span>
  )
}
