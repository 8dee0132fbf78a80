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

/** Initials, hidden from screen readers because the name is beside them. Without a name it shows a person icon. */
export function Avatar({ name, tone = 'accent', square = false }: AvatarProps) {
  return (
    <span className={classNames(style.avatar, square && style.square)} data-tone={tone} aria-hidden>
      {initialsOf(name) || <IconUser size={22} stroke={1.75} />}
    </span>
  )
}
