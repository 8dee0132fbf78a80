import { IconUser } from '@tabler/icons-react'
import { classNames } from '../class-names.ts'
import style from './avatar.module.css'
import { initialsOf } from './initials.ts'

export interface AvatarProps {
  readonly name: string
  readonly tone?: 'accent' | 'quiet' | 'spark' | 'good'
  /** A company instead of a person. */
  readonly square?: boolean
}

/** Initials for the eye only: the name stands beside it in words. Without a name it is a figure. */
export function Avatar({ name, tone = 'accent', square = false }: AvatarProps) {
  return (
    <span className={classNames(style.avatar, square && style.square)} data-tone={tone} aria-hidden>
      {initialsOf(name) || <IconUser size={22} stroke={1.75} />}
    </span>
  )
}
