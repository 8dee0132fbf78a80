import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './button.module.css'

export interface ButtonLook {
  /** main: the one action · line: the second · bare: a link-like third · spark: the step towards payment only · danger: destroys */
  readonly look?: 'main' | 'line' | 'bare' | 'soft' | 'spark' | 'danger'
  readonly size?: 'normal' | 'big'
  readonly full?: boolean
}

/** The class of a button, for a link with the same look. */
export const buttonClass = ({ look = 'main', size = 'normal', full = false }: ButtonLook = {}): string =>
  classNames(style.button, style[look], size === 'big' && style.big, full && style.full)

/** The class of a round 44 px icon button, for a link with the same look. */
export const iconButtonClass = (bare = false): string => classNames(style.icon, bare && style.iconBare)

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'size'> {
  readonly icon?: ReactNode
  /** A request is running: the button shows a spinner and is disabled. */
  readonly busy?: boolean
  /** Label while busy, e.g. `שומרים…`. */
  readonly busyText?: string
}

export function Button({
  look,
  size,
  full,
  icon,
  busy = false,
  busyText,
  children,
  className,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classNames(buttonClass({ look, size, full }), className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={style.spinner} aria-hidden /> : icon}
      {busy ? (busyText ?? children) : children}
    </button>
  )
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name, also the tooltip. */
  readonly label: string
  readonly bare?: boolean
  /** A request is running: a spinner replaces the icon, and the button is disabled. */
  readonly busy?: boolean
}

export function IconButton({
  label,
  bare = false,
  busy = false,
  className,
  disabled,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classNames(iconButtonClass(bare), className)}
      aria-label={label}
      title={label}
    >
      {busy ? <span className={style.spinner} aria-hidden /> : children}
    </button>
  )
}
