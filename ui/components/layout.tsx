import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import style from './layout.module.css'

/** The page column: 70rem wide with gutters; `narrow` for a single form. */
export function Page({ narrow = false, className, ...rest }: ComponentProps<'div'> & { readonly narrow?: boolean }) {
  return <div {...rest} className={classNames(style.page, narrow && style.narrow, className)} />
}

export interface ColumnsProps {
  readonly children: ReactNode
  /** Beside the main column from 64rem, sticky; below it on a phone. */
  readonly aside: ReactNode
  /** A 25rem aside instead of 21rem. */
  readonly even?: boolean
  /** The aside only repeats or previews content: a phone hides it. */
  readonly asideWideOnly?: boolean
}

export function Columns({ children, aside, even = false, asideWideOnly = false }: ColumnsProps) {
  return (
    <div className={classNames(style.columns, even && style.even)}>
      <Stack gap="wide">{children}</Stack>
      <aside className={classNames(style.stack, style.aside, asideWideOnly && style.asideWideOnly)}>{aside}</aside>
    </div>
  )
}

/** Vertical stack with gaps of 8, 16 or 24 px. */
export function Stack({
  gap = 'normal',
  className,
  ...rest
}: ComponentProps<'div'> & { readonly gap?: 'tight' | 'normal' | 'wide' }) {
  return <div {...rest} className={classNames(style.stack, gap !== 'normal' && style[gap], className)} />
}

/** Horizontal row; `apart` pushes the children to both ends. */
export function Row({
  apart = false,
  wrap = false,
  className,
  ...rest
}: ComponentProps<'div'> & { readonly apart?: boolean; readonly wrap?: boolean }) {
  return <div {...rest} className={classNames(style.row, apart && style.apart, wrap && style.wrap, className)} />
}

/** Two fields side by side, also on a phone: for short values only. */
export function Pair(props: ComponentProps<'div'>) {
  return <div {...props} className={classNames(style.pair, props.className)} />
}

/** Secondary text. */
export function Soft({ small = false, className, ...rest }: ComponentProps<'p'> & { readonly small?: boolean }) {
  return <p {...rest} className={classNames(style.soft, small && style.small, className)} />
}
